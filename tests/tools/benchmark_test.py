"""benchmark_bin: models, flags of three generations, reports and profiles."""

import json
import os
import re
import shutil
import struct
import unittest

from toolkit import DIGITS, FLUID, FLUID_DIR, ToolTest

LINE = r"^(\S+) +min = ([0-9.]+) +max = ([0-9.]+) +average = ([0-9.]+) *$"


class BenchmarkTest(ToolTest):
    tool = "benchmark_bin"

    def convert(self, name):
        self.succeed(*FLUID, "--valid_targets=x86", "--optimize_out_type=naive_buffer", f"--optimize_out={name}",
                     tool="opt")
        return name + ".nb"

    def check_line(self, text, name):
        found = re.match(LINE, text)
        self.assertIsNotNone(found, text)
        self.assertEqual(found.group(1), name)
        least, most, average = (float(found.group(i)) for i in (2, 3, 4))
        self.assertLessEqual(least, average)
        self.assertLessEqual(average, most)
        self.assertEqual(text.index("min = "), max(30, len(name) + 1))


class OneLine(BenchmarkTest):
    def test_folder_is_optimised_when_asked(self):
        shutil.copytree(FLUID_DIR, self.path("digits"))
        self.succeed("--is_quantized_model=true", "--run_model_optimize=true", "--result_filename=res.txt",
                     "--warmup=1", "--repeats=3", "--model_dir=digits/")
        self.assertTrue(os.path.exists(self.path("digitsopt2.nb")))
        self.succeed("--run_model_optimize=true", "--result_filename=res.txt", "--model_dir=digits")
        lines = self.read("res.txt").splitlines()
        self.assertEqual(len(lines), 2)
        for line in lines:
            self.check_line(line, "digits")

    def test_optimised_file_beside_the_name(self):
        self.convert("net")
        done = self.succeed("--model_dir=net", "--repeats=2", "--threads=2")
        self.check_line(done.stdout.splitlines()[0], "net")
        self.check_line(self.read("result.txt").splitlines()[0], "net")
        # What the line has no place for.
        self.assertRegex(done.stderr, r"notice: 0 warm-up runs, 2 timed: median [0-9.]+ ms, p90 [0-9.]+ ms, deviation [0-9.]+ ms\n")
        self.assertIn("notice: --warmup=10 --repeats=30 give steadier times\n", done.stderr)
        self.assertRegex(done.stderr, r"notice: kernels: x86 \d+, host \d+\n|notice: kernels: host \d+, x86 \d+\n|notice: kernels: x86 \d+\n")
        self.assertIn("notice: the line is added to result.txt (--result_filename)\n", done.stderr)
        self.assertNotIn("steadier", self.succeed("--model_dir=net", "--repeats=3", "--warmup=1").stderr)

    def test_long_work_shows_its_progress_at_a_terminal(self):
        self.convert("net")
        words = ["--model_dir=net", "--repeats=5", "--run_delay=0.15"]
        self.assertRegex(self.at_terminal("stderr", *words), r"\[ *\d+%\] measuring: \d of 5 runs")
        self.assertNotIn("measuring", self.succeed(*words).stderr)

    def test_long_names_are_apart_from_the_numbers(self):
        name = "n" * 40
        os.rename(self.path(self.convert("net")), self.path(name + ".nb"))
        self.check_line(self.succeed(f"--model_dir={name}").stdout.splitlines()[0], name)

    def test_folder_without_optimised_file(self):
        shutil.copytree(FLUID_DIR, self.path("digits"))
        self.succeed("--model_dir=digits", "--model_filename=__model__", "--param_filename=__params__",
                     "--show_output")
        self.assertTrue(os.path.exists(self.path("digits_opt2.nb")))
        self.assertIn("max value = ", self.read("result.txt"))

    def test_failures(self):
        self.assertIn("Usage: benchmark_bin", self.succeed().stdout)
        self.assertIn("Usage: benchmark_bin", self.succeed("--help").stdout)
        nb = self.convert("net")
        for text, args in (("no model is given", ["--repeats=1"]),
                           ("nope", ["--model_dir=nope"]),
                           ("does not exist", ["--optimized_model_path=nope.nb"]),
                           ("--result_filename is empty", ["--model_dir=net", "--result_filename="]),
                           ("--repeats=0 is out of range", ["--model_dir=net", "--repeats=0"]),
                           ("--threads=0 is out of range", ["--model_dir=net", "--threads=0"]),
                           ("--power_mode=9 is out of range", ["--model_dir=net", "--power_mode=9"]),
                           ("illegal value 'many'", ["--model_dir=net", "--repeats=many"]),
                           ("unknown command line flag 'foo'", ["--foo=1"]),
                           ("stray word 'net'", ["net"]),
                           ("is not a dimension", ["--model_dir=net", "--input_shape=1,-1,8,8"]),
                           ("2 shapes, the model has 1", ["--model_dir=net", "--input_shape=1:1"]),
                           ("No space left", ["--model_dir=net", "--result_filename=/dev/full"]),
                           ("cannot write nodir/r", ["--model_dir=net", "--result_filename=nodir/r"])):
            with self.subTest(args=args):
                self.fail_with(text, *args)
        self.assertEqual(self.files(), [nb])


