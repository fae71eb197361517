"""Reads the text of images with three networks: where lines are (det), whether a line is upside down (cls), and
what it says (rec)."""
import math
import os
import platform
import time

import cv2
import numpy as np

from paddlelite import lite

import detect

LINE_HEIGHT = 48  # of cls and rec
DIRECTION_WIDTH = 192  # of cls
SHORTEST_LINE, LONGEST_LINE = 320, 6400  # of rec; longer lines are squeezed
SURELY_TURNED = 0.9
SURELY_READ = 0.7  # confidence of a turned line that needs no second look
MAX_SIDE, MAX_PIXELS = 32767, 100 * 1000 * 1000  # of an image


class OcrError(Exception):
    """Something could not be read, or is not what it should be; the text says what."""


class Network:
    """A model of one image input and one output. One predictor serves all sizes."""

    def __init__(self, path, task, threads):
        self.path, self.task, self.seconds = path, task, 0.0
        if not os.path.exists(path):
            raise OcrError("the %s model: %s does not exist" % (task, path))
        if os.path.isdir(path):  # as Paddle saved it
            config = lite.CxxConfig()
            config.set_model_file(os.path.join(path, "inference.pdmodel"))
            config.set_param_file(os.path.join(path, "inference.pdiparams"))
            target = lite.TargetType.X86 if platform.machine() in ("x86_64", "AMD64") else lite.TargetType.ARM
            config.set_valid_places([lite.Place(target, lite.PrecisionType.FP32)])
        else:
            config = lite.MobileConfig()
            config.set_model_from_file(path)
        config.set_threads(threads)
        try:
            self.predictor = lite.create_paddle_predictor(config)
        except lite.LiteError as error:
            raise OcrError("the %s model: %s" % (task, error)) from None
        names = self.predictor.get_input_names(), self.predictor.get_output_names()
        if [len(n) for n in names] != [1, 1]:
            raise OcrError("%s is not a %s model: it has %d inputs and %d outputs, expected one of each"
                           % (path, task, len(names[0]), len(names[1])))
        shape = self.predictor.get_input(0).shape()
        if shape and (len(shape) != 4 or shape[1] not in (3, -1)):
            raise OcrError("%s is not a %s model: its input is %s, expected [-1, 3, height, width]" % (path, task, shape))

    def __call__(self, image, width):
        """Runs on an image of 8-bit colours at the left of an input `width` wide."""
        height, filled = image.shape[:2]
        planes = np.zeros((1, 3, height, width), np.float32)
        planes[0, :, :, :filled] = (image.transpose(2, 0, 1) / np.float32(255) - np.float32(0.5)) / np.float32(0.5)
        self.predictor.get_input(0).from_numpy(planes)
        begin = time.perf_counter()
        try:
            self.predictor.run()
        except lite.LiteError as error:
            raise OcrError("the %s model %s does not run: %s" % (self.task, self.path, error)) from None
        self.seconds += time.perf_counter() - begin
        return self.predictor.get_output(0).numpy()

    def expect(self, output, fits, expected):
        if output.dtype != np.float32:
            raise OcrError("%s is not a %s model: its output does not hold floats" % (self.path, self.task))
        if not fits:
            raise OcrError("%s is not a %s model: its output is %s, expected %s"
                           % (self.path, self.task, list(output.shape), expected))


class Line:
    def __init__(self, text, confidence, box, box_score, turned):
        self.text, self.confidence, self.box, self.box_score, self.turned = text, confidence, box, box_score, turned


def load_keys(path):
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            keys = [line.rstrip("\r\n") for line in file]
    except OSError as error:
        raise OcrError("cannot read the keys %s: %s" % (path, error.strerror)) from None
    except ValueError:
        keys = []
    if not keys:
        raise OcrError("%s is not a key file: it must hold one character a line, in UTF-8" % path)
    return keys


