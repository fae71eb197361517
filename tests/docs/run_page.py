"""Runs the code blocks of a page in their order, word for word, in a working folder of their own.

    run_page.py [--update] PAGE.md ...        with LITE_BUILD_DIR in the environment, or LITE_INSTALLED_PACKAGE, a package

--update writes what a block printed into the page where the page shows something else; look at the difference before you keep it.

A guide begins with PREAMBLE, the same three lines on every page. It is run in an empty folder, and sees what its reader has: the
package, installed where the first line says, and nothing of the source tree. Any other page is about the source tree, and is run in a
folder that has its contents, `build.dev` (the build folder that exists) and, in LITE_PACKAGE, the package, which tools/quickstart.sh takes
in place of building one.

What a page would fetch from elsewhere is there: for a block marked notest=fetches-models, `ppocr` is made, with tiny networks in
place of the real ones unless LITE_OCR_MODELS names these. `adb` finds a device that is a folder.

| block                | what happens |
| sh                   | bash runs it; folder and exported variables are kept for the next one |
| python               | one Python runs all of a page |
| c++                  | the snippets of a page become one program, each in a scope inside that of the one before; it is built and run at the last one |
| any with file=NAME   | is written into that file |
| text                 | is the output of the block before. `...` stands for any part of a line, alone on a line for any lines |

exit=N: the block ends with this status. notest=REASON: the block is not run, for one of the reasons below; the shell
still checks its grammar, and the files of the tree that it names must exist.
"""
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

import markdown

PREAMBLE = """\
export PACKAGE=$HOME/inference_lite_lib  # where the package is
export PATH=$PACKAGE/bin:$PATH PYTHONPATH=$PACKAGE/python/install
lite_samples samples                     # models and images for this page
"""

REASONS = {
    "builds-the-library": "compiles the library or its tests",
    "runs-a-suite": "runs a whole suite, which the tests of the project do by themselves",
    "installs-packages": "changes the machine or needs the network",
    "needs-paddle": "needs PaddlePaddle",
    "needs-phone": "needs a phone",
    "fetches-models": "fetches trained models; tiny ones take their place",
    "figure": "shows a form; nothing that could be run",
}
RUN = ("sh", "python", "c++")
SECONDS = 120  # for one block


class Use(NamedTuple):
    summary: str
    shown: markdown.Block = None  # the output that the page shows


class PageError(Exception):
    pass


def pages():
    """The pages whose blocks are run."""
    return [markdown.ROOT / "README.md"] + sorted((markdown.ROOT / "docs").rglob("*.md"))


def is_guide(blocks):
    """Whether this page is for readers who only have the package."""
    return bool(blocks) and blocks[0].language == "sh" and blocks[0].text == PREAMBLE


def plan(page):
    """[(block, use)]: what happens to each block. A text block follows the one that prints it."""
    planned = []
    for block in markdown.blocks(page):
        unknown = set(block.options) - {"file", "exit", "notest"}
        if unknown:
            raise PageError(f"{block}: unknown option {', '.join(sorted(unknown))}")
        if "notest" in block.options:
            reason = block.options["notest"]
            if reason not in REASONS:
                raise PageError(f"{block}: notest={reason} is none of {', '.join(REASONS)}")
            if (reason == "figure") != (block.language == "text"):
                raise PageError(f"{block}: notest={reason} does not go with {block.language}")
            planned.append((block, Use(f"notest ({reason})")))
        elif "file" in block.options:
            planned.append((block, Use("written")))
        elif block.language in RUN:
            planned.append((block, Use("run")))
        elif block.language == "text":
            if not planned or planned[-1][0].language not in RUN or planned[-1][1].summary != "run":
                raise PageError(f"{block}: no block before it prints this; notest=figure marks text that is not output")
            planned[-1] = planned[-1][0], Use("run and compared", block)
        else:
            raise PageError(f"{block}: there is no rule for '{block.language}'; use {', '.join(RUN)}, text or file=NAME")
    return planned


def matches(expected, found):
    """Whether the output is the one that the page shows."""
    pattern = ""
    for line in expected.rstrip().splitlines():
        if line.strip() == "...":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += "[^\n]*?".join(re.escape(part) for part in line.rstrip().split("...")) + r" *\n"
    return re.fullmatch(pattern, found.rstrip() + "\n" if found.strip() else "") is not None


