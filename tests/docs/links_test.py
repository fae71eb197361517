"""Links of the pages lead somewhere, and blocks say what becomes of them."""
import collections
import unittest

import markdown
import run_page


class Links(unittest.TestCase):
    def test_targets_and_anchors_exist(self):
        count = 0
        for page in markdown.pages():
            for line, target in markdown.links(page):
                if target.startswith(("https://", "http://")):
                    continue
                count += 1
                with self.subTest(page=markdown.name(page), line=line, target=target):
                    path, _, anchor = target.partition("#")
                    file = (page.parent / path).resolve() if path else page
                    self.assertTrue(file.exists(), "no such file")
                    self.assertIn(markdown.ROOT, [file, *file.parents], "leads out of the project")
                    if anchor:
                        self.assertIn(anchor, markdown.anchors(file), "no such heading")
        self.assertGreater(count, 20)
        print(f"{count} links")


class Blocks(unittest.TestCase):
    def test_every_block_is_run_or_says_why_not(self):
        total = collections.Counter()
        for page in run_page.pages():
            with self.subTest(page=markdown.name(page)):
                for block, use in run_page.plan(page):
                    total[use.summary] += 1
        print(", ".join(f"{count} {what}" for what, count in sorted(total.items())))


if __name__ == "__main__":
    unittest.main()