def read_image(path):
    """Blue, green, red, put upright as the camera says."""
    try:
        data = np.fromfile(path, np.uint8)
    except OSError as error:
        raise OcrError("cannot read %s: %s" % (path, error.strerror)) from None
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error as error:
        raise OcrError("%s cannot be decoded: %s" % (path, error.err)) from None
    if image is None:
        raise OcrError("%s is empty, damaged or not an image" % path)
    if data[:4].tobytes() == b"\x89PNG":
        image = blend_on_white(cv2.imdecode(data, cv2.IMREAD_UNCHANGED), image)
    height, width = image.shape[:2]
    if max(height, width) > MAX_SIDE or height * width > MAX_PIXELS:
        raise OcrError("%s has %d x %d pixels; at most %d on a side and %d million in all are read"
                       % (path, width, height, MAX_SIDE, MAX_PIXELS // 1000000))
    return image


def blend_on_white(unchanged, image):
    """What is transparent in a PNG file shows a white page below; `image` where nothing can be."""
    if unchanged is None or unchanged.ndim != 3 or unchanged.shape[2] != 4:
        return image
    if unchanged.dtype == np.uint16:
        unchanged = (unchanged >> 8).astype(np.uint8)
    alpha = unchanged[:, :, 3:].astype(np.uint32)
    return ((unchanged[:, :, :3] * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)


def detection_size(width, height, max_side):
    """The size at which detection sees an image: at most `max_side`, multiples of 32."""
    ratio = min(1.0, max_side / max(width, height))
    return [max(32, int(round(int(side * ratio) / 32) * 32)) for side in (width, height)]


def recognition_width(line):
    height, width = line.shape[:2]
    return int(min(LONGEST_LINE, LINE_HEIGHT * max(SHORTEST_LINE / LINE_HEIGHT, width / height)))


def fit_line(line, width):
    """The line at the height of the networks, as wide as its shape asks for but not beyond `width`."""
    natural = math.ceil(LINE_HEIGHT * line.shape[1] / line.shape[0])
    return cv2.resize(line, (min(width, natural), LINE_HEIGHT))


def decode(probabilities, keys):
    """The likeliest class of each step; equal neighbours are one character, class 0 is none."""
    best, confidence = probabilities.argmax(axis=1), probabilities.max(axis=1)
    kept = best != 0
    kept[1:] &= best[1:] != best[:-1]
    text = "".join(keys[i - 1] for i in best[kept])
    return text, float(confidence[kept].mean()) if kept.any() else 0.0


class Reader:
    """`cls` may be None: lines are then assumed upright."""

    def __init__(self, det, rec, keys, cls=None, threads=1, max_side=960, min_confidence=0.5):
        self.keys_path, self.keys, self.max_side, self.min_confidence = keys, load_keys(keys), max_side, min_confidence
        self.det = Network(det, "detection", threads)
        self.cls = Network(cls, "direction", threads) if cls else None
        self.rec = Network(rec, "recognition", threads)

    def read(self, image):
        """-> ([Line] in reading order, milliseconds by stage). Lines in which nothing is recognised, or not surely
        enough, are left out."""
        networks = {"detection": self.det, "direction": self.cls, "recognition": self.rec}
        for network in networks.values():
            if network:
                network.seconds = 0.0
        begin = time.perf_counter()
        lines = []
        for box, score in self.find_boxes(image):
            line = detect.crop(image, box)
            if line is None:
                continue
            text, confidence, turned = self.read_line(line)
            if text and confidence >= self.min_confidence:
                lines.append(Line(text, confidence, box.astype(int).tolist(), score, turned))
        milliseconds = {"total": 1e3 * (time.perf_counter() - begin)}
        milliseconds.update((stage, 1e3 * n.seconds if n else 0.0) for stage, n in networks.items())
        return lines, milliseconds

    def read_line(self, line):
        """-> text, confidence, and whether the line was upside down."""
        if self.cls is None or not self.is_turned(line):
            return (*self.recognise(line), False)
        turned = self.recognise(cv2.rotate(line, cv2.ROTATE_180))
        if turned[1] >= SURELY_READ:
            return (*turned, True)
        # The direction network sees a long line at a quarter of its width and errs then; a line that is read upside down makes
        # little sense, which shows in the confidence.
        upright = self.recognise(line)
        return (*upright, False) if upright[1] > turned[1] else (*turned, True)

    def find_boxes(self, image):
        height, width = image.shape[:2]
        size = detection_size(width, height, self.max_side)
        probabilities = self.det(cv2.resize(image, size) if size != [width, height] else image, size[0])
        expected = [1, 1, size[1], size[0]]
        self.det.expect(probabilities, list(probabilities.shape) == expected, expected)
        return detect.find_boxes(probabilities[0, 0], (width, height))

    def is_turned(self, line):
        probabilities = self.cls(fit_line(line, DIRECTION_WIDTH), DIRECTION_WIDTH)
        self.cls.expect(probabilities, probabilities.shape == (1, 2), [1, 2])
        return bool(probabilities[0, 1] > SURELY_TURNED)

    def recognise(self, line):
        width = recognition_width(line)
        probabilities = self.rec(fit_line(line, width), width)
        self.rec.expect(probabilities, probabilities.ndim == 3 and probabilities.shape[0] == 1, "[1, steps, classes]")
        classes = probabilities.shape[2]
        if classes - len(self.keys) not in (1, 2):
            raise OcrError("the recognition model has %d classes, but %s has %d lines, expected %d (the other two are "
                           "the blank and the space): keys and model do not match"
                           % (classes, self.keys_path, len(self.keys), classes - 2))
        return decode(probabilities[0], self.keys + [" "])
