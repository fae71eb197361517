"""lite/tools/benchmark.sh: locally, and against a stand-in for adb."""

import os
import shutil
import subprocess
import unittest

from toolkit import BIN_DIR, FLUID, FLUID_DIR, SOURCE_DIR, ToolTest

SCRIPT = os.path.join(SOURCE_DIR, "lite", "tools", "benchmark.sh")
BINARY = os.path.join(BIN_DIR, "benchmark_bin")

ADB = os.path.join(SOURCE_DIR, "tests", "tools", "stand_in", "adb")


class BenchmarkScript(ToolTest):
    tool = "benchmark.sh"

    def setUp(self):
        super().setUp()
        os.makedirs(self.path("models"))
        self.env = dict(os.environ)

    def script(self, *args):
        return subprocess.run(["sh", SCRIPT, *args], cwd=self.dir, env=self.env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, text=True, check=False)

    def add_folder(self, name):
        shutil.copytree(FLUID_DIR, self.path("models", name))

    def add_optimised(self, name):
        self.succeed(*FLUID, "--valid_targets=x86", "--optimize_out_type=naive_buffer",
                     f"--optimize_out=models/{name}", tool="opt")

    def check_result(self, text, names):
        lines = text.split("\n")
        self.assertEqual(lines[0], "PaddleLite Benchmark")
        at = 1
        for threads in (1, 2, 4):
            self.assertEqual(lines[at], f"Threads={threads} Warmup=10 Repeats=30")
            for offset, name in enumerate(names, 1):
                self.assertRegex(lines[at + offset], rf"^{name} +min = [0-9.]+ +max = [0-9.]+ +average = [0-9.]+ *$")
            self.assertEqual(lines[at + len(names) + 1], "")
            at += len(names) + 2

    def test_local(self):
        self.add_folder("digits one")
        self.add_optimised("two")
        done = self.script("--local", BINARY, "models/", "res.txt")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_result(self.read("res.txt"), ["digits one", "two"])
        self.assertIn("Threads=4 Warmup=10 Repeats=30", done.stdout)
        self.assertTrue(done.stdout.startswith("-----"))

    def test_local_with_shape(self):
        self.add_folder("digits")
        done = self.script("--local", BINARY, "models", "res.txt", "1,1,28,28", "3", "true", "false")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_result(self.read("res.txt"), ["digits"])

    def plug_in(self):
        os.makedirs(self.path("device"))
        self.env["PATH"] = os.path.dirname(ADB) + ":" + self.env["PATH"]
        self.env["FAKE_DEVICE"] = self.path("device")

    def test_device(self):
        self.add_folder("digits")
        self.plug_in()
        done = self.script(BINARY, "models", "res.txt", "true", "true")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_result(self.read("res.txt"), ["digits"])
        self.env["FAKE_DEVICE"] = ""
        done = self.script(BINARY, "models", "res.txt")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ANDROID_SERIAL", done.stderr)

    def check_report(self, text, threads, shape):
        self.assertTrue(text.startswith(f"PaddleLite Benchmark\nThreads={threads} Warmup=10 Repeats=30\n======= "), text)
        for line in ("======= Device Info =======", f"threads: {threads}", "warmup: 10", "repeats: 30", f"input_shape: {shape}"):
            self.assertIn(line + "\n", text)
        self.assertRegex(text, r"\navg   = +[0-9.]+\nmed   = +[0-9.]+\np90   = +[0-9.]+\ndev   = +[0-9.]+\n$")

    def link_programs(self, folder):
        os.makedirs(self.path(folder))
        for version in ("v7", "v8"):
            os.symlink(BINARY, self.path(folder, f"benchmark_bin_{version}"))

    def test_reports_from_a_device(self):
        self.add_folder("digits")
        self.plug_in()
        self.link_programs("programs")
        options = ["--models_dir=models/", "--results_dir=reports", "--bin_dir=programs", "--run_low_precision=false",
                   "--android_dir=/data/local/tmp/mine"]
        done = self.script("--dev_id=one", *options, "android_build")
        self.assertEqual(done.returncode, 0, done.stderr)
        for threads in (1, 2, 4):
            self.assertIn(f"reports/digits_fp32_{threads}.txt\n", done.stdout)
            self.check_report(self.read(f"reports/digits_fp32_{threads}.txt"), threads, "1,1,28,28")
        self.assertTrue(os.path.exists(self.path("device", "mine", "benchmark_bin")))
        done = self.script("--dev_id=absent", *options, "android_build")
        self.assertEqual(done.returncode, 1)
        self.assertIn("finds no single ready device", done.stderr)

    def test_reports_of_two_abis(self):
        self.add_optimised("two")
        self.link_programs("programs")
        with open(self.path("models_list.txt"), "w", encoding="utf-8") as file:
            file.write("other;x:1,2\ntwo;image:3,1,28,28")
        done = self.script("--local", "--models_dir=models", "--abi_list=armv8,armv7", "--bin_dir=programs", "android_build")
        self.assertEqual(done.returncode, 0, done.stderr)
        for abi in ("armv7", "armv8"):
            self.check_report(self.read("results", abi, "two_fp32_4.txt"), 4, "3,1,28,28")

    def test_reports_need_what_they_say(self):
        self.add_folder("digits")
        self.link_programs("programs")
        self.env.pop("NDK_ROOT", None)
        models = "--models_dir=models"
        for text, args in (("--models_dir is not set", ["android_build"]), ("no command is given", [models]),
                           ("unknown command 'ios_build'", [models, "ios_build"]),
                           ("unknown option '--dev'", [models, "--dev", "android_build"]),
                           ("--abi_list names 'armv9'", [models, "--abi_list=armv9", "android_build"]),
                           ("--abi_list is empty", [models, "--abi_list=", "android_build"]),
                           ("is 'maybe'", [models, "--run_low_precision=maybe", "android_build"]),
                           ("nope: there is no such folder", ["--models_dir=nope", "android_build"]),
                           ("nope/benchmark_bin_v8: there is no", [models, "--bin_dir=nope", "android_build"]),
                           ("set NDK_ROOT to its folder", [models, "android_build"])):
            with self.subTest(args=args):
                done = self.script("--local", *args)
                self.assertEqual(done.returncode, 1)
                self.assertIn(text, done.stderr.splitlines()[0])
        os.makedirs(self.path("models", "bad"))
        done = self.script("--local", models, "--bin_dir=programs", "android_build")
        self.assertEqual(done.returncode, 1)
        self.assertIn("bad failed with 4 threads", done.stderr)
        self.check_report(self.read("results/digits_fp32_1.txt"), 1, "1,1,28,28")

    def test_low_precision_is_for_armv8(self):
        self.add_optimised("net")
        self.link_programs("programs")
        options = ["--local", "--models_dir=models", "--bin_dir=programs", "--run_low_precision=true", "android_build"]
        done = self.script(*options, "--abi_list=armv7")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("results/net_fp32_1.txt\n", done.stdout)
        done = self.script(*options)
        self.assertIn("results/net_fp16_1.txt\n", done.stdout)
        # This machine does not compute in it.
        self.assertEqual(done.returncode, 1)
        self.assertIn("--cpu_precision=fp16: this build has no kernels", done.stderr)

    def test_failing_model(self):
        self.add_folder("good")
        os.makedirs(self.path("models", "bad"))
        done = self.script("--local", BINARY, "models", "res.txt")
        self.assertEqual(done.returncode, 1)
        self.assertIn("bad failed with 1 threads", done.stderr)
        self.assertIn("good", self.read("res.txt"))

    def test_usage(self):
        self.add_folder("digits")
        self.assertEqual(self.script("--help").returncode, 0)
        for text, args in (("are needed", []), ("are needed", [BINARY]), ("unknown option", ["--dev=1"]),
                           ("power_mode is '7'", ["--local", BINARY, "models", "r", "1,1,28,28", "7"]),
                           ("run_model_optimize is 'x'", ["--local", BINARY, "models", "r", "1,1", "0", "x"]),
                           ("input_shape is 'a'", ["--local", BINARY, "models", "r", "a"]),
                           ("no such file", ["--local", "nope", "models"]),
                           ("no such folder", ["--local", BINARY, "nope"])):
            with self.subTest(args=args):
                done = self.script(*args)
                self.assertEqual(done.returncode, 1)
                self.assertIn(text, done.stderr.splitlines()[0])
        done = self.script("--local", BINARY, "models", "nodir/res.txt")
        self.assertEqual(done.returncode, 1)
        os.makedirs(self.path("empty"))
        self.assertIn("contains neither", self.script("--local", BINARY, "empty").stderr)


