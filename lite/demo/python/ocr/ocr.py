#!/usr/bin/env python3
"""Reads the text of images with the package paddlelite. The same command line and output as the C++ demo `ocr`."""
import argparse
import json
import os
import sys

RED = (40, 40, 220)


def number(low, high):
    def parse(text):
        value = int(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    parse.__name__ = "number from %d to %d" % (low, high)
    return parse


def confidence(text):
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError("takes a number from 0 to 1, not '%s'" % text)
    return value


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="ocr.py", description="Finds the lines of text in each image and prints one line for each: text, "
        "confidence, and the corners of its box clockwise from the top left.",
        epilog="A model is an optimised file (.nb) or a folder with inference.pdmodel and inference.pdiparams. Times "
        "go to stderr. The exit status is 0, 1 when something could not be read, 2 for a wrong command line.")
    parser.add_argument("images", metavar="IMAGE", nargs="+", help="PNG, JPEG, BMP, PGM, PPM or WebP")
    parser.add_argument("--models", metavar="FOLDER", help="takes det.nb, rec.nb, cls.nb and keys.txt from FOLDER, or "
                        "the folders det, rec and cls where it has no .nb files")
    parser.add_argument("--det", metavar="MODEL", help="the detection model")
    parser.add_argument("--rec", metavar="MODEL", help="the recognition model")
    parser.add_argument("--cls", metavar="MODEL", help="the direction model; 'none': all lines are assumed upright. A line "
                        "that it turns and that then reads below 0.7 is read both ways")
    parser.add_argument("--keys", metavar="FILE", help="the characters that recognition can read, one per line, UTF-8")
    parser.add_argument("--threads", metavar="N", type=number(1, 64), default=1,
                        help="threads of a network, 1 to 64 (default 1)")
    parser.add_argument("--max-side", metavar="N", type=number(32, 4096), default=960,
                        help="images shrink to this longer side before detection, 32 to 4096 (default 960)")
    parser.add_argument("--min-confidence", metavar="X", type=confidence, default=0.5,
                        help="leaves out lines below this confidence, 0 to 1 (default 0.5)")
    parser.add_argument("--output", metavar="FILE", help="writes the image with numbered boxes (.png, .jpg, .bmp, .ppm)")
    parser.add_argument("--json", action="store_true", help="prints one JSON object for each image")
    parser.add_argument("--repeats", metavar="N", type=number(1, 1000000), default=1,
                        help="reads each image N times and reports the fastest (default 1)")
    arguments = parser.parse_args()
    if arguments.models:
        for name in ("det", "rec", "cls"):
            path = os.path.join(arguments.models, name)
            if getattr(arguments, name) is None:
                setattr(arguments, name, path if os.path.isdir(path) and not os.path.exists(path + ".nb") else path + ".nb")
        arguments.keys = arguments.keys or os.path.join(arguments.models, "keys.txt")
    if not (arguments.det and arguments.rec and arguments.keys):
        parser.error("name the models: --models FOLDER, or --det, --rec and --keys")
    if arguments.cls == "none":
        arguments.cls = None
    if arguments.output and len(arguments.images) > 1:
        parser.error("--output names one file, but %d images were given: run once per image" % len(arguments.images))
    if arguments.output and not arguments.output.lower().endswith((".png", ".jpg", ".jpeg", ".bmp", ".ppm")):
        parser.error("--output: an image is written as .png, .jpg, .bmp or .ppm")
    return arguments


def print_text(lines):
    for line in lines:
        print("%s\t%.4f\t%s" % (line.text, line.confidence, " ".join("%d,%d" % tuple(corner) for corner in line.box)))


def print_json(path, image, lines, milliseconds):
    print(json.dumps({
        "image": path, "width": image.shape[1], "height": image.shape[0],
        "lines": [{"text": line.text, "confidence": round(line.confidence, 6), "box": line.box,
                   "box_score": round(line.box_score, 6), "turned": line.turned} for line in lines],
        "milliseconds": {stage: round(value, 3) for stage, value in milliseconds.items()}}, ensure_ascii=False))


def write_annotated(path, image, lines):
    import cv2
    import numpy as np
    image = image.copy()
    scale = 1 + max(image.shape) // 1500
    for line in lines:
        cv2.polylines(image, [np.int32(line.box)], True, RED, 2 * scale)
    for i, line in enumerate(lines):
        label = "#%d %.2f" % (i + 1, line.confidence)
        (width, height), below = cv2.getTextSize(label, cv2.FONT_HERSHEY_SIMPLEX, 0.4 * scale, scale)
        x = max(0, min(line.box[0][0], image.shape[1] - width))
        y = max(height + below, line.box[0][1])
        cv2.rectangle(image, (x, y - height - below), (x + width, y), RED, -1)
        cv2.putText(image, label, (x, y - below), cv2.FONT_HERSHEY_SIMPLEX, 0.4 * scale, (255, 255, 255), scale,
                    cv2.LINE_AA)
    ending = os.path.splitext(path)[1].lower()
    with open(path, "wb") as file:
        file.write(cv2.imencode(ending, image)[1].tobytes())


def main():
    arguments = parse_arguments()
    try:
        import pipeline
    except ImportError as error:
        print("ocr.py: %s; install the wheel of paddlelite, and numpy and opencv-python-headless "
              "(requirements.txt)" % error, file=sys.stderr)
        return 1
    sys.stdout.reconfigure(encoding="utf-8")
    try:
        reader = pipeline.Reader(arguments.det, arguments.rec, arguments.keys, arguments.cls, arguments.threads,
                                 arguments.max_side, arguments.min_confidence)
    except pipeline.OcrError as error:
        print("ocr.py: %s" % error, file=sys.stderr)
        return 1
    status = 0
    for path in arguments.images:
        try:
            image = pipeline.read_image(path)
            lines, milliseconds = min((reader.read(image) for _ in range(arguments.repeats)),
                                      key=lambda result: result[1]["total"])
            if arguments.output:
                write_annotated(arguments.output, image, lines)
        except (pipeline.OcrError, OSError) as error:
            print("ocr.py: %s: %s" % (path, error) if path not in str(error) else "ocr.py: %s" % error, file=sys.stderr)
            status = 1
            continue
        if arguments.json:
            print_json(path, image, lines, milliseconds)
        else:
            if len(arguments.images) > 1:
                print("# " + path)
            print_text(lines)
        networks = [milliseconds[stage] for stage in ("detection", "direction", "recognition")]
        print("%s: %d line%s, %.1f ms (detection %.1f, direction %.1f, recognition %.1f, other %.1f)"
              % tuple([path, len(lines), "" if len(lines) == 1 else "s", milliseconds["total"]] + networks + [milliseconds["total"] - sum(networks)]),
              file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
