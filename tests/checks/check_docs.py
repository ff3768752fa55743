# SPDX-License-Identifier: BSD-3-Clause
"""Every public call has a complete description; the manual is made without a warning, and no link in it is dead.

    check_docs.py ROOT [DOXYGEN DOXYFILE WORK [SPHINX]]

The comment before a call begins with a thread tag and says what is given, what comes back and what
each status means; rigidstep.h says in which form.
"""
import glob
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.parse

CALL = re.compile(r"^(?:RGS_API|static inline) ([\w *]*?\**)(rgs_\w*[a-z0-9])\(([^;{]*)\)", re.M)
TAG = re.compile(r"\[(setup|step|any)( & (bound|between steps|not failed))*\] [A-Z]")
HEADERS = ("abi/rigidstep", "plugin-generic/bindings/rigidstep_load.h", "plugin-generic/bindings/rigidstep_threads.h")
# What readers type into the search of the manual, which puts titles of how-to pages first
SEARCHED = ("restart temperature pressure units torque hold dump trajectory HBonds SHAKE satellite batch GPU "
            "threads inertia minimize time drift compile").split()


def faults(path, source):
    """What the descriptions of the calls of a header lack, and the names of these calls."""
    wrong, names = [], []
    for call in CALL.finditer(source):
        returns, name, parameters = call.groups()
        names.append(name)
        before = source[:call.start()]
        comment = before[before.rfind("/*"):] if before.endswith("*/\n") else ""
        wanted = []
        if parameters not in ("void", ""):
            wanted.append("Given:")
        if returns.strip() != "void" and returns.strip() != "rgs_status":
            wanted.append("Returned:")
        if returns.strip() == "rgs_status":
            wanted.append("Status:")
        wrong += [f"{path}: {name} has no line '{part}'" for part in wanted if f" * {part}" not in comment]
        if not TAG.match(comment[3:]):
            wrong.append(f"{path}: the comment of {name} does not begin with a tag of base.h")
    return wrong, names


def headers(root):
    for place in HEADERS:
        place = os.path.join(root, place)
        paths = [os.path.join(place, name) for name in sorted(os.listdir(place))] if os.path.isdir(place) else [place]
        for path in paths:
            with open(path, encoding="utf-8") as file:
                yield os.path.relpath(path, root), file.read()


def self_test(root):
    """A description that lacks a part, or has a tag that does not exist, is found."""
    for path, source in headers(root):
        if path != "abi/rigidstep/rigidstep.h":
            continue
        for part, count in ((" * Status:", 25), (" * Given:", 39), ("/* [", 40)):
            assert source.count(part) >= count, (part, source.count(part))
            planted = source.replace(part, " * ", 1)
            assert len(faults(path, planted)[0]) == 1, (part, faults(path, planted)[0])
        assert faults(path, source.replace("[step & bound]", "[step & tied]", 1))[0]


class Page(html.parser.HTMLParser):
    """The places in a page that links can name, and its links."""
    def __init__(self, path):
        super().__init__()
        self.names, self.links = set(), []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key in ("id", "name"):
                self.names.add(value)
            elif key in ("href", "src") and value:
                self.links.append(value)


def dead_links(site):
    pages = {os.path.join(folder, name): Page(os.path.join(folder, name))
             for folder, _, names in os.walk(site) for name in names if name.endswith(".html")}
    links = 0
    for path, page in pages.items():
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                continue
            links += 1
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(url.path))) if url.path else path
            if not os.path.exists(target):
                yield f"{os.path.relpath(path, site)}: no file {link}"
            elif url.fragment and target in pages and urllib.parse.unquote(url.fragment) not in pages[target].names:
                yield f"{os.path.relpath(path, site)}: no place {link}"
    print(f"{len(pages)} pages, {links} links")


def run(*command):
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode or made.stdout or made.stderr:
        return [f"the exit status of {command[0]} is {made.returncode}:\n{made.stdout}{made.stderr}"]
    return []


def without_a_page(root):
    """Classes and functions that a module of Python exports, and that no page of the reference describes."""
    described = ""
    for path in glob.glob(os.path.join(root, "abi/reference/python/*.rst")):
        with open(path, encoding="utf-8") as file:
            described += file.read()
    for path in glob.glob(os.path.join(root, "plugin-generic/rigidstep/**/*.py"), recursive=True):
        with open(path, encoding="utf-8") as file:
            exported = re.search(r"^__all__ = [^]]*", file.read(), re.M)
        for name in re.findall(r'"(\w+)"', exported[0] if exported else ""):
            if not re.search(rf"^\.\. auto\w+:: rigidstep\.[\w.]*\b{name}\b", described, re.M):
                yield f"{os.path.relpath(path, root)}: no page of abi/reference/python describes {name}"


