#!/usr/bin/env python3
"""Tests tools/gpu_report.py with imitated programs: no device, no PyTorch, no build."""
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(ROOT, "tools", "gpu_report.py")
WITHOUT_NUMPY = subprocess.run([sys.executable, "-c", "import numpy"], stderr=subprocess.DEVNULL, check=False).returncode != 0

# An engine: writes its output, prints a line, answers requests. FAKE_* in its folder's file "faults" change what it does.
ENGINE = """#!%(python)s
import array, json, os, sys, time
folder, out = (sys.argv[3], sys.argv[5]) if %(own)r else (sys.argv[2], sys.argv[6])
name = "processor" if %(own)r and sys.argv[4] == "cpu" and out.endswith("expected") else os.path.basename(out)
faults = json.load(open(os.path.join(os.path.dirname(folder), "faults")))
fault = faults.get(name, "")
if fault == "slow":
    time.sleep(60)
if fault == "dead":
    sys.exit("no such device")
values = array.array("f", [1, 2, 3, 4])
if fault == "wrong":
    values[3] = 5
with open(out + ".0", "wb") as f:
    values.tofile(f)
print(json.dumps({"launches": 7, "library calls": 3, "graph launches": 1, "bytes to device": 16, "bytes to host": 8}), flush=True)
for line in sys.stdin:
    if fault == "lost":
        sys.exit(1)
    print(json.dumps([0.5 if %(own)r else 1.0] * int(line.split()[1])), flush=True)
"""
SUITES = """#!%(python)s
import os, sys
if %(only)r and (%(only)r not in sys.argv[-1] or "=-" in sys.argv[-1]):
    print("[  PASSED  ] 1 test.")
    sys.exit(0)
print("[==========] 9 tests ran.")
print("[  PASSED  ] %%d tests." %% (%(passed)d // int(os.environ["GTEST_TOTAL_SHARDS"])))
if %(skipped)d:
    print("[  SKIPPED ] %(skipped)d tests, listed below:")
if %(failed)r:
    print("[  FAILED  ] 1 test, listed below:")
    print("[  FAILED  ] Softmax.Rows (3 ms)")
    sys.exit(1)
"""
MATERIALISE = """#!%(python)s
import sys
open(sys.argv[2] + "/inputs.txt", "w").write("image float 1x3x224x224\\n")
"""


