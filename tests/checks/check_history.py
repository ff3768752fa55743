#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""No commit undoes others without saying so, and subjects are "room: what" in at most 72 characters.

    check_history.py TREE

A commit from a stale tree puts files back to a content that they had before. The check refuses a commit that
does so in three files or more, unless its subject says Revert; and changes that are not yet committed, likewise.
Before it looks at the history of TREE, it looks at one of its own with planted mistakes. Merges are not looked
at: what they bring stands in their commits.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

FILES = 3
# Subjects are looked at after this commit.
FIRST_RULED = "d4a6c15d66"
SUBJECT = re.compile(r"Revert |[^:]{1,24}: ")
# Commits of before this check was written.
EXCEPTIONS = {
    "3627867ae0": "takes a draft away again, as its subject says",
    "aeba475027": "keeps a test's own input after all, as its subject says",
    "ff36c3fc00": "a stale tree; what it undid came back in the three commits after d4a6c15d",
}


def git(tree, *words, **options):
    done = subprocess.run(["git", "-c", "safe.directory=*", "-C", tree, *words], capture_output=True, text=True,
                          errors="replace", **options)
    if done.returncode:
        raise RuntimeError("git %s: %s" % (" ".join(words), done.stderr.strip()))
    return done.stdout


def uncommitted(tree, contents):
    """Files of the working tree whose content is one from before the last commit's."""
    old = {line.split("\t", 1)[1]: line.split()[2] for line in git(tree, "ls-tree", "-r", "HEAD").splitlines()}
    changed = [path for path in git(tree, "diff", "--name-only", "HEAD").splitlines()
               if os.path.isfile(os.path.join(tree, path)) and not os.path.islink(os.path.join(tree, path))]
    paths = "".join(path + "\n" for path in changed)
    new = git(tree, "hash-object", "--stdin-paths", input=paths).splitlines()
    return [path for path, blob in zip(changed, new)
            if blob in contents.get(path, ()) and blob != old.get(path)]


def undone(tree):
    """(commit or None, subject, files) of all that puts files back unsaid, and the number of commits."""
    contents, found, commits = {}, [], 0
    log = git(tree, "log", "--reverse", "--topo-order", "--no-merges", "--raw", "--no-renames", "--no-abbrev",
              "--format=@%H %s")
    for entry in log.split("\n@"):
        heading, *lines = entry.removeprefix("@").splitlines()
        commit, _, subject = heading.partition(" ")
        commits += 1
        back = []
        for line in lines:
            if line.startswith(":"):
                fields, path = line.split("\t", 1)
                old, new = fields.split()[2:4]
                known = contents.setdefault(path, set())
                if new in known and new.strip("0") and new != old:
                    back.append(path)
                known.update((old, new))
        if "revert" not in subject.lower() and commit[:10] not in EXCEPTIONS:
            found.append((commit, subject, back))
    found.append((None, "changes that are not committed", uncommitted(tree, contents)))
    return [entry for entry in found if len(entry[2]) >= FILES], commits


def long_subjects(tree):
    """Of the commits since FIRST_RULED; none where the clone does not reach so far back."""
    log = git(tree, "log", "--no-merges", "--format=%H %s").splitlines()
    ruled = next((k for k, line in enumerate(log) if line.startswith(FIRST_RULED)), 0)
    return [line for line in log[:ruled] if len(line) > 41 + 72 or not SUBJECT.match(line[41:])]


def planted():
    """The commits of a small history that the check has to find, and no others."""
    with tempfile.TemporaryDirectory() as tree:
        git(tree, "init", "-q")

        def write(**files):
            for name, content in files.items():
                with open(os.path.join(tree, name), "w") as file:
                    file.write(content)

        def commit(subject, removed=(), **files):
            write(**files)
            for name in removed:
                os.remove(os.path.join(tree, name))
            git(tree, "add", "-A")
            git(tree, "-c", "user.name=a", "-c", "user.email=a", "commit", "-q", "--no-verify", "-m", subject)

        commit("begin", a="1", b="1", c="1", d="1")
        commit("work", a="2", b="2", c="2")
        commit("two files back", a="1", b="1")
        commit("forward", a="2", b="2")
        commit("STALE", a="1", b="1", c="1", d="2")
        commit("Revert STALE", a="2", b="2", c="2", d="1")
        commit("remove", removed="abc")
        commit("BROUGHT BACK", a="1", b="2", c="1")
        write(a="2", b="1", c="2")
        return [subject for _, subject, _ in undone(tree)[0]]


def main(tree):
    if not shutil.which("git"):
        print("skipped: needs git")
        return 0
    wanted = ["STALE", "BROUGHT BACK", "changes that are not committed"]
    if planted() != wanted:
        print("of planted commits the check finds", planted(), "and should find", wanted)
        return 1
    if not os.path.exists(os.path.join(tree, ".git")):
        print("skipped: no history, as in a tarball; the planted commits were found")
        return 0
    found, commits = undone(tree)
    for commit, subject, back in found:
        print("%s %s: %d files have a content that they had before: %s\n  If that is meant, begin the subject "
              "with Revert. If not, the change comes from a stale tree: rebase it, and look at git diff --stat."
              % (commit[:10] if commit else "-", subject, len(back), " ".join(back)))
    if git(tree, "rev-parse", "--is-shallow-repository").strip() == "true":
        print("The clone is shallow: the check knows the contents of the last %d commits only." % commits)
    subjects = long_subjects(tree)
    for line in subjects:
        print("%s: a subject is 'room: what' in at most 72 characters, with the reason in the body"
              % (line[:10] + line[40:]))
    print("%d commits, %d planted mistakes found, %d exceptions" % (commits, len(wanted), len(EXCEPTIONS)))
    return 1 if found or subjects else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
