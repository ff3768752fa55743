# SPDX-License-Identifier: BSD-3-Clause
"""The manual as one site: the pages of the project and of the LAMMPS styles by Sphinx, which reads them where they
lie, beside the reference of the C API by Doxygen, and the gallery where it has been made.

    sphinx-build -c abi/reference -D tags=TAGFILE -D gallery=FOLDER ROOT SITE
"""
import fnmatch
import html
import importlib
import importlib.util
import json
import os
import re
import shutil
import sys
import unittest.mock
import xml.etree.ElementTree

import furo
from sphinx.ext.autodoc.mock import mock

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "../../CHANGELOG.md"), encoding="utf-8") as changes:
    release, date = re.search(r"^## ([\d.]+) - ([\d-]+)$", changes.read(), re.M).groups()
project = "rigidstep"
html_title = f"rigidstep {release}"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
extensions += [name for name in ["sphinx_copybutton"] if importlib.util.find_spec(name)]
copybutton_exclude = ".linenos, .gp, .go"
autodoc_mock_imports = [name for name in ("ase", "numpy", "torch") if importlib.util.find_spec(name) is None]
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "none"
napoleon_use_rtype = False
sys.path.insert(0, os.path.join(HERE, "../../plugin-generic"))
with mock(["openmm"]), unittest.mock.patch("ctypes.CDLL"):       # without OpenMM and its plugin
    importlib.import_module("rigidstep.openmm")
root_doc = "README"
include_patterns = ["*.md", "abi/*.md", "abi/reference/main_page.md", "abi/reference/python**.rst", "core/**.md", "examples/**.md", "plugin-**.md", "plugin-lammps/doc/*.rst", "tests/**.md"]
exclude_patterns = ["build**", "**/build**"]  # without the first, links there (a wine prefix has one to /) are followed
myst_heading_anchors = 3
smartquotes = False                    # y' is a derivative
html_theme = "furo"
html_static_path = ["style.css", "favicon.svg"]
html_logo = html_favicon = "favicon.svg"
html_last_updated_fmt = "%Y-%m-%d"
pygments_style, pygments_dark_style = "tango", "native"
html_theme_options = {}
if os.environ.get("RIGIDSTEP_REPOSITORY"):      # such as https://github.com/NAME/rigidstep: pages get a link to edit them
    html_theme_options["source_edit_link"] = os.environ["RIGIDSTEP_REPOSITORY"] + "/edit/main/{filename}"
# Debian's Furo has lost the rule by which a page is dark if the reader's system is; here it gets its colours back.
with open(os.path.join(os.path.dirname(furo.__file__), "theme/furo/static/styles/furo.css"), encoding="utf-8") as sheet:
    dark = re.search(r"body\[data-theme=\"?dark\"?\]\s*{(.*?)}", sheet.read(), re.S)
html_theme_options["dark_css_variables"] = dict(re.findall(r"--([\w-]+):\s*([^;]+)", dark[1] if dark else ""))
html_context = {"date": date}
html_css_files = ["style.css"]
html_search_scorer = os.path.join(HERE, "scorer.js")
templates_path = ["."]
html_sidebars = {"**": ["sidebar/brand.html", "sidebar/search.html", "sidebar/scroll-start.html", "sidebar/navigation.html",
                        "manual_links.html", "sidebar/scroll-end.html"]}
html_show_copyright = html_show_sphinx = html_copy_source = False
# What a reader wants, and the pages for it; the first pattern that fits a page counts, and the rest is for developers.
SECTIONS = {
    "First steps": ["examples/lessons/water_in_lammps", "examples/lessons/co2_in_ase",
                    "examples/lessons/boxes_in_ase", "examples/lessons/benzene_in_openmm",
                    "examples/lessons/co2_in_torch", "examples/lessons/two_potentials",
                    "examples/lessons/gay_berne_in_torch",
                    "abi/QUICKSTART", "examples/lessons/own_method"],
    "How to": ["examples/howto/README", "examples/gallery/README", "plugin-lammps/README", "plugin-lammps/CONDA", "plugin-generic/PYTHON", "plugin-openmm/README",
               "examples/README", "examples/lammps/*", "examples/hosts/*"],
    "Methods": ["core/METHODS", "core/PAPERS", "core/README", "core/EXACT"],
    "Reference": ["abi/README", "abi/reference/main_page", "abi/reference/python", "plugin-lammps/doc/*", "plugin-generic/*",
                  "abi/ENVIRONMENT", "abi/SUPPORT"],
    "Measurements": ["tests/MEASUREMENTS", "examples/studies/*", "tests/bench/*"],
    "Development": ["CONTRIBUTING", "CHANGELOG", "*"]}


