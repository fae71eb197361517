#!/usr/bin/env python3
"""Writes tests/data/ocr: what OpenCV computes, for the geometry of the OCR demo, and small networks for its whole path.

    python3.10 -m venv v26 && v26/bin/pip install paddlepaddle==2.6.2 'numpy<2' setuptools
    v26/bin/python tools/golden/make_ocr.py networks
    v26/bin/python tools/golden/make_ocr.py maps MODELS      # the folder of tools/ocr/fetch_models.py

    python3.10 -m venv cv4 && cv4/bin/pip install opencv-python-headless==4.11.0.86 'numpy<2'
    cv4/bin/python tools/golden/make_ocr.py geometry

`maps` also needs Pillow; `geometry` reads what `maps` wrote.
"""
import json
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "tests", "data", "ocr")
DEMO = os.path.join(HERE, "..", "..", "lite", "demo")
PAGES = ("en", "zh", "tilt")


# ------------------------------------------------------------------------------------------------------------ networks
def networks():
    """Detection: dark and coloured pixels. Direction: turned where the upper half of a line is darker than the lower.
    Recognition: a red, green or blue column is the key 1, 2 or 3, anything else the blank."""
    import paddle
    from paddle import nn
    from paddle.base.proto import framework_pb2

    class Det(nn.Layer):
        def __init__(self):
            super().__init__()
            self.conv = nn.Conv2D(3, 1, 1)
            self.conv.weight.set_value(np.full((1, 3, 1, 1), -8 / 3, np.float32))
            self.conv.bias.set_value(np.float32([3.2]))

        def forward(self, x):
            return self.conv(x).sigmoid()

    class Cls(nn.Layer):
        def __init__(self):
            super().__init__()
            self.pool, self.fc, self.softmax = nn.AdaptiveAvgPool2D((2, 1)), nn.Linear(6, 2), nn.Softmax()
            weight = np.zeros((6, 2), np.float32)
            weight[:, 0], weight[:, 1] = [60, -60] * 3, [-60, 60] * 3
            self.fc.weight.set_value(weight)
            self.fc.bias.set_value(np.zeros(2, np.float32))

        def forward(self, x):
            return self.softmax(self.fc(self.pool(x).flatten(1)))

    class Rec(nn.Layer):
        def __init__(self):
            super().__init__()
            self.pool, self.conv, self.softmax = nn.AvgPool2D((48, 8), 8), nn.Conv2D(3, 5, 1), nn.Softmax()
            weight = np.zeros((5, 3, 1, 1), np.float32)
            for key in (1, 2, 3):
                weight[key, :, 0, 0] = -10
                weight[key, 3 - key, 0, 0] = 20  # blue, green, red
            self.conv.weight.set_value(weight)
            self.conv.bias.set_value(np.float32([9, 0, 0, 0, -20]))

        def forward(self, x):
            return self.softmax(self.conv(self.pool(x)).squeeze(2).transpose([0, 2, 1]))

    for name, layer, height in (("det", Det(), -1), ("cls", Cls(), 48), ("rec", Rec(), 48)):
        layer.eval()
        spec = [paddle.static.InputSpec([-1, 3, height, -1], "float32", "x")]
        folder = os.path.join(DATA, name)
        os.makedirs(folder, exist_ok=True)
        paddle.jit.save(layer, os.path.join(folder, "inference"), input_spec=spec)
        os.remove(os.path.join(folder, "inference.pdiparams.info"))
        # Without the lines of this script that made the operators.
        path = os.path.join(folder, "inference.pdmodel")
        program = framework_pb2.ProgramDesc()
        with open(path, "rb") as file:
            program.ParseFromString(file.read())
        for op in program.blocks[0].ops:
            kept = [attribute for attribute in op.attrs if attribute.name != "op_callstack"]
            del op.attrs[:]
            op.attrs.extend(kept)
        with open(path, "wb") as file:
            file.write(program.SerializeToString())
    with open(os.path.join(DATA, "keys.txt"), "w", encoding="utf-8") as file:
        file.write("r\n\u7eff\nb\n")


def maps(models):
    """What the real detection network says about the demo's pages, in 8 bits."""
    import PIL.Image
    from paddle import inference
    for page in PAGES:
        image = np.array(PIL.Image.open(os.path.join(DEMO, "cxx", "ocr", "images", page + ".png")).convert("RGB"))
        x = (image[:, :, ::-1].astype(np.float32) / np.float32(255) - np.float32(0.5)) / np.float32(0.5)
        config = inference.Config(models + "/det/inference.pdmodel", models + "/det/inference.pdiparams")
        config.disable_gpu()
        config.disable_glog_info()
        predictor = inference.create_predictor(config)
        handle = predictor.get_input_handle(predictor.get_input_names()[0])
        handle.copy_from_cpu(np.ascontiguousarray(x.transpose(2, 0, 1)[None]))
        predictor.run()
        probability = predictor.get_output_handle(predictor.get_output_names()[0]).copy_to_cpu()[0, 0]
        PIL.Image.fromarray(np.uint8(np.round(probability * 255))).save(os.path.join(DATA, "map_%s.png" % page), optimize=True)


# ------------------------------------------------------------------------------------------------------------ geometry
def image(width, height):
    """The image that the tests make by the same formula."""
    y, x, c = np.mgrid[0:height, 0:width, 0:3]
    return ((x * 31 + y * 57 + c * 85 + x * y * 11) % 256).astype(np.uint8)


def score_map(width, height):
    y, x = np.mgrid[0:height, 0:width]
    return (((x * 37 + y * 91 + x * y * 13) % 251) / np.float32(250)).astype(np.float32)