class LongReport(BenchmarkTest):
    def test_sections(self):
        nb = self.convert("net")
        done = self.succeed(f"--optimized_model_file={nb}", "--warmup=1", "--repeats=2", "--show_output_elem",
                            "--enable_memory_profile", "--result_path=report.txt")
        text = done.stdout
        self.assertTrue(text.startswith("======= Device Info =======\nSystem: "), text)
        for part in ("Cores: ", "======= Model Info =======", f"optimized_model_file: {nb}", "input_data_path: All 1.f",
                     "input_shape: 1,1,28,28", "output tensor num: 1", "--- output tensor 0 ---",
                     "output shape(NCHW): 1,10", "elem num: 10", "mean value: 0.1", "standard deviation: ",
                     "======= Runtime Info =======", "benchmark_bin version: ", "threads: 1", "power_mode: 0",
                     "warmup: 1", "repeats: 2", "======= Backend Info =======", "backend: ",
                     "======= Perf Info =======", "Time(unit: ms):", "Memory Usage(unit: MB):",
                     "Memory Plan(unit: MB):"):
            self.assertIn(part, text)
        times = dict(re.findall(r"^(init|first|min|max|avg|med|p90|dev) +=\s+([0-9.]+)$", text.split("Memory Usage")[0], re.MULTILINE))
        self.assertEqual(set(times), {"init", "first", "min", "max", "avg", "med", "p90", "dev"})
        ordered = [float(times[name]) for name in ("min", "med", "p90", "max")]
        self.assertEqual(ordered, sorted(ordered))
        self.assertAlmostEqual(float(times["dev"]), (ordered[3] - ordered[0]) / 2, delta=1e-3)  # of two runs
        elements = [float(value) for value in re.findall(r"^out\[0\]\[\d+\]:(\S+)$", text, re.MULTILINE)]
        self.assertEqual(len(elements), 10)
        self.assertAlmostEqual(sum(elements), 1.0, places=4)  # a softmax
        peak = re.search(r"^peak +=\s+([0-9.]+)$", text, re.MULTILINE)
        self.assertGreater(float(peak.group(1)), 1.0)
        self.assertEqual(self.read("report.txt"), text)
        self.succeed(f"--optimized_model_file={nb}", "--result_path=report.txt")
        self.assertTrue(self.read("report.txt").startswith(text))

    def test_conversion_first(self):
        shutil.copytree(FLUID_DIR, self.path("digits"))
        done = self.succeed("--uncombined_model_dir=digits")
        self.assertIn("======= Opt Info =======", done.stdout)
        self.assertTrue(os.path.exists(self.path("digits", "opt.nb")))
        done = self.succeed(*FLUID, "--optimized_model_file=mine.nb", "--backend=host")
        self.assertIn("Save optimized model to mine.nb", done.stdout)
        self.assertRegex(done.stdout, r"\nbackend: host \(kernels: (x86|arm) \d+\)\n")  # chosen anew
        done = self.succeed(*FLUID, "--optimized_model_file=mine.nb", "--backend=host", env={**os.environ, "LITE_STORED_KERNELS": "1"})
        self.assertRegex(done.stdout, r"\nbackend: host \(kernels: host \d+\)\n")
        self.assertIn("mine.nb exists and is replaced", done.stderr)

    def test_device_of_opencl(self):
        nb = self.convert("net")
        def run(*args, **variables):
            done = self.succeed(f"--optimized_model_file={nb}", "--backend=opencl,x86", *args, env=dict(os.environ, **variables))
            return re.search(r"^gpu: (.*\n.*)", done.stdout, re.MULTILINE).group(1)
        self.assertIn("none (no device opencl:0: ", run(LITE_OPENCL_LIBRARY="/nonexistent.so"))
        if run().startswith("none"):
            self.skipTest(run())
        self.assertIn("none (no device opencl:0: LITE_OPENCL_TIMEOUT 'soon', expected", run(LITE_OPENCL_TIMEOUT="soon"))
        self.assertIn("none (no device opencl:0: LITE_OPENCL_PRECISION: OpenCL precision 'x'", run(LITE_OPENCL_PRECISION="x"))
        # The variable holds unless the flag is given.
        self.assertIn("gpu precision: fp16_storage", run(LITE_OPENCL_PRECISION="fp16_storage"))
        self.assertIn("gpu precision: fp32", run("--gpu_precision=fp32", LITE_OPENCL_PRECISION="fp16_storage"))

    def test_data_in_and_out(self):
        nb = self.convert("net")
        with open(self.path("in.txt"), "w", encoding="utf-8") as file:
            file.write(" ".join(str(i % 3 / 2) for i in range(784)))
        self.succeed(f"--optimized_model_file={nb}", "--input_data_path=in.txt", "--output_data_path=out.txt",
                     "--input_data_type=float32")
        values = [float(line) for line in self.read("out.txt").split()]
        self.assertEqual(len(values), 10)
        self.assertAlmostEqual(sum(values), 1.0, places=4)
        self.succeed(f"--optimized_model_file={nb}", "--output_data_path=ones.txt")
        self.assertNotEqual(self.read("ones.txt"), self.read("out.txt"))

    def test_failures(self):
        nb = self.convert("net")
        with open(self.path("few.txt"), "w", encoding="utf-8") as file:
            file.write("1 2 3")
        with open(self.path("words.txt"), "w", encoding="utf-8") as file:
            file.write("1 two 3")
        with open(self.path("junk.nb"), "wb") as file:
            file.write(b"\x02\x00junk")
        before = self.files()
        model = f"--optimized_model_file={nb}"
        for text, args in (("does not exist", ["--optimized_model_file=nope.nb"]),
                           ("junk.nb", ["--optimized_model_file=junk.nb"]),
                           ("is not part of this build", [model, "--backend=xpu"]),
                           ("needs the names of devices", [model, "--backend=nnadapter"]),
                           ("Wrong target 'quantum'", [model, "--backend=quantum"]),
                           ("no kernels with arithmetic in half precision", [model, "--cpu_precision=fp16"]),
                           ("illegal value 'fp8' of --cpu_precision", [model, "--cpu_precision=fp8"]),
                           ("illegal value 'foo' of --gpu_precision", [model, "--gpu_precision=foo"]),
                           ("set --image_mean, --image_std", [model, "--config_path=config.txt"]),
                           ("ILSVRC_2012/val_list.txt", [model, "--validation_set=ILSVRC_2012"]),
                           ("--run_delay=nan is out of range", [model, "--run_delay=nan"]),
                           ("illegal type 'float31'", [model, "--input_data_type=float31"]),
                           ("expected 784 numbers", [model, "--input_data_path=few.txt"]),
                           ("expected numbers, found 'two", [model, "--input_data_path=words.txt"]),
                           ("illegal value 'xml' of --profile_format", [model, "--profile_format=xml"]),
                           ("No space left", [model, "--result_path=/dev/full"]),
                           ("nodir", [model, "--trace=nodir/t.json"]),
                           ("nodir", [*FLUID, "--optimized_model_file=nodir/o.nb"]),
                           ("does not exist", ["--optimized_model_file=nope.nb", "--model_dir="])):
            with self.subTest(args=args):
                self.fail_with(text, *args)
        self.assertEqual(self.files(), before)


