// SPDX-License-Identifier: BSD-3-Clause
// The order of what a search finds: pages of one question first, then lessons and guides; notes for developers last.
// A title with little more than the word has up to 100.
var Scorer = {
  score: ([page, title, anchor, description, score]) => score
    + (/^examples\/howto\/(?!README)/.test(page) ? 16 : /^examples\/lessons|^plugin-\w+\/|^abi\//.test(page) ? 4 : 0)
    - (/^tests\/|^core\/saves|^CHANGELOG|^CONTRIBUTING|^examples\/studies/.test(page) ? 80 : 0),
  objNameMatch: 11, objPartialMatch: 6, objPrio: {0: 15, 1: 5, 2: -5}, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
