// SPDX-License-Identifier: BSD-3-Clause
// t_web.js PAGE [CHROMIUM]: the page that moves.  Its library has the bits of the machine that built it, and
// keeps what its rotors keep; in a browser the page comes to its end without an error.
const assert = require("assert"), fs = require("fs"), vm = require("vm");
const { spawnSync } = require("child_process");
const [page, browser] = process.argv.slice(2), text = fs.readFileSync(page, "utf8");
assert(!/https?:\/\//.test(text), "the page asks for something on the network");
new vm.Script(text.match(/<script>([^]*)<\/script>/)[1]);
const native = text.match(/NATIVE = `([^`]*)`/)[1].trim().split("\n").map(line => line.split(" "));
const module_ = new WebAssembly.Module(Buffer.from(text.match(/WASM = "([^"]*)"/)[1], "base64"));
const nothing = new Proxy({}, { get: () => () => 0 });
const wasm = new WebAssembly.Instance(module_, { wasi_snapshot_preview1: nothing }).exports;
const shared = new Float64Array(wasm.memory.buffer, wasm.numbers(), 16);

// order, and which of C(y), H(y), reversal, Poisson and symplectic form are kept
const table = { exact: [Infinity, 5], jacobi: [Infinity, 5], semiexact: [Infinity, 5], dmv2: [2, 5],
  dmv4: [4, 4], dmv6: [6, 4], dmv8: [8, 4], dmv10: [10, 4], midpoint: [2, 3], threerot: [2, 4], symrot: [2, 4],
  nosquish: [2, 4], richardson: [2, 1] };
assert.deepStrictEqual(native.map(([name]) => name), Object.keys(table));
native.forEach(([name, there], rotor) => {
  const here = BigInt.asUintN(64, wasm.hash(rotor)).toString(16).padStart(16, "0");
  assert(here === there || ["jacobi", "semiexact"].includes(name), `${name}: ${here}, natively ${there}`);
  wasm.properties(rotor);
  const [order, ...defects] = shared.slice(0, 6), [want, kept] = table[name];
  const bars = [1e-11, 1e-11, 3e-15, 5e-9, 5e-9];
  assert(order === want || (order > want - 0.1 && order < want + 0.5), `${name}: order ${order}`);
  assert.strictEqual(defects.filter((x, k) => x <= bars[k]).length, kept, `${name}: ${defects}`);
});

if (browser) {
  const options = "--headless --no-sandbox --disable-gpu --virtual-time-budget=20000 --dump-dom".split(" ");
  const run = spawnSync(browser, [...options, `file://${page}`], { encoding: "utf8", timeout: 120000 });
  assert.match(run.stdout, /data-done="1[123] of 13 are equal"/, run.stderr);
  assert(!/data-error/.test(run.stdout), run.stdout.match(/<body[^>]*>/)[0]);
}
console.log("ok");
