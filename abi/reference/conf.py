# SPDX-License-Identifier: BSD-3-Clause
"""The manual as one site: the pages of the project and of the LAMMPS styles by Sphinx, which reads them where they
lie, beside the reference of the C API by Doxygen, and the gallery where it has been made.

    sphinx-build -c abi/reference -D tags=TAGFILE -D gallery=FOLDER ROOT SITE
"""
import os
import re
import shutil
import xml.etree.ElementTree

project = "rigidstep"
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["*.md", "abi/*.md", "core/**.md", "examples/**.md", "plugin-**.md", "plugin-lammps/doc/*.rst", "tests/**.md"]
exclude_patterns = ["build**", "**/build**"]  # without the first, links there (a wine prefix has one to /) are followed
myst_heading_anchors = 3
html_theme_options = {"page_width": "85em", "sidebar_width": "15em"}
templates_path = ["."]
html_sidebars = {"**": ["about.html", "manual_links.html", "navigation.html", "searchbox.html"]}
html_show_copyright = html_show_sphinx = html_copy_source = False
SECTIONS = (("LAMMPS", "plugin-lammps/"), ("OpenMM", "plugin-openmm/"), ("The interface", "abi/"), ("The library", "core/"),
            ("Bindings and commands", "plugin-generic/"), ("Examples and studies", "examples/"), ("Project", ""))


def tables_of_contents(pages):
    rest = sorted(pages, key=lambda page: (page.count("/"), not page.endswith("README"), page))
    for caption, folder in SECTIONS:
        here = [page for page in rest if page.startswith(folder) and page != root_doc]
        rest = [page for page in rest if page not in here]
        yield f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join("/" + page for page in here) + "\n```\n"


def calls(tags):
    """The pages of the reference that describe calls."""
    found = {}
    for member in xml.etree.ElementTree.parse(tags).iter("member"):
        if member.get("kind") == "function":
            found[member.findtext("name")] = f"{member.findtext('anchorfile')}#{member.findtext('anchor')}"
    return found


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

    text = re.sub(r"\[(`rgs_\w+`)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"(?<!!)\[([^]\n]+)\]\(([^):\s]+)\)", link, text)
    described = calls(app.config.tags)
    return re.sub(r"`(rgs_\w+)`", lambda found: found[0] if found[1] not in described else
                  f'<a href="{up}reference/{described[found[1]]}"><code>{found[1]}</code></a>', text)


def of_lammps(app, text):
    """LAMMPS' own pages are elsewhere, and its manual has a language for inputs."""
    text = text.replace(".. code-block:: LAMMPS", ".. code-block:: none")
    text = re.sub(r":doc:`(\w+)`", r":doc:`\1 <\1>`", text)
    return re.sub(r":doc:`([^<`]+?)\s+<(\w+)>`", lambda found: found[0]
                  if os.path.exists(os.path.join(app.srcdir, "plugin-lammps/doc", found[2] + ".rst"))
                  else f"`{found[1]} <https://docs.lammps.org/{found[2]}.html>`__", text)


def read(app, page, source):
    if page.startswith("plugin-lammps/doc/"):
        source[0] = of_lammps(app, source[0])
        return
    source[0] = of_markdown(app, page, source[0])
    if page == root_doc:
        source[0] += "".join(tables_of_contents(app.env.found_docs))


def finish(app, failed):
    """The site begins with index.html, and has the gallery if there is one."""
    with open(os.path.join(app.outdir, "index.html"), "w", encoding="utf-8") as file:
        file.write(f'<!DOCTYPE html><meta http-equiv="refresh" content="0; url={root_doc}.html"><a href="{root_doc}.html">rigidstep</a>')
    if not failed and os.path.isdir(app.config.gallery):
        shutil.copytree(app.config.gallery, os.path.join(app.outdir, "gallery"), dirs_exist_ok=True)


def has_gallery(app, page, template, context, tree):
    context["gallery"] = os.path.isdir(app.config.gallery)


def setup(app):
    app.add_config_value("tags", "", "env")
    app.add_config_value("gallery", "", "env")
    # The page with the tables of contents is read again when a page is new or gone.
    app.connect("env-get-outdated", lambda app, env, added, changed, removed: [root_doc] if added or removed else [])
    app.connect("source-read", read)
    app.connect("html-page-context", has_gallery)
    app.connect("build-finished", finish)
