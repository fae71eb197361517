"""What the tests need to know of a Markdown page: its code blocks, headings and links."""
import pathlib
import re
import shlex
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Block(NamedTuple):
    """A fenced code block: ```language option=value ..."""
    page: pathlib.Path
    line: int  # of the opening fence
    language: str
    options: dict
    text: str

    def __str__(self):
        return f"{name(self.page)}:{self.line}"


def name(page):
    page = pathlib.Path(page).resolve()
    return str(page.relative_to(ROOT)) if ROOT in page.parents else page.name


def pages():
    """Every page of the project; build folders are not part of it."""
    found = [ROOT / "README.md"]
    for folder in ("docs", "lite", "tests", "tools", "cmake", "third-party"):
        found += sorted((ROOT / folder).rglob("*.md"))
    return found


def _lines(page):
    """(number, line, fence): `fence` is the opening fence's match on the lines of a block, fences included."""
    fence = None
    for number, line in enumerate(pathlib.Path(page).read_text(encoding="utf-8").splitlines(), 1):
        match = re.match(r"^( *)(`{3,})([^`]*)$", line)
        if fence is None and match:
            fence = match
            yield number, line, fence
        elif fence is not None and match and len(match[2]) >= len(fence[2]) and not match[3].strip():
            yield number, line, fence
            fence = None
        else:
            yield number, line, fence
    if fence is not None:
        raise ValueError(f"{name(page)}: the block '{fence[0]}' has no end")


def blocks(page):
    found = []
    fence, body, start = None, [], 0
    for number, line, at in _lines(page):
        if at is None:
            continue
        if fence is not at:
            fence, body, start = at, [], number
        elif re.fullmatch(r" *`{3,}\s*", line):
            words = shlex.split(fence[3])
            options = dict(word.partition("=")[::2] for word in words[1:])
            text = "".join(part[len(fence[1]):] + "\n" if part.startswith(fence[1]) else part.lstrip() + "\n" for part in body)
            found.append(Block(pathlib.Path(page), start, words[0] if words else "", options, text))
            fence = None
        else:
            body.append(line)
    return found


def anchors(page):
    """The anchors of a page's headings, as created by GitHub."""
    found = set()
    for _, line, fence in _lines(page):
        match = re.match(r"^#{1,6} +(.*?) *#*$", line)
        if fence is not None or not match:
            continue
        heading = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", match[1])
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = 0
        unique = slug
        while unique in found:
            number += 1
            unique = f"{slug}-{number}"
        found.add(unique)
    return found


def links(page):
    """(line number, target) of every link and image."""
    for number, line, fence in _lines(page):
        if fence is None:
            for target in re.findall(r"\]\(([^)\s]+)[^)]*\)", re.sub(r"`[^`]*`", "", line)):
                yield number, target