def tables_of_contents(pages):
    inner = {page for page in pages if re.match("abi/reference/python/|examples/howto/(?!README)", page)}
    rest = sorted(pages - inner - {root_doc}, key=lambda page: (page.count("/"), not page.endswith("README"), page))
    for caption, patterns in SECTIONS.items():
        here = list(dict.fromkeys(page for pattern in patterns for page in rest if fnmatch.fnmatch(page, pattern)))
        rest = [page for page in rest if page not in here]
        yield f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join("/" + page for page in here) + "\n```\n"


def list_of_calls(app, up):
    """All calls with the first sentence of their descriptions, so that the search finds them."""
    described = calls(app.config.tags)
    yield f'\n<a href="{up}reference/index.html">All headers, with structs and constants.</a>\n'
    for header in sorted(os.listdir(os.path.join(app.srcdir, "abi/rigidstep"))):
        with open(os.path.join(app.srcdir, "abi/rigidstep", header), encoding="utf-8") as file:
            text = file.read()
        rows = []
        for call in re.finditer(r"^(?:RGS_API|static inline|RGS_INLINE) [^;{]*?\b(rgs_\w+)\(", text, re.M):
            comment = " ".join(text[text.rfind("/*", 0, call.start()) + 2:call.start()].replace("*", " ").split())
            if call[1] in described:
                sentence = html.escape(re.match(r"(?:\[.*?\] )?(.*?\.)(?= |$)|", comment)[1] or "", quote=False)
                rows.append(f'- <a href="{up}reference/{described[call[1]]}"><code>{call[1]}</code></a>: {sentence}\n')
        if rows:
            yield f"\n## `{header}`\n\n" + "".join(rows)


def is_notebook(page, text):
    return "/lessons/" in page and "```python" in text and "```c" not in text


def notebook(text, folder):
    """A lesson in Python as a Jupyter notebook: its text and its blocks of code in their order.  What the page
    says that a block prints, and pictures, are outputs; links into the checkout would lead nowhere."""
    cells = []

    def output(kind, **what):
        last = [cell for cell in cells if cell["cell_type"] == "code"][-1]
        last["outputs"].append(dict(output_type=kind, **what))

    def without_pictures(found):
        with open(os.path.join(folder, found[1]), encoding="utf-8") as file:
            output("display_data", data={"image/svg+xml": file.read()}, metadata={})
        return ""
    for number, part in enumerate(re.split(r"^```(python|text)?\n", text, flags=re.M)):
        if number % 4 == 0:
            part = re.sub(r"!\[.*?\]\((.*?\.svg)\)", without_pictures, part)
            part = re.sub(r"\[([^]]+)\]\((?!http)[^)]*\)", r"\1", part).strip()
            cells += [dict(cell_type="markdown", metadata={}, source=part)] if part else []
        elif number % 4 == 1:
            language = part
        elif number % 4 == 2 and language == "text":
            output("stream", name="stdout", text=part)
        elif number % 4 == 2:
            cells.append(dict(cell_type="code", execution_count=None, outputs=[], metadata={},
                              source=part.strip()))
    kernel = dict(kernelspec=dict(name="python3", display_name="Python 3", language="python"))
    return json.dumps(dict(cells=cells, metadata=kernel, nbformat=4, nbformat_minor=4), indent=1)


def calls(tags):
    """The pages of the reference that describe calls."""
    found = {}
    for member in xml.etree.ElementTree.parse(tags).iter("member"):
        if member.get("kind") == "function":
            found[member.findtext("name")] = f"{member.findtext('anchorfile')}#{member.findtext('anchor')}"
    return found


def with_indices(text):
    """Formulas are plain text in the checkout; in the manual their indices are set low."""
    parts = re.split(r"(```.*?```|`[^`]*`|\]\([^)]*\))", text, flags=re.S)
    index = r"((?<![A-Za-zα-ω_])[A-Za-zα-ωΣ]|\)(?=_))(?:_([A-Za-z0-9]+)|(\d))(?![A-Za-z0-9])"
    parts[::2] = [re.sub(index, lambda found: f"{found[1]}<sub>{found[2] or found[3]}</sub>", part)
                  for part in parts[::2]]
    return "".join(parts)