class RunBenchmark(ToolTest):
    def script(self, *args, name="run_benchmark.sh"):
        return subprocess.run(["sh", os.path.join(os.path.dirname(SCRIPT), name), *args], cwd=self.dir,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
                              text=True, check=False)

    def test_both_programs(self):
        shutil.copytree(FLUID_DIR, self.path("models", "digits"))
        os.makedirs(self.path("bin"))
        for version in ("7", "8"):
            os.symlink(BINARY, self.path("bin", "benchmark_bin_v" + version))
        done = self.script("--local", "models", "bin")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(done.stdout.index("run benchmark armv8"), done.stdout.index("run benchmark armv7"))
        for version in ("7", "8"):
            self.assertIn("digits", self.read(f"result_armv{version}.txt"))

    def test_names_of_the_prebuilt_programs(self):
        shutil.copytree(FLUID_DIR, self.path("benchmark_models", "digits"))
        os.symlink(BINARY, self.path("benchmark_bin_android_armv7_cpu"))
        done = self.script("--local", name="prepare_benchmark.sh")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("run benchmark armv8", done.stdout)
        self.assertIn("digits", self.read("result_android_armv7_cpu.txt"))
        os.remove(self.path("benchmark_bin_android_armv7_cpu"))
        done = self.script("--local", name="prepare_benchmark.sh")
        self.assertEqual(done.returncode, 1)
        self.assertIn("prepare_benchmark.sh: error: . holds neither benchmark_bin_android_armv8_cpu", done.stderr)
        self.assertIn("Nothing is downloaded", self.script("--help", name="prepare_benchmark.sh").stdout)

    def test_usage(self):
        os.makedirs(self.path("models"))
        self.assertEqual(self.script("--help").returncode, 0)
        self.assertEqual(self.script().returncode, 1)
        self.assertIn("unknown option '--fast'", self.script("--fast").stderr)
        done = self.script("--local", "models")
        self.assertEqual(done.returncode, 1)
        self.assertIn("holds neither", done.stderr)


if __name__ == "__main__":
    unittest.main()
