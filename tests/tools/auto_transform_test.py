"""lite/tools/auto_transform.sh, with a stand-in for x2paddle."""

import os
import subprocess
import unittest

from toolkit import BIN_DIR, FLUID_DIR, SOURCE_DIR, ToolTest

SCRIPT = os.path.join(SOURCE_DIR, "lite", "tools", "auto_transform.sh")

# Takes the flags of the real tool and writes the same files: the program and parameters below
# <save_dir>/inference_model.
X2PADDLE = """#!/bin/sh
echo "$@" >>x2paddle.log
for flag in "$@"; do case $flag in --save_dir=*) out=${flag#*=} ;; esac; done
case $* in
  *broken*) exit 3 ;;
  *empty*) exit 0 ;;
esac
mkdir -p "$out/inference_model"
cp "$FLUID"/* "$out/inference_model"
"""


class AutoTransform(ToolTest):
    def setUp(self):
        super().setUp()
        self.env = dict(os.environ, PATH=f"{self.path('bin')}:{BIN_DIR}:/usr/bin:/bin", FLUID=FLUID_DIR)
        os.makedirs(self.path("bin"))
        with open(self.path("bin", "x2paddle"), "w", encoding="utf-8") as file:
            file.write(X2PADDLE)
        os.chmod(self.path("bin", "x2paddle"), 0o755)
        for name in ("net.pb", "net.onnx", "broken.onnx", "empty.onnx", "net.prototxt", "net.caffemodel"):
            with open(self.path(name), "w", encoding="utf-8"):
                pass

    def script(self, *args):
        return subprocess.run(["sh", SCRIPT, *args], cwd=self.dir, env=self.env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, text=True, check=False)

    def test_every_framework(self):
        for args, seen in (
                (["--framework=tensorflow", "--model=net.pb"], "--framework=tensorflow --model=net.pb"),
                (["--framework=onnx", "--model=net.onnx"], "--framework=onnx --model=net.onnx"),
                (["--framework=caffe", "--prototxt=net.prototxt", "--weight=net.caffemodel"],
                 "--framework=caffe --prototxt=net.prototxt --weight=net.caffemodel"),
                (["--prototxt=net.prototxt", "--weight=net.caffemodel"],
                 "--framework=caffe --prototxt=net.prototxt --weight=net.caffemodel")):
            with self.subTest(args=args):
                done = self.script(*args, "--valid_targets=x86", "--fluid_save_dir=fluid", "--optimize_out=net")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(self.read("x2paddle.log"), f"{seen} --save_dir=fluid\n")
                self.assertTrue(os.path.exists(self.path("net.nb")))
                os.remove(self.path("x2paddle.log"))
                os.remove(self.path("net.nb"))

    def test_defaults(self):
        done = self.script("--framework=onnx", "--model=net.onnx")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(self.path("saved_fluid", "inference_model")))
        self.assertTrue(os.path.exists(self.path("lite_opt_dir.nb")))

    def test_opt_of_the_present_folder_comes_first(self):
        with open(self.path("opt"), "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\necho "mine: $@"\nexit ${STATUS:-0}\n')
        os.chmod(self.path("opt"), 0o755)
        done = self.script("--framework=onnx", "--model=net.onnx", "--optimize_out=net")
        self.assertIn("mine: --model_dir=saved_fluid/inference_model --valid_targets=arm "
                      "--optimize_out_type=naive_buffer --optimize_out=net\n", done.stdout)
        self.env["STATUS"] = "1"
        done = self.script("--framework=onnx", "--model=net.onnx")
        self.assertEqual(done.returncode, 1)
        self.assertIn("opt failed", done.stderr)

    def test_usage(self):
        done = self.script()
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("Usage: sh auto_transform.sh", done.stdout)
        self.assertEqual(self.script("--help").returncode, 0)
        onnx = "--framework=onnx"
        for text, args in (("unknown option '--frame=onnx'", ["--frame=onnx"]),
                           ("--framework is 'torch'", ["--framework=torch", "--model=net.pb"]),
                           ("--framework=onnx needs --model", [onnx]),
                           ("--framework=caffe needs --weight", ["--prototxt=net.prototxt"]),
                           ("--model: nope.onnx: there is no such file", [onnx, "--model=nope.onnx"]),
                           ("--optimize_out is empty", [onnx, "--model=net.onnx", "--optimize_out="]),
                           ("x2paddle failed", [onnx, "--model=broken.onnx"]),
                           ("wrote no saved_fluid/inference_model", [onnx, "--model=empty.onnx"])):
            with self.subTest(args=args):
                done = self.script(*args)
                self.assertEqual(done.returncode, 1)
                self.assertIn(text, done.stderr.splitlines()[0])

    def test_missing_programs_are_named_before_the_work(self):
        self.env["PATH"] = f"{self.path('bin')}:/usr/bin:/bin"
        with open(self.path("bin", "opt"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho LLVM version 99\n")  # its optimiser has the same name
        os.chmod(self.path("bin", "opt"), 0o755)
        done = self.script("--framework=onnx", "--model=net.onnx")
        self.assertEqual(done.returncode, 1)
        self.assertIn("opt is neither here", done.stderr)
        self.assertNotIn("x2paddle.log", self.files())
        os.remove(self.path("bin", "x2paddle"))
        done = self.script("--framework=onnx", "--model=net.onnx")
        self.assertEqual(done.returncode, 1)
        self.assertIn("x2paddle is not on the PATH: 'pip install x2paddle'", done.stderr)


if __name__ == "__main__":
    unittest.main()