class Validation(BenchmarkTest):
    SCALING = [f"--image_mean={128 / 255}", f"--image_std={128 / 255}"]

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("set"))
        self.nb = self.convert("net")

    def put(self, name, content):
        with open(self.path("set", name), "wb") as file:
            file.write(content)

    def put_list(self, text):
        self.put("val_list.txt", text.encode())

    def validate(self, *args):
        return self.succeed(f"--optimized_model_file={self.nb}", "--validation_set=set/", *args).stdout

    def test_the_accuracy_that_paddle_measured(self):
        """357 of 360, as tests/api/predictor_test.cc: from raw elements, and as images."""
        with open(os.path.join(DIGITS, "test_images.u8"), "rb") as file:
            pixels = file.read()
        with open(os.path.join(DIGITS, "test_labels.u8"), "rb") as file:
            labels = file.read()
        lines = []
        for i, label in enumerate(labels):
            image = bytearray(784)  # 8x8 pixels of 4 bits, enlarged, in a frame of two pixels
            for y in range(24):
                for x in range(24):
                    image[(y + 2) * 28 + x + 2] = 15 * pixels[64 * i + y // 3 * 8 + x // 3]
            if i % 2 == 0:
                self.put(f"{i}.bin", struct.pack("<784f", *(byte / 128 - 1 for byte in image)))
            else:
                self.put(f"{i}.pgm", b"P5 28 28 255\n" + image)
            lines.append(f"{i}.{'bin' if i % 2 == 0 else 'pgm'} {label}")
        self.put_list("\n".join(lines) + "\n\n")
        text = self.validate(*self.SCALING, "--result_path=report.txt")
        self.assertIn("======= Accuracy Info =======\nvalidation_set: set\nclasses: 10\n"
                      "top-1: 99.17 % (357 of 360)\ntop-5: 100.00 % (360 of 360)\n", text)
        self.assertEqual(self.read("report.txt"), text)

    def test_wrong_classes_and_their_ranks(self):
        images = sorted(name for name in os.listdir(DIGITS) if name.endswith(".pgm"))
        for name in images:
            shutil.copy(os.path.join(DIGITS, name), self.path("set", name))
        self.put_list("".join(f"{name}  {(int(name[6]) + 1) % 10}\r\n" for name in images))
        text = self.validate(*self.SCALING)
        self.assertIn("top-1: 0.00 % (0 of 10)", text)
        found = int(re.search(r"top-5: \S+ % \((\d+) of 10\)", text).group(1))
        self.assertTrue(0 < found < 10, found)

    def test_precisions_of_operators(self):
        self.succeed(f"--model_dir={DIGITS}/paddle2_qat", "--valid_targets=x86", "--optimize_out_type=naive_buffer",
                     "--optimize_out=int8", tool="opt")
        shutil.copy(os.path.join(DIGITS, "digit_3_image_038.pgm"), self.path("set", "a three.pgm"))
        self.put_list("a three.pgm 3")
        done = self.succeed("--optimized_model_file=int8.nb", "--validation_set=set", *self.SCALING)
        self.assertIn("top-1: 100.00 % (1 of 1)", done.stdout)
        self.assertRegex(done.stdout, r"cpu precision: fp32 \(operators: .*int8_t \d+.*\)")
        self.assertNotIn("int8", re.search(r"cpu precision: .*", self.validate(*self.SCALING)).group(0))

    def test_bad_sets(self):
        shutil.copy(os.path.join(DIGITS, "digit_3_image_038.pgm"), self.path("set", "3.pgm"))
        self.put("cut.bin", b"1234")
        for text, lines in (("no line '<file> <class>'", "\n"),
                            ("line 2: expected '<file> <class>', found '3.pgm'", "3.pgm 3\n3.pgm\n"),
                            ("found '3.pgm three'", "3.pgm three"),
                            ("found '3.pgm -1'", "3.pgm -1"),
                            ("class 10, but output", "3.pgm 10"),
                            ("found '3.pgm 99999999999999999999'", "3.pgm 99999999999999999999"),
                            ("set/none.pgm", "none.pgm 3"),
                            ("set/cut.bin: 4 bytes of elements", "3.pgm 3\ncut.bin 3"),
                            ("extension '.txt'", "val_list.txt 3")):
            with self.subTest(text=text):
                self.put_list(lines)
                self.fail_with(text, f"--optimized_model_file={self.nb}", "--validation_set=set", *self.SCALING)
        self.put_list("3.pgm 3")
        for text, args in (("set --image_mean and --image_std", []), ("--image_std: found 0", ["--image_mean=0", "--image_std=0"]),
                           ("--image_order: found 'GBR'", [*self.SCALING, "--image_order=GBR"])):
            with self.subTest(text=text):
                self.fail_with(text, f"--optimized_model_file={self.nb}", "--validation_set=set", *args)


class Profiles(BenchmarkTest):
    def profile(self, form):
        nb = self.convert("net")
        return self.succeed(f"--optimized_model_file={nb}", "--warmup=1", "--repeats=3", "--enable_op_time_profile",
                            f"--profile_format={form}")

    def test_json(self):
        done = self.profile("json")
        profile = json.loads(done.stdout)
        self.assertIn("Perf Info", done.stderr)
        self.assertEqual((profile["warmup_runs"], profile["runs"]), (1, 3))
        self.assertIn("softmax", [op["type"] for op in profile["ops"]])
        for op in profile["ops"]:
            self.assertEqual(op["count"], 3)
            self.assertLessEqual(op["min_ns"], op["average_ns"])
            self.assertLessEqual(op["average_ns"], op["max_ns"])
            self.assertTrue(op["kernel"].startswith(op["type"] + "/"))
            self.assertAlmostEqual(op["total_ns"], 3 * op["average_ns"], delta=1)
        self.assertEqual([op["index"] for op in profile["ops"]], sorted({op["index"] for op in profile["ops"]}))
        self.assertIn("fc_1.tmp_1", [op["name"] for op in profile["ops"]])
        self.assertAlmostEqual(sum(op["percent"] for op in profile["ops"]), 100, delta=0.1)

    def test_basic(self):
        text = self.profile("basic").stdout
        at = text.index("                        kernel   average       min       max     count\n")
        rows = [line.split() for line in text[at:].splitlines()[1:]]
        self.assertGreater(len(rows), 2)
        for row in rows:
            self.assertRegex(row[0], r"^[a-z0-9_]+/[a-z0-9_]+/\d+/\d+/\d+$")
            self.assertEqual(int(row[4]), 3)
            self.assertLessEqual(int(row[2]), int(row[3]))
        self.assertGreater([row[0].split("/")[0] for row in rows].count("conv2d"), 1)  # a line each

    def test_detailed(self):
        text = self.profile("detailed").stdout
        self.assertIn("===== Detailed Dispatch Profiler Summary: N/A, Exclude 1 warm-ups =====\n", text)
        header = next(line for line in text.splitlines() if line.startswith("Operator Type"))
        self.assertEqual(header.index("Kernel Name"), 25)
        self.assertEqual(header.index("Remark"), 65)
        for word in ("InDim", "FilterDim", "OutDim", "Avg (ms)", "Per(%)", "MFLOPs", "GOPS", "Total (ms)", "Index", "Output"):
            self.assertIn(word, header)
        self.assertRegex(text, r"\nsoftmax .* [0-9.]+ +\d+ +save_infer_model/scale_0\.tmp_0\n")
        self.assertRegex(text, r"\nSum of all operators: [0-9.]+ ms per run, [0-9.]+ ms in 3 runs\n")
        self.assertRegex(text, r"conv2d .*1x1x28x28")

    def test_concise(self):
        text = self.profile("concise").stdout
        self.assertIn("Timing cycle = 3\n", text)
        self.assertIn("CalledTimes", text)

    def test_precision(self):
        nb = self.convert("net")
        text = self.succeed(f"--optimized_model_file={nb}", "--enable_precision_profile", "--precision_dump_dir=dump",
                            "--output_data_path=out.txt").stdout
        rows = text[text.index("operator:(kernel_info)"):].splitlines()[1:]
        last = rows[-1].split()
        self.assertRegex(last[0], r"^softmax:\([a-z0-9]+/float/\w+\)$")
        self.assertEqual(last[2], "1x10")
        self.assertAlmostEqual(float(last[3]), 0.1, places=5)
        dumped = self.files()
        self.assertEqual(sum(name.startswith("dump/") for name in dumped), len(rows))
        name = next(name for name in dumped if "_softmax_" in name)
        for left, right in zip(self.read(name).split(), self.read("out.txt").split(), strict=True):
            self.assertAlmostEqual(float(left), float(right), places=5)
        self.fail_with("cannot create", f"--optimized_model_file={nb}", "--precision_dump_dir=/dev/null/dump")

    def test_on_request_of_the_environment(self):
        nb = self.convert("net")
        def run(**variables):
            done = self.succeed("--optimized_model_path=" + nb, "--repeats=2", env=dict(os.environ, **variables))
            return "".join(line for line in done.stderr.splitlines(True) if not line.startswith("benchmark_bin: notice: "))
        self.assertEqual(run(), "")
        header = "                        kernel   average       min       max     count\n"
        self.assertTrue(run(LITE_PROFILE="basic").startswith(header))
        self.assertIn("Timing cycle = 2\n", run(LITE_PROFILE="concise"))
        self.assertEqual(run(LITE_PROFILE="json:ops.json"), "")
        self.assertEqual(json.loads(self.read("ops.json"))["runs"], 2)
        self.assertIn("Detailed Precision Profiler Summary", run(LITE_PRECISION_PROFILE="on"))
        self.assertEqual(run(LITE_PRECISION_PROFILE="on:p.txt", LITE_PRECISION_DUMP="tensors"), "")
        self.assertIn("ave_grow_rate*", self.read("p.txt"))
        self.assertTrue(os.listdir(self.path("tensors")))
        self.assertIn("LITE_PROFILE=xml is unknown", run(LITE_PROFILE="xml"))
        self.assertIn("cannot write nodir/x", run(LITE_PROFILE="basic:nodir/x"))
        self.assertIn("No space left", run(LITE_PROFILE="basic:/dev/full"))

    def test_trace(self):
        nb = self.convert("net")
        self.succeed(f"--optimized_model_file={nb}", "--repeats=2", "--trace=t.json")
        events = json.loads(self.read("t.json"))["traceEvents"]
        self.assertEqual([e["name"] for e in events if e["name"].startswith("run ")], ["run 0", "run 1"])
        rows = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
        self.assertEqual(sorted(rows.values()), ["operators", "runs"])
        events = [e for e in events if e["ph"] != "M"]
        runs = [e for e in events if e["name"].startswith("run ")]
        for event in events:
            self.assertEqual(event["ph"], "X")
            self.assertEqual(rows[event["tid"]], "runs" if event in runs else "operators")
            self.assertTrue(any(run["ts"] <= event["ts"] and
                                event["ts"] + event["dur"] <= run["ts"] + run["dur"] + 1e-3 for run in runs))
        convolutions = [e for e in events if e["name"] == "conv2d"]
        self.assertTrue(convolutions)
        self.assertTrue(all(e["args"]["kernel"].startswith("conv2d/") for e in convolutions))


if __name__ == "__main__":
    unittest.main()
