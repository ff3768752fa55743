# SPDX-License-Identifier: BSD-3-Clause
"""Puts the library and the hashes of this machine into the page: build.py PAGE WASM NATIVE_PROGRAM OUT."""
import base64
import os
import pathlib
import subprocess
import sys

page, wasm, native, out = sys.argv[1:]
hashes = subprocess.run([native], check=True, text=True, stdout=subprocess.PIPE,
                        env=dict(os.environ, RIGIDSTEP_KERNELS="baseline")).stdout
text = pathlib.Path(page).read_text(encoding="utf-8").replace("@NATIVE@", hashes)
text = text.replace("@WASM@", base64.b64encode(pathlib.Path(wasm).read_bytes()).decode())
pathlib.Path(out).parent.mkdir(parents=True, exist_ok=True)
pathlib.Path(out).write_text(text, encoding="utf-8")