def of_markdown(app, page, text):
    """Folders are linked by their pages, calls by the reference."""
    up = "../" * page.count("/")
    folder = os.path.join(app.srcdir, os.path.dirname(page))

    def link(found):
        target = found[2].split("#")[0]
        header = re.search(r"rigidstep/(\w+)\.h$", target)
        if header:
            return f'<a href="{up}reference/{header[1].replace("_", "__")}_8h.html">{found[1]}</a>'
        if target.endswith("examples/gallery.sh") and os.path.isdir(app.config.gallery):
            return f'<a href="{up}gallery/index.html">{found[1]}</a>'
        if os.path.exists(os.path.join(folder, target, "README.md")):
            return f"[{found[1]}]({target.rstrip('/')}/README.md)"
        return found[1] if os.path.isdir(os.path.join(folder, target)) else found[0]

    text = re.sub(r"\[(`rgs_\w+`)\]\([^)]*\)", r"\1", text.replace("```lammps", "```none"))
    text = re.sub(r"(?<!!)\[([^]\n]+)\]\(([^):\s]+)\)", link, text)
    if page == "core/EXACT":
        text = with_indices(text)
    elif page.startswith("core/"):
        text = re.sub(r"^> .*", lambda found: with_indices(found[0]), text, flags=re.M)
    described = calls(app.config.tags)
    return re.sub(r"`(rgs_\w+)`", lambda found: found[0] if found[1] not in described else
                  f'<a href="{up}reference/{described[found[1]]}"><code>{found[1]}</code></a>', text)


def of_lammps(app, text):
    """LAMMPS' own pages are elsewhere, and its manual has a language for inputs."""
    text = text.replace(".. code-block:: LAMMPS", ".. code-block:: none")
    first, *others = re.findall(r"^.* command\n=+\n", text, re.M)    # with one title a page is one entry of the list
    for title in others:
        text = text.replace(title, "")
    if others:                               # the title says the styles, of many those that differ in their last part
        styles = [title.split(" command")[0].removeprefix("fix ") for title in (first, *others)]
        brief = styles if len(styles) < 7 else [style for style in styles if style.startswith("nve/")][:3] + [".."]
        title = "fix " + ", ".join(brief)
        text = text.replace(first, f"{title}\n{len(title) * '='}\n\nThis page describes *fix* {', '.join(f'*{s}*' for s in styles)}.\n")
    text = re.sub(r":doc:`(\w+)`", r":doc:`\1 <\1>`", text)
    return re.sub(r":doc:`([^<`]+?)\s+<(\w+)>`", lambda found: found[0]
                  if os.path.exists(os.path.join(app.srcdir, "plugin-lammps/doc", found[2] + ".rst"))
                  else f"`{found[1]} <https://docs.lammps.org/{found[2]}.html>`__", text)


def read(app, page, source):
    text = source[0]
    if page.startswith("plugin-lammps/doc/"):
        source[0] = of_lammps(app, text)
    elif not page.startswith("abi/reference/python"):
        source[0] = of_markdown(app, page, text)
    if page == "abi/reference/main_page":
        source[0] += "".join(list_of_calls(app, "../../"))
    if page == root_doc:
        source[0] += "".join(tables_of_contents(app.env.found_docs))
    if page == "examples/howto/README":          # the order of its list
        source[0] += "\n```{toctree}\n:hidden:\n\n" + "\n".join(re.findall(r"\((\w+)\.md\)", text)) + "\n```\n"
    if is_notebook(page, text):
        source[0] += f'\n<a href="{os.path.basename(page)}.ipynb" download>This lesson as a Jupyter notebook</a>\n'


def docstring(app, what, name, thing, options, lines):
    """A module has its text in columns, for help(); the class describes the fields of a named tuple."""
    if what == "module":
        lines[:] = [".. code-block:: none", "   :class: help", "", *("   " + line for line in lines), ""]
    elif lines and lines[0].startswith("Alias for field number"):
        lines[:] = [""]


def finish(app, failed):
    """The site begins with index.html, and has the gallery if there is one."""
    with open(os.path.join(app.outdir, "index.html"), "w", encoding="utf-8") as file:
        file.write(f'<!DOCTYPE html><meta http-equiv="refresh" content="0; url={root_doc}.html"><a href="{root_doc}.html">rigidstep</a>')
    for page in sorted(app.env.found_docs):          # also of pages that were not read again
        with open(app.env.doc2path(page), encoding="utf-8") as file:
            text = file.read()
        if is_notebook(page, text):
            with open(os.path.join(app.outdir, page + ".ipynb"), "w", encoding="utf-8") as file:
                file.write(notebook(text, os.path.dirname(app.env.doc2path(page))))
    if not failed and os.path.isdir(app.config.gallery):
        shutil.copytree(app.config.gallery, os.path.join(app.outdir, "gallery"), dirs_exist_ok=True)


def has_gallery(app, page, template, context, tree):
    context["gallery"] = os.path.isdir(app.config.gallery)
    context["racket"] = os.path.isfile(os.path.join(app.outdir, "racket.html"))    # of the target web


def setup(app):
    app.add_config_value("tags", "", "env")
    app.add_config_value("gallery", "", "env")
    # The page with the tables of contents is read again when a page is new or gone.
    app.connect("env-get-outdated", lambda app, env, added, changed, removed: [root_doc] if added or removed else [])
    app.connect("source-read", read)
    app.connect("autodoc-process-docstring", docstring)
    app.connect("html-page-context", has_gallery)
    app.connect("build-finished", finish)
