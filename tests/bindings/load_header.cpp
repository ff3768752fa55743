// SPDX-License-Identifier: BSD-3-Clause
//
// load_header.cpp - load_header.c as C++: the same text must be both languages.
#include "load_header.c"
