"""Builds the demos for NPUs against the published package and runs them by their run_with_adb.sh, with an adb that executes
on this machine and with the software NPU as Kirin's and Rockchip's."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

BUILD = os.environ["LITE_BUILD_DIR"]
DEVICE = "fake_device"
KIRIN = "FAKE_DEVICE_OPERATIONS=kirin"
HALF = KIRIN + ";FAKE_DEVICE_PRECISION=fp16"
ROCKCHIP = "FAKE_DEVICE_OPERATIONS=rockchip;FAKE_DEVICE_PRECISION=int8"
# Quantised with one scale for each tensor. Its four classes are combinations of the image's mean colours.
QUANTISED = """
input %image: float[1,3,224,224]
const %w: int8[4,3,1,1] = [100, 20, 0, 0, 90, 10, 10, 0, 80, 50, 50, 50]
const %b: float[4] = [0.5, 0.25, 0.0, 0.0]
const %w_fc: int8[4,4] = [100, 0, 0, 0, 0, 80, 0, 0, 0, 0, 60, 0, 0, 0, 0, 20]
const %b_fc: float[4] = [1.0, 0.5, 0.0, -1.0]
conv2d(Input=%image, Filter=%w, Bias=%b) -> (Output=%c) {strides=[4, 4], paddings=[0, 0], groups=1, Input0_scale=[0.02], Filter0_scale=[0.01], Output0_scale=[0.04], out_threshold=5.08, enable_int8=true}
relu(X=%c) -> (Out=%r) {out_threshold=5.08}
pool2d(X=%r) -> (Out=%p) {pooling_type="avg", ksize=[1, 1], global_pooling=true, out_threshold=2.54}
fc(Input=%p, W=%w_fc, Bias=%b_fc) -> (Out=%f) {in_num_col_dims=1, Input0_scale=[0.02], W0_scale=[0.02], out_threshold=5.08, enable_int8=true}
softmax(X=%f) -> (Out=%y) {axis=-1, out_threshold=1.0}
output %y
"""
NUMBER = r"-?\d+\.\d{6}"

# Takes `adb [-s SERIAL] push FILE FOLDER`, `adb [-s SERIAL] shell COMMAND` and `adb root`, and writes them to ADB_LOG.
ADB = """#!/usr/bin/env bash
set -e
echo "$*" >>"$ADB_LOG"
if [ "$1" = -s ]; then shift 2; fi
case $1 in
  push) cp -r "$2" "$3" ;;
  shell) exec bash -c "$2" ;;
  root) ;;
  *) exit 1 ;;