def look(root, site):
    """Of the site: no gap about it, no names of code that look like links, no button on the code of a narrow
    screen; and every picture of the gallery is on its page."""
    with open(os.path.join(root, "abi/reference/style.css"), encoding="utf-8") as file:
        rules = re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S))
    with open(os.path.join(site, "_static/pygments.css"), encoding="utf-8") as file:
        underlined = set(re.findall(r"(\.highlight \.\w+) \{[^}]*underline", file.read()))
    wanted = {"body": "margin: 0", "article button.copybtn": "display: none",
              **dict.fromkeys(underlined, "text-decoration: none")}
    yield from (f"abi/reference/style.css: {name} has no rule {what}" for name, what in wanted.items()
                if not any(name in map(str.strip, of.split(",")) and what in rule for of, rule in rules))
    with open(os.path.join(root, "examples/gallery/README.md"), encoding="utf-8") as file:
        page = file.read()
    yield from (f"examples/gallery/README.md does not show {name}"
                for name in sorted(os.listdir(os.path.join(root, "examples/gallery")))
                if name.endswith(".svg") and f"]({name})" not in page)


def check_site(root, names, doxygen, doxyfile, work, sphinx=None):
    site, own, tags = (os.path.join(work, name) for name in ("site", "Doxyfile", "calls.tag"))
    shutil.rmtree(site, ignore_errors=True)
    os.makedirs(site)
    with open(doxyfile, encoding="utf-8") as file, open(own, "w", encoding="utf-8") as out:
        out.write(f"{file.read()}\nOUTPUT_DIRECTORY = {site}\nGENERATE_TAGFILE = {tags}\n")
    wrong = run(doxygen, own)
    reference = ""
    for name in os.listdir(os.path.join(site, "reference")):
        if name.endswith(".html"):
            with open(os.path.join(site, "reference", name), encoding="utf-8") as file:
                reference += file.read()
    with open(os.path.join(root, "abi/rigidstep/calls.h"), encoding="utf-8") as file:
        symbols = re.findall(r"(rgs_\w+), \(", file.read())
    assert len(symbols) >= 51, "the list of the calls is not understood"
    wrong += [f"the headers do not describe {name}" for name in symbols if name not in names]
    wrong += [f"the reference does not describe {name}" for name in symbols
              if f"</span>{name}()</h2>" not in reference]
    wrong += [f"the reference lacks a comment of the headers: {words}" for words in
              ("Rotates n free bodies by the time h", "the point that a strain leaves where it is")
              if words not in reference]
    if sphinx is None:
        return wrong + list(dead_links(site))
    wrong += run(sphinx, "-q", "-c", os.path.join(root, "abi/reference"), "-d", os.path.join(work, "pages"),
                 "-D", f"tags={tags}", "-D", "gallery=", root, site)
    wrong += [*dead_links(site), *look(root, site)]
    with open(os.path.join(site, "examples/lessons/co2_in_ase.ipynb"), encoding="utf-8") as file:
        shown = [output["output_type"] for cell in json.load(file)["cells"]
                 for output in cell.get("outputs", [])]
    wrong += [] if shown == ["stream", "display_data"] else [f"the notebook co2_in_ase shows {shown}"]
    planted = os.path.join(site, "abi/QUICKSTART.html")
    with open(planted, "a", encoding="utf-8") as file:
        file.write('<a href="nowhere.html">dead</a><a href="README.html#nowhere">dead</a>')
    assert len(list(dead_links(site))) >= 2, "dead links that were planted are not found"
    return wrong


def main():
    root = sys.argv[1]
    self_test(root)
    wrong, names = [], []
    for path, source in headers(root):
        of_header = faults(path, source)
        wrong += of_header[0]
        names += of_header[1]
    with open(os.path.join(root, "examples/howto/README.md"), encoding="utf-8") as file:
        titles = " ".join(re.findall(r"\[(.*?)\]", file.read())).replace("inertia tensor", "")
    wrong += [f"examples/howto/README.md: no title has the word {word}"
              for word in SEARCHED if word not in titles]
    wrong += without_a_page(root)
    if len(sys.argv) > 2:
        wrong += check_site(root, names, *sys.argv[2:])
    for fault in wrong:
        print(fault)
    print(f"{len(names)} calls, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