class GpuReport(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(self.folder.cleanup)
        self.programs = os.path.join(self.folder.name, "programs")
        self.work = os.path.join(self.folder.name, "work")
        os.makedirs(self.programs)
        os.makedirs(self.work)
        self.write("device_runner", ENGINE, own=True)
        self.write("torch", ENGINE, own=False)
        self.write("materialise_zoo", MATERIALISE)
        self.write("test_cuda", SUITES, passed=8, skipped=0, failed=False)
        self.faults({})

    def write(self, name, text, **values):
        path = os.path.join(self.programs, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text % {"python": sys.executable, "only": "", **values})
        os.chmod(path, 0o755)

    def faults(self, faults):
        import json  # pylint: disable=import-outside-toplevel
        with open(os.path.join(self.work, "faults"), "w", encoding="utf-8") as f:
            json.dump(faults, f)

    def run_tool(self, *more, minutes="1"):
        out = os.path.join(self.folder.name, "report.md")
        command = [sys.executable, TOOL, "run", "--out", out, "--programs", self.programs, "--work", self.work, "--minutes", minutes,
                   "--python", os.path.join(self.programs, "torch"), "--shrink", "32", "--rounds", "2", "--shards", "2", *more]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        with open(out, encoding="utf-8") as f:
            return done.returncode, f.read(), done.stdout

    def test_all_steps_are_reported(self):
        status, report, printed = self.run_tool("--steps", "build", "suites", "speed", "--nets", "mobilenet_v1_p", "resnet50_p",
                                                "--batches", "1")
        self.assertEqual(status, 0, printed)
        self.assertEqual(report, printed)
        self.assertIn("| own kernels | 8 | 0 | 0 |", report)
        for net in ("mobilenet_v1_p", "resnet50_p"):
            self.assertIn("### %s, batch 1" % net, report)
        # Half of the time of PyTorch's graph, with the work of a run.
        self.assertIn("| Lite fp32 | 0.500 | 0.500 | 0.50 | 0.0e+00 | 7 | 3 | 1 | 16 | 8 |", report)
        for engine in ("Lite own kernels", "Lite fp16", "Lite fp16 tensors", "PyTorch fp32, eager", "PyTorch fp32, channels last",
                       "PyTorch fp32, compile", "PyTorch tf32, graph", "PyTorch fp16, compile"):
            self.assertIn("| %s | " % engine, report)
        self.assertIn("nothing wrong was found", report)

    def test_nothing_is_timed_after_a_failed_suite(self):
        for values, text in ((dict(passed=8, skipped=0, failed=True), "Softmax.Rows"),
                             (dict(passed=0, skipped=9, failed=False), "no test ran on a device")):
            self.write("test_cuda", SUITES, **values)
            status, report, _ = self.run_tool("--steps", "suites", "speed", "--nets", "resnet50_p", "--batches", "1")
            self.assertEqual(status, 1)
            self.assertIn(text, report)
            self.assertIn("Nothing was timed", report)
            self.assertNotIn("###", report)

    def test_what_libraries_make_of_nan_stops_nothing(self):
        self.write("test_cuda", SUITES, passed=8, skipped=0, failed=True, only="CudaNanTest")
        status, report, _ = self.run_tool("--steps", "suites", "speed", "--nets", "resnet50_p", "--batches", "1")
        self.assertEqual(status, 1)
        self.assertIn("the relu of NaN: status 1, Softmax.Rows", report)
        self.assertIn("### resnet50_p, batch 1", report)

    @unittest.skipIf(WITHOUT_NUMPY, "needs numpy")
    def test_layers_are_compared(self):
        status, report, printed = self.run_tool("--steps", "layers")
        self.assertEqual(status, 0, printed)
        for layer in ("3x3, 64 channels, 56x56", "1x1, 256 and 1024 channels, 14x14", "products, 128 x 768 x 3072"):
            # 0.5 ms of eight layers.
            self.assertIn("| %s | 0.0625 | 0.0625 | 1.00 | 3 | 0.0e+00 |" % layer, report)

    @unittest.skipIf(WITHOUT_NUMPY, "needs numpy")
    def test_layers_that_differ_or_fail_are_reported(self):
        self.faults({"out.own": "wrong"})
        status, report, _ = self.run_tool("--steps", "layers")
        self.assertEqual(status, 1)
        self.assertIn("own kernels differ from the libraries by 1.83e-01, accepted 1e-04", report)
        self.faults({"out.libraries": "dead"})
        status, report, _ = self.run_tool("--steps", "layers")
        self.assertEqual(status, 0)
        self.assertIn("| 3x3, 64 channels, 56x56 | libraries ended, status 1: no such device |", report)
        self.faults({"out.libraries": "slow"})
        status, report, _ = self.run_tool("--steps", "layers", "--layer-seconds", "4")
        self.assertIn("libraries took more than", report)
        self.assertIn("| no time |", report)

    def test_an_engine_that_fails_is_left_out(self):
        self.faults({"out.fp32": "dead", "out.tf32": "lost", "out.torch.fp16.graph": "wrong"})
        status, report, _ = self.run_tool("--steps", "speed", "--nets", "resnet50_p", "--batches", "1")
        self.assertEqual(status, 1)
        self.assertIn("left out: Lite fp32 ended, status 1: no such device", report)
        self.assertIn("left out: Lite tf32 ended, status 1", report)
        self.assertIn("PyTorch fp16, graph differs by 1.83e-01, accepted 2e-02", report)
        self.assertIn("| Lite fp32, no graphs | ", report)

    def test_a_stopped_call_leaves_what_it_has(self):
        self.faults({"out.torch.fp32.graph": "slow"})
        status, report, _ = self.run_tool("--steps", "suites", "speed", "--nets", "resnet50_p", "mobilenet_v1_p", "--batches", "1",
                                          minutes="0.2")
        self.assertIn("left out: PyTorch fp32, graph took more than", report)
        self.assertIn("| Lite fp32 | 0.500 | 0.500 |  |", report)
        self.assertIn("| own kernels | 8 |", report)
        self.assertEqual(status, 0)

    def test_without_the_processor_there_is_no_comparison(self):
        self.faults({"processor": "dead"})
        status, report, _ = self.run_tool("--steps", "speed", "--nets", "resnet50_p", "--batches", "1")
        self.assertEqual(status, 1)
        self.assertIn("there is no result of the processor", report)

    def test_packed_programs_find_the_data_of_the_tests(self):
        elsewhere = os.path.join(self.folder.name, "gone", "tree")
        with open(os.path.join(self.programs, "root"), "w", encoding="utf-8") as f:
            f.write(elsewhere)
        packed = os.path.join(self.folder.name, "packed")
        os.makedirs(packed)
        with tarfile.open(os.path.join(packed, "programs.tar.xz"), "w:xz") as archive:
            archive.add(self.programs, ".")
        for name in os.listdir(self.programs):
            if name != "torch":
                os.remove(os.path.join(self.programs, name))
        status, report, printed = self.run_tool("--programs", packed, "--steps", "build", "suites")
        self.assertEqual(status, 0, printed)
        self.assertIn("| own kernels | 8 |", report)
        self.assertTrue(os.path.exists(os.path.join(elsewhere, "tests", "data", "zoo")))

    def test_a_dry_run_needs_nothing(self):
        for name in os.listdir(self.programs):
            os.remove(os.path.join(self.programs, name))
        status, report, _ = self.run_tool("--dry-run")
        self.assertEqual(status, 0)
        for text in ("nvcc --version", "cmake --build", "--tool memcheck", "--tool racecheck", "CudaProductTest.RowsBy", "CudaInt8.", "layer.3x3_64", "bert_base.32", "ppocr_det_p.1",
                     "LITE_CUDA_ARITHMETIC=half", "torch_runner.py"):
            self.assertIn(text, report)


@unittest.skipIf(WITHOUT_NUMPY, "needs numpy")
class Programs(unittest.TestCase):
    def test_what_is_written_can_be_read(self):
        sys.path.insert(0, os.path.join(ROOT, "tools", "gpu"))
        import bert  # pylint: disable=import-outside-toplevel
        import paddle_program  # pylint: disable=import-outside-toplevel
        with tempfile.TemporaryDirectory() as folder:
            bert.make(folder, 2, layers=1, hidden=8, heads=2, tokens=4, vocabulary=10)
            program = paddle_program.read(os.path.join(folder, "model.pdmodel"), os.path.join(folder, "model.pdiparams"))
        self.assertEqual(program.params["words"].shape, (10, 8))
        self.assertEqual((program.params["words"] == bert.formula("words", (10, 8), 1.0)).all(), True)
        scale = next(op for op in program.ops if op.type == "scale")
        self.assertEqual((scale.attrs["scale"], scale.attrs["bias_after_scale"]), (0.5, True))
        self.assertEqual(next(op for op in program.ops if op.type == "transpose2").attrs["axis"], [0, 2, 1, 3])
        self.assertEqual(program.vars["ids"], ("int64", [-1, 4], False))

    def test_layers_fit_each_other(self):
        sys.path.insert(0, os.path.join(ROOT, "tools", "gpu"))
        import layers  # pylint: disable=import-outside-toplevel
        import paddle_program  # pylint: disable=import-outside-toplevel
        for name in layers.NAMES:
            with tempfile.TemporaryDirectory() as folder:
                count = layers.make(folder, name, 1)
                program = paddle_program.read(os.path.join(folder, "model.pdmodel"), os.path.join(folder, "model.pdiparams"))
            steps = [op for op in program.ops if op.type not in ("feed", "fetch")]
            self.assertEqual(len(steps), count)
            shape = program.vars["x"][1]
            for op in steps:
                weight = program.params[(op.inputs.get("Filter") or op.inputs["Y"])[0]]
                inputs, outputs = (weight.shape[1], weight.shape[0]) if op.type == "conv2d" else weight.shape
                axis = 1 if op.type == "conv2d" else 2
                self.assertEqual(shape[axis], inputs, name)
                shape = program.vars[next(iter(op.outputs.values()))[0]][1]
                self.assertEqual(shape[axis], outputs, name)


if __name__ == "__main__":
    unittest.main()
