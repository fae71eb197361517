"""The runner notices what a page says wrongly."""
import os
import pathlib
import tempfile
import unittest

import markdown
import run_page

BUILD = pathlib.Path(os.environ["LITE_BUILD_DIR"]).resolve()

# A page that is right in all its parts.
GOOD = """# Title

```sh
mkdir folder
cd folder
export WORD=hello
```

```sh
echo "$WORD from $(basename "$PWD")"
ls /nowhere 2>/dev/null || echo 12.5 ms
```

```text
hello from folder
... ms
```

```text file=number.txt
7
```

```python
number = int(open("number.txt").read())
```

```python exit=1
print(number + 1)
raise ValueError("no")
```

```text
8
Traceback (most recent call last):
...
ValueError: no
```

```c++
int value = 5;
```

```c++
#include <string>
printf("%s\\n", std::to_string(value).c_str());
int value = 6;  // of this scope
```

```text
5
```

```sh notest=builds-the-library
tools/test.sh --dev
```

```text notest=figure
a -> b
```
"""


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page = pathlib.Path(folder.name) / "page.md"

    def run_text(self, text):
        """(failed blocks, what was reported)"""
        self.page.write_text(text, encoding="utf-8")
        lines = []
        return run_page.run(self.page, BUILD, lines.append), "\n".join(lines)

    def test_good_page(self):
        failures, report = self.run_text(GOOD)
        self.assertEqual(failures, 0, report)
        self.assertTrue(report.endswith("page.md: 1 notest (builds-the-library), 1 notest (figure), 3 run, 3 run and compared, 1 written"),
                        report)

    def test_each_mistake_is_found(self):
        for page, text in (
                ("```sh\necho one\n```\n```text\ntwo\n```\n", "it printed\none"),
                ("```sh\nmkdir /nowhere/folder\n```\n", "exit status 1 instead of 0"),
                ("```sh exit=3\nexit 2\n```\n", "exit status 2 instead of 3"),
                ("```python\nraise ValueError\n```\n", "exit status 1 instead of 0"),
                ("```python\nprint(1)\n```\n```text\n2\n```\n", "it printed\n1"),
                ("```python\nimport os; os._exit(4)\n```\n", "exit status 4"),
                ("```c++\nint value = name;\n```\n", "name was not declared"),
                ("```c++\nint value = 1;\n```\n```c++\nreturn value;\n```\n", "page.md:4: c++: FAILED: exit status 1")):
            with self.subTest(page):
                failures, report = self.run_text(page)
                self.assertEqual(failures, 1)
                self.assertIn(text, report.replace("‘", "").replace("’", ""))

    def test_update_writes_what_was_printed(self):
        self.page.write_text("```sh\necho one\n```\n```text\ntwo\n```\nafter\n", encoding="utf-8")
        printed = []
        run_page.run(self.page, BUILD, lambda line: None, printed)
        run_page.update(self.page, printed)
        self.assertEqual(self.page.read_text(encoding="utf-8"), "```sh\necho one\n```\n```text\none\n```\nafter\n")

    def test_a_page_writes_into_its_folder_only(self):
        for name in ("../outside.txt", "README.md", "tests/new.txt", "/tmp/new.txt"):  # of a page about the source tree
            with self.subTest(name), self.assertRaisesRegex(run_page.PageError, "does not belong to the page"):
                self.run_text(f"```text file={name}\na\n```\n")

    def test_a_guide_has_the_package_and_nothing_else(self):
        failures, report = self.run_text(f"""# Guide

```sh
{run_page.PREAMBLE}```

```sh
ls
which text_to_model lite_model_dump paddle_lite_opt
```

```text
samples
.../inference_lite_lib/bin/text_to_model
.../inference_lite_lib/bin/lite_model_dump
.../inference_lite_lib/bin/paddle_lite_opt
```

```python
import paddlelite
print(paddlelite.__file__)
```

```text
.../inference_lite_lib/python/install/paddlelite/__init__.py
```

```sh notest=fetches-models
fetch_models.py ppocr
```

```sh
ls ppocr
```

```text
cls
det
keys.txt
rec
```
""")
        self.assertEqual(failures, 0, report)

    def test_pages_begin_alike(self):
        about_the_tree = {"README.md", "docs/CONTRIBUTING.md", "docs/building.md", "docs/cuda.md", "docs/extending.md",
                          "docs/measurements/extending.md", "docs/measurements/operators.md", "docs/operators.md"}
        for page in run_page.pages():
            planned = run_page.plan(page)
            if any(not use.summary.startswith("notest") for _, use in planned):
                with self.subTest(markdown.name(page)):
                    guide = run_page.is_guide([block for block, _ in planned])
                    self.assertNotEqual(guide, markdown.name(page) in about_the_tree)

    def test_senseless_blocks_are_refused(self):
        for text, reason in (("```\na\n```", "no rule for ''"), ("```java\na\n```", "no rule for 'java'"),
                             ("```sh notest=tired\na\n```", "notest=tired is none of"), ("```sh exit\n", "has no end"),
                             ("```text\na\n```", "no block before it prints this"),
                             ("```sh notest=figure\na\n```", "does not go with sh"),
                             ("```sh often=1\na\n```", "unknown option often"),
                             ("```sh notest=needs-phone\nif\n```", "syntax error"),
                             ("```python notest=needs-paddle\nif\n```", "invalid syntax"),
                             ("```sh notest=needs-phone\ntools/nothing.sh\n```", "there is no tools/nothing.sh")):
            with self.subTest(text), self.assertRaisesRegex((run_page.PageError, ValueError), reason):
                self.run_text(text)


class Texts(unittest.TestCase):
    def test_matches(self):
        for expected, found, wanted in (("a\n", "a  \n", True), ("a", "b", False), ("a ... c", "a b c", True), ("a ...", "a b\nc", False),
                                        ("...\nb", "b", True), ("...\nb", "a\na\nb\n", True), ("a\n...\n", "a\n", True), ("", "", True),
                                        ("", "a", False), ("1.5", "125", False), ("...", "", True)):
            with self.subTest(expected=expected, found=found):
                self.assertEqual(run_page.matches(expected, found), wanted)

    def test_anchors(self):
        with tempfile.NamedTemporaryFile("w", suffix=".md") as file:
            file.write("# One `two`, three!\n## Again\n## Again\n```sh\n# no heading\n```\n")
            file.flush()
            self.assertEqual(markdown.anchors(file.name), {"one-two-three", "again", "again-1"})


if __name__ == "__main__":
    unittest.main()
