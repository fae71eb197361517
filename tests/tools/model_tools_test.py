"""test_model_bin and paddle_code_generator; the signals that a half-written file must survive."""

import os
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import unittest

from toolkit import BIN_DIR, FLUID, FLUID_DIR, SOURCE_DIR, ToolTest


class ModelTool(ToolTest):
    def convert(self, form):
        self.succeed(*FLUID, "--valid_targets=x86", f"--optimize_out_type={form}", "--optimize_out=net", tool="opt")


class TestModel(ModelTool):
    tool = "test_model_bin"

    def test_folder(self):
        shutil.copytree(FLUID_DIR, self.path("digits"))
        done = self.succeed("--model_dir=digits/", "--warmup=1", "--repeats=3", "--threads=2", "--out_txt=out.txt")
        self.assertTrue(os.path.exists(self.path("digitsopt2.nb")))
        self.assertEqual(done.stdout.count(" cost: "), 3)
        self.assertIn("================== Speed Report ===================\nModel: digits/, power_mode: 3, "
                      "threads num 2, warmup: 1, repeats: 3, avg time: ", done.stdout)
        self.assertIn("output_num: 10\noutput tensor 0 dims: {1,10}\noutput tensor 0 mean value: 0.1", done.stdout)
        values = self.read("out.txt").split()
        self.assertEqual(len(values), 10)
        # Eight digits here, as many as the float has there.
        shown = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("out ")]
        self.assertEqual(*([struct.pack("f", float(text)) for text in texts] for texts in (shown, values[:2])))

    def test_optimised_file_and_one_tensor(self):
        self.convert("naive_buffer")
        for name in ("net", "net.nb"):
            self.succeed(f"--model_dir={name}", "--use_optimize_nb", "--arg_name=fc_1.tmp_1", "--input_shape=2,1,28,28")
            self.assertEqual(len(self.read("fc_1.tmp_1.txt").split()), 20)
        self.succeed("--model_dir=net", "--use_optimize_nb=true", "--arg_name=image")
        self.assertEqual(self.read("image.txt").split(), ["1"] * 784)

    def test_failures(self):
        self.convert("naive_buffer")
        self.assertIn("Usage: test_model_bin", self.succeed().stdout)
        nb = ["--model_dir=net", "--use_optimize_nb"]
        before = self.files()
        for text, args in (("which model?", ["--repeats=1"]),
                           ("no such model folder", ["--model_dir=net"]),
                           ("is an optimised model", ["--model_dir=nope", "--use_optimize_nb"]),
                           ("--repeats=0 is out of range", [*nb, "--repeats=0"]),
                           ("--threads=0 is out of range", [*nb, "--threads=0"]),
                           ("--im_width=-1 is out of range", [*nb, "--im_width=-1"]),
                           ("found 3 in [1, 3, 40, 30]", [*nb, "--im_width=30", "--im_height=40"]),
                           ("not part of this build", [*nb, "--backend=xpu"]),
                           ("--use_fp16", [*nb, "--use_fp16"]),
                           ("computes 'fc_1.tmp_2'", [*nb, "--arg_name=fc_1.tmp_2"]),
                           ("nope.txt", [*nb, "--in_txt=nope.txt"]),
                           ("nodir", [*nb, "--out_txt=nodir/out.txt"])):
            with self.subTest(args=args):
                self.fail_with(text, *args)
        self.assertEqual(self.files(), before)


MAIN = """
#include <stdio.h>
#include "net.h"
int main() {
  paddle::gencode::PaddlePredictor predictor;
  predictor.Init();
  std::unique_ptr<paddle::gencode::Tensor> input = predictor.GetInput(0);
  input->Resize({1, 1, 28, 28});
  float* data = input->mutable_data<float>();
  for (int i = 0; i < 784; ++i) data[i] = 1;
  predictor.Run();
  for (int i = 0; i < 10; ++i) printf("%.5f\\n", predictor.GetOutput(0)->data<float>()[i]);
}
"""


class CodeGenerator(ModelTool):
    tool = "paddle_code_generator"

    @unittest.skipUnless(shutil.which("g++"), "needs g++")
    def test_the_code_runs(self):
        self.convert("protobuf")
        done = self.succeed("--optimized_model=net", "--generated_code_file=net.cc")
        self.assertEqual(done.stdout, "net.cc\nnet.h\n")
        self.assertIn("USE_LITE_OP(conv2d);\n", self.read("net.cc"))
        with open(self.path("main.cc"), "w", encoding="ascii") as file:
            file.write(MAIN)
        library = os.path.dirname(BIN_DIR)
        headers = [f"-I{SOURCE_DIR}/lite/{folder}" for folder in ("api", "core", "base")]
        subprocess.run(["g++", "-std=c++11", "-Wall", "-Wextra", "-Werror", "main.cc", "net.cc", *headers, f"-L{library}",
                        "-lpaddle_light_api_shared", f"-Wl,-rpath,{library}", "-o", "main"], cwd=self.dir, check=True)
        printed = subprocess.run([self.path("main")], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
        self.convert("naive_buffer")
        self.succeed("--model_dir=net.nb", "--use_optimize_nb", "--out_txt=out.txt", tool="test_model_bin")
        self.assertEqual(printed, [f"{float(value):.5f}" for value in self.read("out.txt").split()])

    def test_from_a_file_under_the_default_name(self):
        self.convert("naive_buffer")
        self.succeed("--optimized_model=net.nb")
        self.assertEqual(self.files(), ["__generated_code__.cc", "__generated_code__.h", "net.nb"])

    def test_failures(self):
        self.convert("naive_buffer")
        self.assertIn("Usage: paddle_code_generator", self.succeed("--help").stdout)
        for text, args in (("which model?", ["--generated_code_file=x.cc"]),
                           ("nope", ["--optimized_model=nope"]),
                           ("this is not an optimised model", [f"--optimized_model={FLUID_DIR}"]),
                           ("names no C++ source", ["--optimized_model=net.nb", "--generated_code_file=x.h"]),
                           ("cannot write nodir/x.cc", ["--optimized_model=net.nb", "--generated_code_file=nodir/x.cc"]),
                           ("No space left", ["--optimized_model=net.nb", "--generated_code_file=/dev/full"])):
            with self.subTest(args=args):
                self.fail_with(text, *args)
        self.assertEqual(self.files(), ["net.nb"])


class Interrupted(ToolTest):
    def test_nothing_partial_stays(self):
        for delay in (0, 0.002, 0.005, 0.01, 0.02, 0.04):
            with tempfile.TemporaryDirectory(dir=self.dir) as folder:
                with subprocess.Popen([os.path.join(BIN_DIR, "opt"), *FLUID, "--valid_targets=x86", "--optimize_out=net",
                                       "--record_tailoring_info=true"], cwd=folder, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL) as process:
                    time.sleep(delay)
                    process.send_signal(signal.SIGINT)
                found = set(os.listdir(folder))
                self.assertIn(process.returncode, (0, -signal.SIGINT))
                self.assertIn(found, (set(), {"net", "net.nb"}), f"after {delay} s")


if __name__ == "__main__":
    unittest.main()