esac
"""


def run(command, folder, variables=()):
    return subprocess.run(command, cwd=folder, env=dict(os.environ, **dict(variables)), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8", timeout=300, check=False)


def succeed(command, folder, variables=()):
    done = run(command, folder, variables)
    if done.returncode != 0:
        raise AssertionError("%s: status %d\n%s%s" % (command, done.returncode, done.stdout, done.stderr))
    return done


def write_image(path, side, contrast):
    """Smooth and coloured, the same each time. Scores of networks with random weights are all 0 or 1 unless contrast is low."""
    with open(path, "wb") as file:
        for y in range(side):
            for x in range(side):
                file.write(bytes(128 + (value % 256 - 128) // contrast
                                 for value in ((x * 255) // side, (y * 255) // side, (x * y) // side + 3 * y)))


class DemosTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = tempfile.mkdtemp(prefix="lite_demos_test.")
        cls.addClassCleanup(shutil.rmtree, cls.dir)
        package = os.path.join(cls.dir, "package")
        succeed(["cmake", "--install", BUILD, "--prefix", package], cls.dir)
        cls.demos = os.path.join(package, "demo", "PaddleLite-generic-demo")
        cls.opt = os.path.join(package, "bin", "opt")
        cls.text_to_model = os.path.join(package, "bin", "text_to_model")
        libraries = os.path.join(cls.demos, "libs", "PaddleLite", "linux", "amd64")
        os.makedirs(os.path.join(libraries, "lib", DEVICE))
        shutil.copytree(os.path.join(package, "cxx", "include"), os.path.join(libraries, "include"))
        for kind in ("light", "full"):
            shutil.copy(os.path.join(package, "cxx", "lib", "libpaddle_%s_api_shared.so" % kind), os.path.join(libraries, "lib"))
        protobuf = os.path.join(package, "third_party", "protobuf", "lib")
        for name in os.listdir(protobuf):
            shutil.copy(os.path.join(protobuf, name), os.path.join(libraries, "lib"))
        shutil.copy(os.path.join(package, "cxx", "lib", "libnnadapter.so"), os.path.join(libraries, "lib", DEVICE))
        shutil.copy(os.path.join(BUILD, "lite", "backends", "nnadapter", "lib%s.so" % DEVICE),
                    os.path.join(libraries, "lib", DEVICE))
        os.makedirs(os.path.join(cls.dir, "bin"))
        adb = os.path.join(cls.dir, "bin", "adb")
        with open(adb, "w", encoding="ascii") as file:
            file.write(ADB)
        os.chmod(adb, 0o755)
        cls.log = os.path.join(cls.dir, "adb.log")
        cls.classify = cls.make_demo("image_classification_demo")
        with open(os.path.join(cls.classify, "..", "assets", "labels", "synset_words.txt"), "w", encoding="ascii") as file:
            file.write("".join("n%08d class %d, of a test\n" % (i, i) for i in range(1000)))
        write_image(os.path.join(cls.classify, "..", "assets", "images", "tabby_cat.raw"), 224, 1)
        cls.detect = cls.make_demo("ssd_detection_demo")
        write_image(os.path.join(cls.detect, "..", "assets", "images", "dog.raw"), 300, 32)

    @classmethod
    def make_demo(cls, name):
        folder = os.path.join(cls.demos, name, "shell")
        succeed(["./build.sh", "linux", "amd64"], folder)
        return folder

    def model(self, demo, network, name):
        """The folder of a network of the zoo under a name of the seeds."""
        folder = os.path.join(demo, "..", "assets", "models", name)
        if not os.path.exists(folder):
            succeed([os.path.join(BUILD, "tests", "perf", "materialise_zoo"), network, folder], self.dir)
        return folder

    def run_demo(self, demo, *arguments, properties=KIRIN, expect=0, script="./run_with_adb.sh", **variables):
        done = run([script, *arguments], demo,
                   dict({"PATH": os.path.join(self.dir, "bin") + os.pathsep + os.environ["PATH"], "ADB_LOG": self.log,
                         "WORK_SPACE": os.path.join(self.dir, "device"), "NNADAPTER_STRICT": "1",
                         "NNADAPTER_CONTEXT_PROPERTIES": properties, "REPEAT": "2", **variables}))
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def check_times(self, lines, repeat=2):
        for i in range(repeat):
            self.assertRegex(lines[i], r"^iter %d cost: %s ms$" % (i, NUMBER))
        self.assertRegex(lines[repeat], r"^warmup: 1 repeat: %d, average: %s ms, max: %s ms, min: %s ms$" %
                         (repeat, NUMBER, NUMBER, NUMBER))
        for line, name in zip(lines[-3:], ("Preprocess", "Prediction", "Postprocess")):
            self.assertRegex(line, r"^%s time: %s ms$" % (name, NUMBER))
        return lines[repeat + 1:-3]

    def classes(self, done):
        """Names and scores, from the best to the worst."""
        lines = self.check_times(done.stdout.splitlines())
        self.assertEqual(lines[0], "results: 3")
        found = [re.match(r"^Top%d (class \d+, of a test) - (%s)$" % (i, NUMBER), line) for i, line in enumerate(lines[1:])]
        self.assertTrue(len(found) == 3 and all(found), lines)
        return [match.group(1) for match in found], [float(match.group(2)) for match in found]

    def objects(self, done):
        lines = self.check_times(done.stdout.splitlines())
        self.assertEqual(lines[0], "results: %d" % (len(lines) - 1))
        found = []
        for i, line in enumerate(lines[1:]):
            match = re.match(r"^\[%d\] ([a-z]+) - (%s) (%s),(%s),(%s),(%s)$" % (i, *[NUMBER] * 5), line)
            self.assertTrue(match, line)
            found.append((match.group(1), *map(float, match.groups()[1:])))
        return found

    def opt_model(self, demo, folder, targets, name):
        """`name`.nb beside the models."""
        succeed([self.opt, "--model_dir=" + folder, "--optimize_out_type=naive_buffer", "--valid_targets=" + targets,
                 "--optimize_out=" + os.path.join(demo, "..", "assets", "models", name)], self.dir)

    def expect_same(self, found, expected, tolerance):
        """The same classes with about the same scores."""
        self.assertEqual(found[0], expected[0])
        for a, b in zip(found[1], expected[1]):
            self.assertLess(abs(a - b), tolerance)

    def test_classification_for_kirin(self):
        name = "mobilenet_v1_fp32_224"
        folder = self.model(self.classify, "mobilenet_v1_f", name)
        on_cpu = self.classes(self.run_demo(self.classify, name, "linux", "amd64"))
        # A folder of Paddle, converted on the device. Scores are printed with six digits.
        converted = self.classes(self.run_demo(self.classify, name, "linux", "amd64", DEVICE))
        self.expect_same(converted, on_cpu, 3e-6)
        # A file of opt.
        self.opt_model(self.classify, folder, "huawei_kirin_npu,x86", name + "." + DEVICE)
        self.assertEqual(self.classes(self.run_demo(self.classify, name, "linux", "amd64", DEVICE)), converted)
        # networks_test.cc has the errors of half precision.
        in_half = self.classes(self.run_demo(self.classify, name, "linux", "amd64", DEVICE, properties=HALF))
        self.assertEqual(in_half[0], converted[0])
        self.assertNotEqual(in_half[1], converted[1])

    def test_classification_for_rockchip(self):
        name = "mobilenet_v1_int8_224_per_layer"
        folder = os.path.join(self.dir, "quantised")
        with subprocess.Popen([self.text_to_model, folder], stdin=subprocess.PIPE, encoding="ascii") as writer:
            writer.communicate(QUANTISED)
        self.assertEqual(writer.returncode, 0)
        self.opt_model(self.classify, folder, "x86", name + ".cpu")
        self.opt_model(self.classify, folder, "rockchip_npu,x86", name + "." + DEVICE)
        on_cpu = self.classes(self.run_demo(self.classify, name, "linux", "amd64"))
        on_npu = self.classes(self.run_demo(self.classify, name, "linux", "amd64", DEVICE, properties=ROCKCHIP))
        self.expect_same(on_npu, on_cpu, 0.02)

    def test_detection_for_kirin(self):
        name = "ssd_mobilenet_v1_relu_voc_fp32_300"
        folder = self.model(self.detect, "ssd_mobilenet_v1_f", name)
        on_cpu = self.objects(self.run_demo(self.detect, name, "linux", "amd64"))
        # With the file that keeps operators on the processor: the marker of line 12 is deleted.
        script = os.path.join(self.detect, "run_with_adb.sh")
        with open(script, encoding="utf-8") as file:
            lines = file.read().split("\n")
        self.assertEqual(lines[11], "#SUBGRAPH_PARTITION_CONFIG_FILE=subgraph_partition_config_file.txt")
        lines[11] = lines[11][1:]
        with open(os.path.join(self.detect, "run_divided.sh"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        os.chmod(file.name, 0o755)

        def run_without(operators):
            with open(os.path.join(folder, "subgraph_partition_config_file.txt"), "w", encoding="ascii") as file:
                file.write("".join(operator + "\n" for operator in operators))
            return self.objects(self.run_demo(self.detect, name, "linux", "amd64", DEVICE, script="./run_divided.sh"))

        # Kirin has no prior boxes and no selection of boxes. That is known of huawei_kirin_npu, and not of fake_device.
        on_npu = run_without(["prior_box", "multiclass_nms"])
        self.assertEqual(len(on_npu), 2)
        self.assertEqual(len(on_npu), len(on_cpu))
        for found, expected in zip(on_npu, on_cpu):
            self.assertEqual(found[0], expected[0])
            for a, b in zip(found[1:], expected[1:]):
                self.assertLess(abs(a - b), 1e-4 * max(1, abs(b)))

        divided = run_without(["prior_box", "multiclass_nms", "transpose2"])
        self.assertEqual([o[0] for o in divided], [o[0] for o in on_npu])
        converted = os.path.join(self.dir, "device", name + ".nb")
        graph = succeed([os.path.join(os.path.dirname(self.opt), "lite_model_dump"), "--model=" + converted], self.dir).stdout
        outside, inside = graph.split("\nblock 1 ", 1)
        self.assertIn(" transpose2(", outside)
        self.assertIn(" subgraph(", outside)
        self.assertNotIn(" transpose2(", inside)

    def test_arguments_and_files(self):
        demo = self.classify
        for arguments, message in (((), "./run_with_adb.sh MODEL OS ABI [DEVICES [SERIAL]]"),
                                   (("a", "plan9", "amd64"), "android or linux, not 'plan9'"),
                                   (("a", "android", "arm64-v8a"), "run ./build.sh android arm64-v8a"),
                                   (("no_such_model", "linux", "amd64"), "neither a folder no_such_model nor a file"),
                                   (("assets.nb", "linux", "amd64", "no_such_npu"), "no_such_npu has no libraries")):
            open(os.path.join(demo, "..", "assets", "models", "assets.nb"), "w", encoding="ascii").close()
            self.assertIn(message, self.run_demo(demo, *arguments, expect=1).stderr)
        # The serial number goes to adb, and a program that fails is a failure of the script.
        if os.path.exists(self.log):
            os.remove(self.log)
        done = self.run_demo(demo, "assets.nb", "linux", "amd64", "cpu", "0123ABCD", expect=1)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        with open(self.log, encoding="utf-8") as file:
            self.assertTrue(all(line.startswith("-s 0123ABCD ") for line in file))
        for script, message in ((("./build.sh",), "build.sh OS ABI"), (("./build.sh", "plan9", "mips"), "build.sh OS ABI"),
                                (("./build.sh", "android", "arm64-v8a"), "does not contain an Android NDK")):
            done = run(script, demo, {"ANDROID_NDK": self.dir})
            self.assertEqual(done.returncode, 1)
            self.assertIn(message, done.stdout + done.stderr)

    def test_light_library(self):
        """Without the full library, a folder of Paddle is refused."""
        self.model(self.classify, "mobilenet_v1_f", "mobilenet_v1_fp32_224")
        demo = os.path.join(self.demos, "light", "shell")
        shutil.copytree(self.classify, demo, ignore=shutil.ignore_patterns("build.*.*"))
        shutil.copy(os.path.join(self.classify, "build.sh"), demo)
        os.symlink(os.path.join(self.classify, "..", "assets"), os.path.join(demo, "..", "assets"))
        succeed(["./build.sh", "linux", "amd64", "-DUSE_FULL_API=OFF"], demo)
        done = self.run_demo(demo, "mobilenet_v1_fp32_224", "linux", "amd64", expect=1)
        self.assertIn("was built without the full library", done.stderr)

    def test_raw_images(self):
        folder = os.path.join(self.classify, "..", "assets", "images")
        with open(os.path.join(folder, "two.ppm"), "wb") as file:
            file.write(b"P6\n# two pixels\n2 1\n255\n" + bytes((255, 0, 0, 0, 255, 0)))
        succeed(["./convert_to_raw_image.py", "two.ppm", "2"], folder)
        with open(os.path.join(folder, "two.raw"), "rb") as file:
            self.assertEqual(file.read(), bytes((255, 0, 0, 0, 255, 0)) * 2)
        with open(os.path.join(folder, "short.ppm"), "wb") as file:
            file.write(b"P6\n2 2\n255\n123")
        done = run(["./convert_to_raw_image.py", "short.ppm"], folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("short.ppm is not a binary PPM image", done.stderr)


if __name__ == "__main__":
    unittest.main()
