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
        for old, new, text in (
                ("hello from", "goodbye from", "it printed\nhello from folder"),
                ("mkdir folder", "mkdir /nowhere/folder", "exit status 1"),
                ("python exit=1", "python", "exit status 1 instead of 0"),
                ("ValueError: no\n", "ValueError: yes\n", "ValueError: no"),
                ("text\n5\n", "text\n6\n", "it printed\n5"),
                ("int value = 5", "int value = name", "name was not declared")):
            with self.subTest(text):
                failures, report = self.run_text(GOOD.replace(old, new))
                self.assertGreater(failures, 0)
                self.assertIn(text, report.replace("‘", "").replace("’", ""))

    def test_senseless_blocks_are_refused(self):
        for text, reason in (("```\na\n```", "no rule for ''"), ("```java\na\n```", "no rule for 'java'"),
                             ("```sh notest=tired\na\n```", "notest=tired is none of"), ("```sh exit\n", "has no end"),
                             ("```text\na\n```", "no block before it prints this"),
                             ("```sh notest=figure\na\n```", "does not go with sh"),
                             ("```sh often=1\na\n```", "unknown option often"),
                             ("```sh notest=needs-phone\nif\n```", "syntax error"),
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
