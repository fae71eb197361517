#!/usr/bin/env python3
"""How well the OCR demo reads pages of long upright lines, which the direction network, seeing a line at 192 pixels,
takes for turned ones.

  tests/perf/ocr_lines.py OCR MODELS [PAGES]

OCR is the program of lite/demo/cxx/ocr, MODELS its folder of models. Needs Pillow and the font DejaVu Sans."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from PIL import Image, ImageDraw, ImageFont

WORDS = ("the quick brown fox jumps over lazy dog light runs small models on phones boards and computers with threads "
         "memory plan kernel image text line network result value shape time speed test field river mountain window garden "
         "letter number street winter summer market engine paper silver copper morning evening journey history science "
         "music picture").split()
SIZE, LINES, WIDTH, PIXELS = (3000, 2000), 20, 2500, 44


def draw(path, rng):
    """Draws a page and returns its texts."""
    font = ImageFont.truetype("DejaVuSans.ttf", PIXELS)
    page = Image.new("RGB", SIZE, (252, 250, 244))
    texts = []
    for i in range(LINES):
        text = ""
        while font.getlength(text) < WIDTH:
            text += (" " if text else "") + rng.choice(WORDS)
        ImageDraw.Draw(page).text((100, 60 + 95 * i), text, font=font, fill=(20, 20, 20))
        texts.append(text)
    page.save(path)
    return texts


def main():
    ocr, models = sys.argv[1:3]
    pages = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    rng = random.Random(7)
    drawn, correct, turned = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(pages):
            path = pathlib.Path(folder) / "page.png"
            texts = draw(path, rng)
            done = subprocess.run([ocr, "--json", "--models", models, path], stdout=subprocess.PIPE, check=True)
            lines = json.loads(done.stdout)["lines"]
            found = {line["text"].replace(" ", "") for line in lines}
            drawn += len(texts)
            correct += sum(text.replace(" ", "") in found for text in texts)
            turned += [line["confidence"] for line in lines if line["turned"]]
    print(f"{drawn} lines, {correct} read without an error except in spaces")
    print(f"{len(turned)} turned" + (f", confidence {min(turned):.2f} to {max(turned):.2f}" if turned else ""))


if __name__ == "__main__":
    main()
