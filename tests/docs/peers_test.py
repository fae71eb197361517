"""The table of speed on README's first page has the numbers of the measurements."""
import re
import unittest

import markdown

README = markdown.ROOT / "README.md"
MEASURED = markdown.ROOT / "docs" / "measurements" / "x86-speed.md"


def rows(text, head):
    """{first cell: other cells} of the table below a heading."""
    section = text[text.index(head):]
    table = re.search(r"^\| network \|.*\n\| ---.*\n((?:\|.*\n)+)", section, re.M).group(1)
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return {first: rest for first, *rest in cells}


class Peers(unittest.TestCase):
    def test_numbers(self):
        measured = MEASURED.read_text(encoding="utf-8")
        best = rows(measured, "## Ratios to the best peer")
        others = rows(measured, "The same against MNN")
        shown = rows(README.read_text(encoding="utf-8"), "## Speed")
        self.assertGreater(len(shown), 3)
        for network, found in shown.items():
            with self.subTest(network):
                expected = [best[network][0].split()[0], best[network][1].split()[0], *others[network]]
                self.assertEqual(found, expected)

    def test_names_and_versions(self):
        """The heads name what was measured."""
        measured = MEASURED.read_text(encoding="utf-8")
        head = re.search(r"^\| network \|.*", README.read_text(encoding="utf-8"), re.M).group(0)
        for name, version in re.findall(r"([A-Z]?[A-Za-z][A-Za-z ]*?) (\d[\w.]*)", head):
            name = name.split(" of ")[-1].split(" and ")[-1].strip()
            with self.subTest(name):
                self.assertTrue(re.search(rf"{name}(\s+wheel)?\s+{re.escape(version)}", measured), version)


if __name__ == "__main__":
    unittest.main()
