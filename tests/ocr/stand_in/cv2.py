"""What the Python demo of OCR uses of OpenCV, in numpy, so that its test needs no OpenCV: good enough for upright bars of colour, not
equal to OpenCV in the last bit (rounding, sub-pixel positions), and without drawing. Reads PPM and PNG without filters."""
import zlib

import numpy as np

__version__ = "4.0.0-stand-in"

IMREAD_UNCHANGED, IMREAD_COLOR, INTER_CUBIC, BORDER_REPLICATE, RETR_LIST, CHAIN_APPROX_SIMPLE = -1, 1, 2, 1, 1, 2
ROTATE_180, ROTATE_90_COUNTERCLOCKWISE = 1, 2


class error(Exception):
    """OpenCV's name."""
    err = "stand-in"


def imdecode(data, flags):
    """Blue, green, red, and what the file has besides where it is not to be changed; None of what it cannot read."""
    data = data.tobytes()
    try:
        width, height, pixels = decode_png(data) if data.startswith(b"\x89PNG") else decode_ppm(data)
        rows = np.frombuffer(pixels, np.uint8).reshape(height, width, -1)
    except (ValueError, IndexError, zlib.error):
        return None
    colours = rows[:, :, 2::-1]
    return colours.copy() if flags == IMREAD_COLOR else np.dstack([colours, rows[:, :, 3:]])


def decode_ppm(data):
    kind, width, height, most, pixels = data.split(maxsplit=4) if data[:2] == b"P6" else [0] * 5
    if kind != b"P6" or most != b"255":
        raise ValueError
    size = int(width) * int(height) * 3
    return int(width), int(height), data[len(data) - size:] if len(pixels) <= size else pixels[:size]


def decode_png(data):
    at, packed, header = 8, b"", b""
    while data[at + 4:at + 8] != b"IEND":
        size = int.from_bytes(data[at:at + 4], "big")
        if at + 12 + size > len(data):
            raise ValueError
        if data[at + 4:at + 8] == b"IHDR":
            header = data[at + 8:at + 8 + size]
        else:
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    width, height = (int.from_bytes(header[i:i + 4], "big") for i in (0, 4))
    channels = 4 if header[9] == 6 else 3
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + channels * width)
    if rows[:, 0].any():
        raise ValueError
    return width, height, rows[:, 1:].tobytes()


def sample(image, x, y):
    """Between the four nearest pixels; beyond the border, the border."""
    height, width = image.shape[:2]
    x, y = np.clip(x, 0, width - 1), np.clip(y, 0, height - 1)
    x0, y0 = np.floor(x).astype(int), np.floor(y).astype(int)
    x1, y1 = np.minimum(x0 + 1, width - 1), np.minimum(y0 + 1, height - 1)
    fx, fy = (x - x0)[..., None], (y - y0)[..., None]
    above = image[y0, x0] * (1 - fx) + image[y0, x1] * fx
    below = image[y1, x0] * (1 - fx) + image[y1, x1] * fx
    return np.rint(above * (1 - fy) + below * fy).astype(np.uint8)


def resize(image, size):
    height, width = image.shape[:2]
    x = (np.arange(size[0]) + 0.5) * width / size[0] - 0.5
    y = (np.arange(size[1]) + 0.5) * height / size[1] - 0.5
    return sample(image, *np.meshgrid(x, y))


def rotate(image, code):
    return np.rot90(image, 2 if code == ROTATE_180 else 1).copy()


def dilate(mask, kernel):
    """By ones of 2 x 2: a pixel also takes its neighbours at the left and above."""
    assert kernel.shape == (2, 2) and kernel.all()
    grown = np.pad(mask, ((1, 0), (1, 0)))
    return np.maximum.reduce([grown[:-1, :-1], grown[:-1, 1:], grown[1:, :-1], grown[1:, 1:]])


def findContours(mask, _mode, _method):
    """All pixels of each region in place of its outline; regions also touch at corners."""
    left = set(zip(*(axis.tolist() for axis in np.nonzero(mask))))
    contours = []
    while left:
        todo = [left.pop()]
        region = []
        while todo:
            y, x = todo.pop()
            region.append((x, y))
            for near in ((y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)):
                if near in left:
                    left.remove(near)
                    todo.append(near)
        contours.append(np.array(region, np.int32)[:, None])
    return contours, None


def convex_hull(points):
    def half(ordered):
        hull = []
        for p in ordered:
            while len(hull) > 1 and np.cross(np.subtract(hull[-1], hull[-2]), np.subtract(p, hull[-2])) <= 0:
                hull.pop()
            hull.append(p)
        return hull[:-1]

    points = sorted(points)
    return (half(points) + half(points[::-1])) or points


def minAreaRect(contour):
    """((x, y), (width, height), angle), the smallest rectangle along a side of the convex hull."""
    points = contour[:, 0]
    rows = {}  # the ends of each row are enough for the hull
    for x, y in points.tolist():
        low, high = rows.get(y, (x, x))
        rows[y] = min(low, x), max(high, x)
    hull = np.array(convex_hull({(x, y) for y, ends in rows.items() for x in ends}), float)
    best = None
    for side in np.roll(hull, -1, axis=0) - hull:
        angle = np.arctan2(side[1], side[0])
        along = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        turned = hull @ along.T
        low, high = turned.min(axis=0), turned.max(axis=0)
        if best is None or np.prod(high - low) < best[0]:
            best = np.prod(high - low), (low + high) / 2 @ along, high - low, np.degrees(angle)
    return tuple(best[1]), tuple(best[2]), best[3]


def boxPoints(rectangle):
    (x, y), (width, height), angle = rectangle
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.float32([(x + a * width * cos - b * height * sin, y + a * width * sin + b * height * cos)
                       for a, b in ((-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5), (0.5, 0.5))])


def fillPoly(mask, polygons, value):
    """Of a convex quadrangle, clockwise on the screen; its border is a pixel wide."""
    y, x = np.indices(mask.shape)
    for polygon in polygons:
        inside = np.ones(mask.shape, bool)
        for (x0, y0), (x1, y1) in zip(polygon.tolist(), np.roll(polygon, -1, axis=0).tolist()):
            inside &= (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= -max(abs(x1 - x0), abs(y1 - y0)) / 2
        mask[inside] = value


def getPerspectiveTransform(source, target):
    rows, values = [], []
    for (x, y), (u, v) in zip(source, target):
        rows += [[x, y, 1, 0, 0, 0, -x * u, -y * u], [0, 0, 0, x, y, 1, -x * v, -y * v]]
        values += [u, v]
    return np.append(np.linalg.solve(np.array(rows, float), np.array(values, float)), 1).reshape(3, 3)


def warpPerspective(image, matrix, size, flags, borderMode):  # pylint: disable=unused-argument
    x, y = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    u, v, w = np.tensordot(np.linalg.inv(matrix), np.stack([x, y, np.ones_like(x)]), 1)
    return sample(image, u / w, v / w)