class World:
    """The working folder, and the shell, the Python and the C++ program of it."""

    def __init__(self, folder, build, guide):
        self.folder = pathlib.Path(folder) / "work"
        self.state = pathlib.Path(folder) / "home"
        self.python = None
        self.snippets = []
        self.folder.mkdir()
        self.state.mkdir()
        self.package = self.state / "inference_lite_lib"  # as PREAMBLE says
        installed = os.environ.get("LITE_INSTALLED_PACKAGE")
        if installed:
            self.package.symlink_to(installed)
        else:
            self.do(["cmake", "--install", build, "--prefix", self.package])
        device = self.state / "device"
        device.mkdir()
        path = [markdown.ROOT / "tests" / "tools" / "stand_in", os.environ["PATH"]]
        # What the user's own settings would change is left out.
        self.env = {key: value for key, value in os.environ.items() if not key.startswith(("LITE_", "GLOG_", "FLAGS_", "PYTHON"))}
        self.env.update(HOME=str(self.state), FAKE_DEVICE=str(device), LC_ALL="C.UTF-8", PYTHONDONTWRITEBYTECODE="1")
        if not guide:
            for path_in_tree in markdown.ROOT.iterdir():
                if not path_in_tree.name.startswith(("build.", ".git")):
                    (self.folder / path_in_tree.name).symlink_to(path_in_tree)
            (self.folder / "build.dev").symlink_to(build)
            self.env["LITE_PACKAGE"] = str(self.package)
        self.env["PATH"] = ":".join(map(str, path))

    def fetch_models(self):
        """What tools/ocr/fetch_models.py would write."""
        models = pathlib.Path(os.environ.get("LITE_OCR_MODELS", markdown.ROOT / "tests" / "data" / "ocr"))
        folder = pathlib.Path(self.place()) / "ppocr"
        folder.mkdir()
        for name in ("det", "rec", "cls", "keys.txt"):
            (folder / name).symlink_to(models / name)

    @staticmethod
    def do(words):
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            raise PageError(f"{' '.join(map(str, words))}: {done.stdout.decode()}")

    def run(self, block):
        """(status, output) of a block."""
        if block.language == "python":
            return self.run_python(block)
        return self.run_shell(block.text)

    def run_shell(self, text):
        variables, place = self.state / "variables", self.state / "place"
        script = f"trap 'export -p >{variables}; pwd >{place}' EXIT\n{text}"
        if variables.exists():
            script = f". {variables}\n" + script
        done = subprocess.run(["bash", "-e", "-c", script], cwd=self.place(), env=self.env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
        return done.returncode, done.stdout.decode(errors="replace")

    def place(self):
        place = self.state / "place"
        return place.read_text().rstrip("\n") if place.exists() else self.folder

    def run_python(self, block):
        if self.python is None:
            session = pathlib.Path(__file__).with_name("python_session.py")
            variables = self.state / "variables"
            words = ["bash", "-c", '[ ! -e "$1" ] || . "$1"; shift; exec "$@"', "python", variables, sys.executable, "-B", session]
            self.python = subprocess.Popen(words, cwd=self.folder, env=self.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        output = self.state / "python.out"
        output.write_text("")
        request = {"code": block.text, "place": str(block), "folder": str(self.place()), "output": str(output)}
        self.python.stdin.write(json.dumps(request).encode() + b"\n")
        self.python.stdin.flush()
        answer = self.python.stdout.readline()
        status = int(answer) if answer else self.python.wait()
        return status, output.read_text(errors="replace")

    def write(self, block):
        path = pathlib.Path(self.place()) / block.options["file"]
        if self.folder not in (path.parent.resolve() / path.name).parents or path.is_symlink():
            raise PageError(f"{block}: {path} does not belong to the page")
        path.write_text(block.text)

    def run_snippets(self, snippets):
        """[(status, output)] of the C++ snippets of a page."""
        mark = "--- end of a snippet"
        head, body = ['#include "paddle_api.h"', "#include <stdio.h>", "#include <unistd.h>"], []
        for block in snippets:
            body.append(f'{{\n#line {block.line + 1} "{markdown.name(block.page)}"')
            for line in block.text.splitlines():
                is_head = line.startswith(("#include", "using namespace "))
                (head if is_head else body).append(line)
                if is_head:
                    body.append("")  # so that the line numbers stay right
            body.append(f'fflush(stdout);\ndprintf(1, "{mark}\\n");')
        (self.folder / "snippets.cc").write_text("\n".join([*head, "int main() {", *body, "}" * len(snippets), "}", ""]))
        package = self.package / "cxx"
        status, output = self.run_shell(
            f"g++ -std=c++11 -Wall -Wno-unused-variable -I{package}/include {self.folder}/snippets.cc -o {self.folder}/snippets "
            f"-L{package}/lib -lpaddle_full_api_shared -Wl,-rpath,{package}/lib\n{self.folder}/snippets")
        parts = output.split(mark + "\n")
        results = [(0, part) for part in parts[:-1]]
        if len(results) < len(snippets):
            results.append((status or 1, parts[-1]))
        return results + [(1, "not reached")] * (len(snippets) - len(results))

    def close(self):
        if self.python is not None:
            self.python.stdin.close()
            self.python.wait()
            self.python.stdout.close()


def check_grammar(block):
    """What can be said about commands that are not run. Raises PageError."""
    if block.language == "python":
        try:
            compile(block.text, str(block), "exec")
        except SyntaxError as error:
            raise PageError(f"{block}: {error}") from error
    if block.language != "sh":
        return
    done = subprocess.run(["bash", "-n", "-c", block.text], stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise PageError(f"{block}: {done.stderr.decode()}")
    folders = {path.name for path in markdown.ROOT.iterdir() if path.is_dir() and not path.name.startswith("build.")}
    for word in re.findall(r"[\w./-]+", block.text):
        if word.split("/")[0] in folders and "/" in word and not (markdown.ROOT / word).exists():
            raise PageError(f"{block}: there is no {word}")


def check(block, use, status, output):
    """The reason why this result is not the one that the page promises, or none."""
    wanted = int(block.options.get("exit", 0))
    if status != wanted:
        return f"exit status {status} instead of {wanted}; it printed\n{output}"
    if use.shown is not None and not matches(use.shown.text, output):
        return f"it printed\n{output}\ninstead of\n{use.shown.text}"
    return None


def update(page, outputs):
    """Replaces the contents of text blocks: [(block, output)]."""
    lines = page.read_text(encoding="utf-8").splitlines()
    for block, output in sorted(outputs, key=lambda pair: -pair[0].line):
        lines[block.line:block.line + block.text.count("\n")] = output.rstrip().splitlines()
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(page, build, report=print, printed=None):
    """Runs a page; returns the number of blocks that failed. `printed` gets the outputs that differ."""
    planned = plan(page)
    snippets = [block for block, use in planned if block.language == "c++" and use.summary.startswith("run")]
    uses = dict((id(block), use) for block, use in planned)
    counts = {}
    failures = 0

    def judge(block, status, output):
        reason = check(block, uses[id(block)], status, output)
        if reason and uses[id(block)].shown and printed is not None and not reason.startswith("exit status"):
            printed.append((uses[id(block)].shown, output))
        report(f"{block}: {block.language}: {'FAILED: ' + reason if reason else uses[id(block)].summary}")
        return reason is not None

    with contextlib.ExitStack() as stack:
        world = None
        if any(not use.summary.startswith("notest") for _, use in planned):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="lite_docs_test."))
            world = World(folder, build, is_guide([block for block, _ in planned]))
            stack.callback(world.close)
        for block, use in planned:
            counts[use.summary] = counts.get(use.summary, 0) + 1
            if use.summary.startswith("notest"):
                check_grammar(block)
                if world is not None and block.options["notest"] == "fetches-models":
                    world.fetch_models()
                report(f"{block}: {block.language}: {use.summary}: it {REASONS[block.options['notest']]}")
            elif use.summary == "written":
                world.write(block)
                report(f"{block}: {block.language}: written into {block.options['file']}")
            elif block.language != "c++":
                failures += judge(block, *world.run(block))
            elif block is snippets[-1]:
                for snippet, (status, output) in zip(snippets, world.run_snippets(snippets)):
                    failures += judge(snippet, status, output)
    report(f"{markdown.name(page)}: " + (", ".join(f"{count} {what}" for what, count in sorted(counts.items())) or "no blocks"))
    return failures


def main():
    build = pathlib.Path(os.environ.get("LITE_BUILD_DIR", "")).resolve()
    failures = 0
    for word in sys.argv[1:]:
        if word == "--update":
            continue
        page = pathlib.Path(word).resolve()
        printed = []
        try:
            failures += run(page, build, printed=printed)
            if "--update" in sys.argv:
                update(page, printed)
        except (PageError, ValueError) as error:
            print(f"FAILED: {error}")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
