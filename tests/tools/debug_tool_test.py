"""lite_model_debug_tool, and the scripts that compare its files with a reference."""

import os
import subprocess
import unittest

from toolkit import BIN_DIR, DIGITS, FLUID, FLUID_DIR, SOURCE_DIR, ToolTest

BUILD = os.path.dirname(os.path.dirname(BIN_DIR))
CHECK = os.path.join(SOURCE_DIR, "lite", "tools", "debug", "check_model.sh")


class DebugTool(ToolTest):
    tool = os.path.join(BUILD, "lite", "tools", "debug", "lite_model_debug_tool")

    def test_writes_topology_and_tensors(self):
        self.succeed(*FLUID)
        topology = [line.split("\t") for line in self.read("topo_file.txt").splitlines()]
        self.assertEqual(topology[0], ["conv2d", "(Filter:conv2d_0.w_0 Input:image)", "(Output:conv2d_0.tmp_0)"])
        self.assertEqual(topology[-1][0], "scale")
        self.assertNotIn("feed", {line[0] for line in topology})
        tensors = [line.split("\t") for line in self.read("tensor_cpp.txt").splitlines()]
        names = [t[0] for t in tensors]
        self.assertEqual(len(names), len(set(names)))
        by_name = {t[0]: t for t in tensors}
        self.assertEqual(by_name["image"][1:], ["{1,1,28,28}", " ".join(["1"] * 784)])
        self.assertEqual(by_name["fc_1.b_0"][1], "{10}")
        probabilities = [float(v) for v in by_name["softmax_0.tmp_0"][2].split()]
        self.assertEqual(len(probabilities), 10)
        self.assertAlmostEqual(sum(probabilities), 1, places=5)
        # Values that no operator reads are not computed, so not shown.
        self.assertNotIn("batch_norm_0.tmp_0", names)

    def test_selection_shape_and_input(self):
        with open(self.path("in.txt"), "w", encoding="utf-8") as file:
            file.write(" ".join(["0.5"] * (2 * 784)) + "\n")
        self.succeed(*FLUID, "--input_file=in.txt", "--input_shape=2,1,28,28", "--tensor_names=image,conv2d_0.tmp_0",
                     "--tensor_output_length=3", "--output_topo=false")
        lines = self.read("tensor_cpp.txt").splitlines()
        self.assertEqual(lines[0], "image\t{2,1,28,28}\t0.5 0.5 0.5")
        self.assertRegex(lines[1], r"^conv2d_0\.tmp_0\t\{2,16,28,28\}\t\S+ \S+ \S+$")
        self.assertEqual(len(lines), 2)
        self.assertEqual(self.files(), ["in.txt", "tensor_cpp.txt"])

    def test_quantised(self):
        self.succeed(f"--model_dir={DIGITS}/fluid_qat")
        topology = self.read("topo_file.txt")
        self.assertIn("fake_quantize_moving_average_abs_max\t", topology)  # as Paddle runs it
        self.assertNotIn("calib\t", topology)
        self.assertIn("softmax_0.tmp_0\t{1,10}\t", self.read("tensor_cpp.txt"))

    def test_finds_the_program_behind_a_link(self):
        os.symlink(BUILD, self.path("package"))
        done = subprocess.run([CHECK, f"--model_dir={FLUID_DIR}", "--build_root_dir=package", "debug_cpp_stage"], cwd=self.dir,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("conv2d", self.read("topo_file.txt"))

    def test_failures_leave_no_files(self):
        with open(self.path("in.txt"), "w", encoding="utf-8") as file:
            file.write("1 2 3\n")
        with open(self.path("words.txt"), "w", encoding="utf-8") as file:
            file.write("one\n")
        for text, args in (("which model?", []), ("nonexistent", ["--model_dir=nonexistent"]),
                           ("needs 784 numbers, found 3", [*FLUID, "--input_file=in.txt"]),
                           ("expected numbers", [*FLUID, "--input_file=words.txt"]),
                           ("expected 1 inputs", [*FLUID, "--input_file=in.txt", "--separator= "]),
                           ("no [nothing]", [*FLUID, "--tensor_names=image,nothing"]),
                           ("--arm_thread_num=0 is out of range", [*FLUID, "--arm_thread_num=0"]),
                           ("--tensor_output_length=-2 is out of range", [*FLUID, "--tensor_output_length=-2"]),
                           ("No space left", [*FLUID, "--tensor_output_file=/dev/full"]),
                           ("'t' is the name of two results", [*FLUID, "--tensor_output_file=t", "--topo_output_file=t"]),
                           ("a file without a name", [*FLUID, "--tensor_output_file="]),
                           ("is not a dimension", [*FLUID, "--input_shape=1,x"])):
            done = self.run_tool(*args)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(text, done.stderr)
            self.assertEqual(self.files(), ["in.txt", "words.txt"])


class CheckModel(ToolTest):
    def check(self, *args):
        return subprocess.run(["bash", CHECK, f"--model_dir={FLUID_DIR}", f"--build_root_dir={BUILD}", *args],
                              cwd=self.dir, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=300, text=True, check=False)

    def test_equal_then_different(self):
        done = self.check("--cpp_tensor_file=reference.txt", "debug_cpp_stage")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.check("--py_reference_file=reference.txt", "debug_cpp_stage", "debug_py_stage")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("No diff found", done.stdout)
        self.assertEqual(self.read("diff.txt"), "")

        # One value of two variables is changed: the first in execution order is reported, then both.
        lines = []
        for line in self.read("reference.txt").splitlines():
            name, shape, values = line.split("\t")
            if name in ("fc_0.tmp_1", "pool2d_0.tmp_0"):
                values = " ".join(["99"] + values.split()[1:])
            lines.append("\t".join((name, shape, values)))
        with open(self.path("reference.txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        options = ["--py_reference_file=reference.txt", "--tensor_output_length=5"]
        self.assertEqual(self.check(*options, "debug_py_stage").returncode, 1)
        report = self.read("diff.txt").splitlines()
        self.assertEqual(report[0], ">>>>>>>>>>>>>>>>>>DIFF VARIABLE: pool2d_0.tmp_0<<<<<<<<<<<<<<<<<<<")
        self.assertTrue(report[1].startswith("pool2d\t(X:"))
        self.assertEqual(report[2], "--------------- Tensor File info ---------------")
        self.assertIn("--------------- Fluid Tensor info ---------------", report)
        self.assertTrue(any(line.startswith("pool2d_0.tmp_0\t{1,16,14,14}\t99 ") for line in report))
        self.assertEqual(self.check(*options, "--py_only_output_first_diff=0", "debug_py_stage").returncode, 1)
        self.assertEqual(self.read("diff.txt").count("DIFF VARIABLE"), 2)
        self.assertEqual(self.check(*options, "--py_threshold=1000", "debug_py_stage").returncode, 0)

    def test_errors(self):
        for text, args in (("unknown option or stage", ["--foo=1"]), ("which stage?", []),
                           ("reference.txt", ["--py_reference_file=reference.txt", "debug_cpp_stage", "debug_py_stage"]),
                           ("topo_file.txt", ["--cpp_topo_file=missing/topo_file.txt", "debug_py_stage"])):
            done = self.check(*args)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
