"""The totals of the table of random programs are those of its rows."""
import re
import unittest

import markdown

PAGE = markdown.ROOT / "docs" / "measurements" / "operators.md"


class Programs(unittest.TestCase):
    def test_totals(self):
        text = PAGE.read_text(encoding="utf-8")
        table = re.search(r"^\| run \| seeds \|.*\n\| ---.*\n((?:\|.*\n)+)", text, re.M).group(1)
        programs = findings = minutes = 0
        for line in table.splitlines():
            run, _, ran, found = (cell.strip() for cell in line.strip("|").split("|"))
            counted = re.match(r"(?:at least )?(\d+)", ran)
            programs += int(counted.group(1)) if counted else 0
            findings += int(re.match(r"\d+", found).group())
            timed = re.search(r"(?:in|after) (\d+) minutes", run + " " + ran)
            minutes += int(timed.group(1)) if timed else 0
        stated = re.search(r"\nAltogether, (\d+) programs\s+and\s+forms[^.]*?(\d+)\s+findings[^.]*?(\d+)\s+hours", text)
        self.assertEqual([int(n) for n in stated.groups()], [programs, findings, minutes // 60])


if __name__ == "__main__":
    unittest.main()
