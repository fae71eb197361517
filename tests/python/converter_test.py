"""The class Opt and the script paddle_lite_opt."""
import contextlib
import io
import os
import subprocess
import sys
import unittest

from paddlelite import lite
from paddlelite import opt_tool

from models import Case, MODELS, ROOT, predictor

DIGITS = ROOT / "tests" / "models" / "digits"


class Converter(Case):
    def tool(self, *words):
        """(exit status, stdout, stderr) of paddle_lite_opt."""
        done = subprocess.run([sys.executable, "-B", "-m", "paddlelite.opt_tool", *map(str, words)], cwd=self.dir,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
        return done.returncode, done.stdout, done.stderr

    @staticmethod
    def opt():
        made = lite.Opt()
        made.set_model_file(MODELS / "f18_convnet" / "__model__")
        made.set_param_file(MODELS / "f18_convnet" / "__params__")
        made.set_valid_places("x86")
        return made

    def test_class(self):
        made = self.opt()
        made.set_optimize_out(self.dir / "m")
        self.assertIsNone(made.run())
        self.assertEqual(os.listdir(self.dir), ["m.nb"])
        made.set_model_type("protobuf")
        made.set_lite_out(self.dir / "pb")
        made.run()
        self.assertEqual(sorted(os.listdir(self.dir / "pb")), ["model", "params"])
        self.assertIs(made.check_if_model_supported(True), True)
        again = lite.Opt()
        again.run_optimize("", MODELS / "f18_convnet" / "__model__", MODELS / "f18_convnet" / "__params__", "naive_buffer",
                           "x86", self.dir / "n")
        self.assertEqual((self.dir / "n.nb").read_bytes(), (self.dir / "m.nb").read_bytes())
        for call in (again.help, again.executablebin_help, again.print_all_ops, again.print_supported_ops,
                     again.display_kernels_info, again.print_all_ops_in_md_format, again.print_all_ops_in_md_dormat):
            self.assertIsNone(call())
        self.assertEqual(again.version(), predictor().get_version())
        (self.dir / "dots").mkdir()
        self.assertEqual(again.visualize_optimized_nb_model(self.dir / "n.nb", self.dir / "dots"), ["Block_0"])
        self.assertEqual(os.listdir(self.dir / "dots"), ["Block_0.dot"])

    def test_output_goes_where_python_prints(self):
        made = self.opt()
        made.set_optimize_out(self.dir / "m")

        def printed(call):
            out, error = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
                call()
            return out.getvalue(), error.getvalue()

        self.assertRegex(printed(made.run)[0], "2. Model is optimized and saved into .*m.nb successfully\n$")
        self.assertRegex(printed(made.help)[0], r"opt.run\(\)")
        self.assertRegex(printed(made.executablebin_help)[0], "--optimize_out")
        self.assertRegex(printed(made.print_all_ops)[0], "conv2d")
        supported = printed(lambda: self.assertTrue(made.check_if_model_supported()))[0]
        self.assertRegex(supported, "Paddle-Lite supports this model!")
        made.set_valid_places("xpu,x86")
        self.assertRegex(printed(made.run)[1], "^opt: notice: this build has no kernel for 'xpu'")

        # Nothing of that passes the streams by.
        code = ("import contextlib, io, sys\nsys.path.insert(0, PATH)\nfrom converter_test import Converter\n"
                "opt = Converter.opt()\nopt.set_optimize_out(OUT)\n"
                "with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):\n"
                "    opt.run()\n    opt.help()\n    opt.verify()\n    opt.print_all_ops()\n    opt.check_if_model_supported(True)\n")
        code = code.replace("PATH", repr(os.path.dirname(os.path.abspath(__file__)))).replace("OUT", repr(str(self.dir / "n")))
        done = subprocess.run([sys.executable, "-B", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                              text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertTrue((self.dir / "n.nb").exists())

    def test_streams_that_fail(self):
        class Fails(io.StringIO):
            def write(self, text):
                raise ZeroDivisionError

        made = self.opt()
        made.set_optimize_out(self.dir / "m")
        with contextlib.redirect_stdout(Fails()), self.assertRaises(ZeroDivisionError):
            made.run()
        with contextlib.redirect_stdout(None):  # as in a process without a console
            made.run()
            made.help()

        class Converts(io.StringIO):
            def write(self, text):
                made.run()

        with contextlib.redirect_stdout(Converts()), self.assertRaisesRegex(lite.LiteError, "in use by this thread"):
            made.run()

    def test_quiet(self):
        made = self.opt()
        made.set_optimize_out(self.dir / "m")
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            self.assertIs(made.check_if_model_supported(False), True)
            self.assertIs(made.check_if_model_supported(print_ops_info=False), True)
            made.set_quiet()
            made.run()
            made.verify()
            self.assertIs(made.check_if_model_supported(True), True)
            program = (MODELS / "f18_convnet" / "__model__").read_bytes().replace(b"softmax", b"softmux")
            (self.dir / "unknown").write_bytes(program)
            made.set_model_file(self.dir / "unknown")
            self.assertIs(made.check_if_model_supported(False), False)
        self.assertEqual(out.getvalue(), "")
        made.set_quiet(False)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            self.assertIs(made.check_if_model_supported(True), False)
        self.assertRegex(out.getvalue(), "softmux")

    def test_verify_and_explain(self):
        made = self.opt()
        made.set_optimize_out(self.dir / "m")
        for shape in ("2,3,12,10", [1, 3, 12, 10], (3, 3, 12, 10), [[2, 3, 12, 10]]):
            made.set_input_shape(shape)
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                self.assertIsNone(made.verify())
            self.assertRegex(out.getvalue(), r"verify \S+ \[[123], 5\]: relative L2 .*: ok")
        made.set_quiet()
        with self.assertRaisesRegex(lite.LiteError, "verification"):
            made.verify(threshold=0)
        made.set_input_shape([1, 4, 12, 10])
        with self.assertRaisesRegex(lite.LiteError, "verification"):
            made.verify()
        for wrong in (3, None, [1.5], [[1, "x"]]):
            with self.assertRaises(TypeError):
                made.set_input_shape(wrong)
        text = made.explain()
        self.assertRegex(text, "conv2d")
        self.assertRegex(text, "(?m)fuse_conv")
        made.set_valid_places("opencl,x86")
        for side, fits in ((16384, True), (4, False)):
            made.set_opencl_image_limits(side, side)
            self.assertEqual("conv2d/def/5/1/4: its layouts do not fit" not in made.explain(), fits, side)
        self.assertEqual(os.listdir(self.dir), [])  # neither of them writes

    def test_quantise(self):
        made = lite.Opt()
        made.set_model_dir(DIGITS / "paddle2")
        made.set_valid_places("x86")
        made.set_optimize_out(self.dir / "float")
        made.set_quiet()
        made.run()
        data = self.dir / "data"
        data.mkdir()
        for image in sorted(DIGITS.glob("*.pgm")):
            (data / image.name).write_bytes(image.read_bytes())
        made.set_optimize_out(self.dir / "int8")
        scaling = {"image_mean": [128 / 255], "image_std": f"{128 / 255}"}
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertIsNone(made.quantise(data, **scaling, quant_report=self.dir / "report", quant_only_faster=False, algo="hist",
                                            hist_percent=0.9999, batch_nums=8))
        self.assertEqual(out.getvalue(), "")
        self.assertLess((self.dir / "int8.nb").stat().st_size, 0.35 * (self.dir / "float.nb").stat().st_size)
        # The bytes of the program's result.
        program = os.environ.get("LITE_OPT_BINARY")
        if program is not None:
            subprocess.run([program, f"--model_dir={DIGITS / 'paddle2'}", "--valid_targets=x86", f"--calibration_data={data}",
                            f"--image_mean={128 / 255}", f"--image_std={128 / 255}", "--quant_only_faster=false", "--algo=hist",
                            "--hist_percent=0.9999", "--batch_nums=8",
                            "--optimize_out_type=naive_buffer", f"--optimize_out={self.dir / 'same'}"],
                           stdout=subprocess.DEVNULL, check=True)
            self.assertEqual((self.dir / "same.nb").read_bytes(), (self.dir / "int8.nb").read_bytes())
        made.set_quiet(False)
        with contextlib.redirect_stdout(out):
            made.quantise(data=str(data), **scaling, quantize_model_path=self.dir / "paddle", quant_report=self.dir / "report",
                          quant_only_faster=False, quantizable_op_type=("conv2d", "mul"), skip_tensor_list=["conv2d_1.tmp_0"])
        self.assertRegex(out.getvalue(), "(?m)^Quantised: ")
        report = {line.split()[2]: line for line in (self.dir / "report").read_text(encoding="utf-8").splitlines()[1:]
                  if len(line.split()) > 2}
        self.assertIn(" int8 ", report["conv2d_0.tmp_0"])
        self.assertNotIn(" int8 ", report["conv2d_1.tmp_0"])
        self.assertEqual(sorted(os.listdir(self.dir / "paddle")), ["model.pdiparams", "model.pdmodel"])
        made.set_quiet()
        made.set_optimize_out(self.dir / "wrong")
        with self.assertRaisesRegex(TypeError, "no argument named 'algorithm'"):
            made.quantise(data, algorithm="KL")
        for wrong in ({"batch_nums": 1.5}, {"batch_nums": "8"}, {"quant_only_faster": 1}, {"hist_percent": "x"}, {"algo": None},
                      {"image_mean": [None]}, {"algo": {}}):
            with self.assertRaises(TypeError, msg=wrong):
                made.quantise(data, **wrong)
        for wrong in ((), (None,), (data, "KL")):
            with self.assertRaises(TypeError, msg=wrong):
                made.quantise(*wrong)
        for wrong in ({"algo": "best"}, {"batch_nums": -1}, {"batch_nums": 2**40}, {"hist_percent": float("nan")},
                      {"quant_report": "a\0b"}, {"image_mean": []}, {"quantizable_op_type": ["conv3"]}):
            with self.assertRaises(ValueError, msg=wrong):
                made.quantise(data, **{**scaling, **wrong})
        with self.assertRaises(ValueError):
            made.quantise("")
        with self.assertRaises(lite.LiteError):
            made.quantise(self.dir / "none", **scaling)
        self.assertFalse((self.dir / "wrong.nb").exists())

    def test_class_failures(self):
        made = self.opt()
        for words in ("foo", "", "x86,nothing"):
            with self.assertRaises(ValueError):
                made.set_valid_places(words)
        with self.assertRaises(ValueError):
            made.set_model_type("onnx")
        with self.assertRaises(ValueError):
            lite.Opt().run()
        made.set_optimize_out(self.dir / "no" / "such" / "folder")
        with self.assertRaises(RuntimeError):
            made.run()
        made.set_optimize_out(self.dir / "m")
        made.set_quant_type("QUANT_INT3")
        with self.assertRaisesRegex(ValueError, "QUANT_INT3"):
            made.run()
        made.set_quant_type("QUANT_INT8")
        made.set_opencl_image_limits(8192, 8192)
        with self.assertRaisesRegex(ValueError, "images of OpenCL"):  # which are not in valid_places
            made.run()
        made.set_valid_places("opencl,x86")
        made.set_opencl_image_limits(8192, 0)
        with self.assertRaisesRegex(ValueError, "8192x0"):
            made.run()
        made = self.opt()
        made.set_optimize_out(self.dir / "m")
        made.set_passes_internal(["no_such_pass"])
        with self.assertRaisesRegex(ValueError, "no_such_pass"):
            made.run()
        missing = lite.Opt()
        missing.set_model_dir(self.dir / "none")
        missing.set_optimize_out(self.dir / "m")
        for call in (missing.run, lambda: missing.check_if_model_supported(False)):
            with self.assertRaisesRegex(RuntimeError, "none"):
                call()
        with self.assertRaises(RuntimeError):
            missing.visualize_optimized_nb_model(self.dir / "none.nb", self.dir)
        self.assertEqual(os.listdir(self.dir), [])

    def test_script(self):
        folder = MODELS / "f18_convnet"
        source = (f"--model_file={folder / '__model__'}", f"--param_file={folder / '__params__'}")
        status, out, _ = self.tool(*source, "--optimize_out=o", "--valid_targets=x86", "--optimize_out_type=naive_buffer")
        self.assertEqual(status, 0)
        self.assertIn("2. Model is optimized and saved into o.nb successfully", out)
        self.assertTrue((self.dir / "o.nb").exists())
        self.assertEqual(self.tool(*source, "--optimize_out", "=p.nb", "--valid_targets=x86,", "arm")[0], 0)
        self.assertEqual(self.tool(*source, "-optimize_out=q", "--valid_targets=x86")[0], 0)
        self.assertEqual(sorted(os.listdir(self.dir)), ["o.nb", "p.nb", "q.nb"])
        (self.dir / "flags").write_text("--optimize_out_type=protobuf\n", encoding="utf-8")
        self.assertEqual(self.tool(*source, "--flagfile=flags", "--optimize_out=r", "--valid_targets=x86")[0], 0)
        (self.dir / "set" / "a").mkdir(parents=True)
        for name in ("__model__", "__params__"):
            (self.dir / "set" / "a" / name).write_bytes((folder / name).read_bytes())
        self.assertEqual(self.tool("--model_set=set", "--optimize_out=made", "--valid_targets=x86")[0], 0)
        self.assertEqual(os.listdir(self.dir / "made"), ["a.nb"])
        self.assertEqual(sorted(os.listdir(self.dir)), ["flags", "made", "o.nb", "p.nb", "q.nb", "r", "set"])
        self.assertEqual(self.tool("--version")[1].split(":")[0], "opt version")
        self.assertIn("--optimize_out", self.tool()[1])
        self.assertEqual(self.tool()[0], 0)
        self.assertEqual(self.tool("--print_all_ops=ON")[0], 0)
        self.assertEqual(self.tool(*source, "--print_model_ops=true", "--valid_targets=x86")[0], 0)
        for words in (("--no_such_flag",), source, ("--valid_targets=foo",), ("--quant_type=x",), ("--sparse_threshold=abc",),
                      ("--model_dir=none", "--optimize_out=q"), ("word",), ("--minloglevel=99999999999", "--version")):
            status, _, error = self.tool(*words)
            self.assertEqual(status, 1, words)
            self.assertRegex(error, r"(?m)^opt: error: ")
        # Within a process, flags of one call do not affect the next.
        self.assertEqual(opt_tool.main(["--print_model_ops=true", f"--model_dir={self.dir / 'none'}"]), 1)
        self.assertEqual(opt_tool.main(["--version"]), 0)

    def test_script_of_the_same_flags(self):
        """The script knows the flags of the program, whose own registry of flags it does not share."""
        program = os.environ.get("LITE_OPT_BINARY")
        if program is None:
            self.skipTest("LITE_OPT_BINARY is not set")
        for words in (["--help"], ["--print_all_ops=true"], ["--print_supported_ops", "--valid_targets=x86"],
                      ["--print_format=x"], ["--print_all_ops=maybe"], ["--list_passes"]):
            theirs = subprocess.run([program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                    check=False, text=True)
            self.assertEqual(self.tool(*words), (theirs.returncode, theirs.stdout, theirs.stderr))


if __name__ == "__main__":
    unittest.main()