def hexadecimal(array):
    return np.ascontiguousarray(array).tobytes().hex()


def geometry():
    import cv2
    sys.path.insert(0, os.path.join(DEMO, "python", "ocr"))
    import detect

    random = np.random.RandomState(7)
    golden = {"resize": [], "crop": [], "rectangles": [], "contours": [], "means": [], "boxes": [], "orientations": []}

    for source, target in (((23, 17), (40, 11)), ((22, 16), (11, 8)), ((7, 5), (33, 48)), ((1, 1), (32, 32)),
                           ((64, 9), (13, 9)), ((9, 64), (9, 21)), ((301, 3), (17, 2)), ((5, 2), (6, 1))):
        result = cv2.resize(image(*source), target)
        golden["resize"].append({"source": source, "target": target, "pixels": hexadecimal(result)})

    for box in ([[8, 6], [40, 6], [40, 18], [8, 18]], [[3, 12], [44, 4], [46, 15], [5, 23]],
                [[10, 2], [22, 5], [14, 38], [2, 35]], [[0, 0], [59, 0], [59, 39], [0, 39]],
                [[30, 20], [55, 28], [52, 39], [27, 31]], [[5, 5], [6, 5], [6, 6], [5, 6]],
                [[1, 30], [58, 33], [58, 37], [1, 33]]):
        result = detect.crop(image(60, 40), np.float32(box))
        golden["crop"].append({"box": box, "size": [result.shape[1], result.shape[0]], "pixels": hexadecimal(result)})

    for i in range(40):
        points = (random.randn(random.randint(1, 30), 2) @ (random.randn(2, 2) * 15) + 100).astype(np.int32)
        if i < 3:
            points = [[[5, 9], [30, 9], [30, 20], [5, 20]], [[4, 4]], [[2, 3], [14, 12]]][i]
        rectangle = cv2.minAreaRect(np.array(points, np.int32).reshape(-1, 1, 2))
        golden["rectangles"].append({"points": np.array(points).tolist(), "sides": sorted(rectangle[1]),
                                     "corners": detect.corners(rectangle).tolist()})

    for text in ("........|.##..#..|.##.....|....#...", ".......|.#####.|.#...#.|.#.#.#.|.#...#.|.#####.", "#",
                 "##|##", "#.#|.#.|#.#", "####|#..#|#.##|####", "#...#...#|.#.#.#.#.|..#...#.."):
        mask = np.array([[c == "#" for c in row] for row in text.split("|")], np.uint8)
        found = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[-2]
        golden["contours"].append({"mask": text.split("|"), "contours": [sorted(c[:, 0].tolist()) for c in found]})
    for size in ((40, 30), (25, 60)):
        noise = cv2.GaussianBlur(random.rand(*size), (0, 0), 1.2)
        mask = (noise > np.median(noise)).astype(np.uint8)
        found = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[-2]
        golden["contours"].append({"mask": ["".join(".#"[v] for v in row) for row in mask],
                                   "contours": [sorted(c[:, 0].tolist()) for c in found]})

    probabilities = score_map(70, 50)
    for i in range(60):
        # Half of them leave the map.
        centre = random.rand(2) * [70, 50] if i % 2 else [35 + random.randn() * 3, 25 + random.randn() * 3]
        sides = random.rand(2) * ([60, 30] if i % 2 else [25, 15]) + 2
        box = detect.corners((centre, sides, random.rand() * 90 if i % 5 else 0))
        golden["means"].append({"box": box.tolist(), "mean": detect.mean_inside(probabilities, box)})

    for page in PAGES:
        stored = cv2.imread(os.path.join(DATA, "map_%s.png" % page), cv2.IMREAD_GRAYSCALE)
        probabilities = stored.astype(np.float32) / np.float32(255)
        for size in (stored.shape[::-1], (1000, 777)):
            found = detect.find_boxes(probabilities, size)
            golden["boxes"].append({"map": "map_%s.png" % page, "size": size,
                                    "boxes": [{"corners": b.astype(int).tolist(), "score": s} for b, s in found]})

    # Four quarters of different brightness; JPEG keeps blocks of one colour as they are.
    block = np.kron(np.array([[40, 110], [170, 240]], np.uint8), np.ones((8, 16), np.uint8))
    jpeg = cv2.imencode(".jpg", cv2.cvtColor(block, cv2.COLOR_GRAY2BGR), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    for little in (True, False):
        order = "little" if little else "big"
        tiff = (b"II*\0" if little else b"MM\0*") + (8).to_bytes(4, order) + (1).to_bytes(2, order)
        tiff += (0x0112).to_bytes(2, order) + (3).to_bytes(2, order) + (1).to_bytes(4, order)
        for value in range(1, 9):
            exif = b"Exif\0\0" + tiff + value.to_bytes(2, order) + b"\0\0" + b"\0\0\0\0"
            marked = jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:]
            shown = cv2.imdecode(np.frombuffer(marked, np.uint8), cv2.IMREAD_COLOR)
            golden["orientations"].append({
                "jpeg": marked.hex(), "size": [shown.shape[1], shown.shape[0]],
                "corners": [int(shown[y, x, 0]) for y, x in ((0, 0), (0, -1), (-1, 0), (-1, -1))]})

    with open(os.path.join(DATA, "golden.json"), "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join("%s: [\n%s\n]" % (json.dumps(name), ",\n".join(json.dumps(c) for c in cases))
                                      for name, cases in golden.items()) + "\n}\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["networks"]:
        networks()
    elif len(sys.argv) == 3 and sys.argv[1] == "maps":
        maps(sys.argv[2])
    elif sys.argv[1:] == ["geometry"]:
        geometry()
    else:
        sys.exit(__doc__)
