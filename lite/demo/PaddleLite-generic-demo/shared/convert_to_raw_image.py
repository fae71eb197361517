#!/usr/bin/env python3
"""Writes an image as the demos read it: SIDE x SIDE pixels of red, green and blue, one byte each.

  convert_to_raw_image.py IMAGE [SIDE [OUTPUT]]

SIDE is what the network takes (224), OUTPUT is IMAGE with the ending .raw. Needs Pillow, but for
binary PPM files.
"""
import os
import sys


def read_ppm(path):
    """Width, height and bytes of a binary PPM file with 8 bits for a colour."""
    with open(path, "rb") as file:
        data = file.read()
    fields, at = [], 0
    while len(fields) < 4:
        end = at
        while end < len(data) and not data[end:end + 1].isspace():
            end += 1
        if data[at:at + 1] == b"#":
            end = data.find(b"\n", at)
        elif end > at:
            fields.append(data[at:end])
        if end < 0 or end >= len(data):
            sys.exit(f"{path} is not a binary PPM image")
        at = end + 1
    width, height, largest = (int(field) for field in fields[1:])
    if fields[0] != b"P6" or largest != 255 or len(data) - at < 3 * width * height:
        sys.exit(f"{path} is not a binary PPM image with 8 bits for a colour")
    return width, height, data[at:at + 3 * width * height]


def scale(width, height, pixels, side):
    """Bilinear, pixel centres aligned."""
    result = bytearray()
    for y in range(side):
        source_y = min(max((y + 0.5) * height / side - 0.5, 0), height - 1)
        top = int(source_y)
        low = min(top + 1, height - 1)
        for x in range(side):
            source_x = min(max((x + 0.5) * width / side - 0.5, 0), width - 1)
            left = int(source_x)
            right = min(left + 1, width - 1)
            for c in range(3):
                def at(row, column, channel=c):
                    return pixels[3 * (row * width + column) + channel]
                part = source_x - left
                above = at(top, left) * (1 - part) + at(top, right) * part
                below = at(low, left) * (1 - part) + at(low, right) * part
                value = above + (below - above) * (source_y - top)
                result.append(int(value + 0.5))
    return bytes(result)


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__.strip())
    path = sys.argv[1]
    side = int(sys.argv[2]) if len(sys.argv) > 2 else 224
    output = sys.argv[3] if len(sys.argv) > 3 else os.path.splitext(path)[0] + ".raw"
    if path.endswith(".ppm"):
        raw = scale(*read_ppm(path), side)
    else:
        from PIL import Image
        image = Image.open(path).convert("RGB")
        raw = image.resize((side, side), Image.BILINEAR).tobytes()
    with open(output, "wb") as file:
        file.write(raw)


if __name__ == "__main__":
    main()
