"""opt: conversions and what they leave behind."""

import os
import re
import shutil
import subprocess
import unittest

from toolkit import DIGITS, FLUID, FLUID_DIR, PADDLE2, SOURCE_DIR, ToolTest

FORMATS = os.path.join(SOURCE_DIR, "tests", "data", "formats")
NB_DIR = os.path.join(FORMATS, "nb")

HIDDEN = [".tailored_kernels_list", ".tailored_kernels_source_list", ".tailored_micro_kernels_list",
          ".tailored_ops_list", ".tailored_ops_source_list"]
MICRO = ".tailored_micro_kernels_list"


class OptTest(ToolTest):
    tool = "opt"

    def read_bytes(self, *parts):
        with open(self.path(*parts), "rb") as file:
            return file.read()


class Conversion(OptTest):
    def test_quantised(self):
        for model in ("fluid_qat", "paddle2_ptq_onnx"):
            with self.subTest(model=model):
                done = self.succeed(f"--model_dir={DIGITS}/{model}", "--valid_targets=x86", "--verify", "--optimize_out=q",
                                    "--optimize_out_type=naive_buffer")
                self.assertRegex(done.stdout, r"verify .* relative L2 .*e-(0[2-9]|[1-9][0-9]), .*: ok")
                self.assertLess(os.path.getsize(self.path("q.nb")), 70000)  # a byte for each weight

    def test_one_file(self):
        done = self.succeed(*FLUID, "--valid_targets=x86", "--optimize_out_type=naive_buffer", "--optimize_out=o")
        lines = done.stdout.splitlines()
        summary = re.fullmatch(r"Operators: (\d+) before, (\d+) after \((.*)\); ([0-9.]+) KB; [0-9.]+ s", lines.pop(3))
        self.assertEqual(lines, [
            f"Loading topology data from {FLUID_DIR}/__model__",
            f"Loading params data from {FLUID_DIR}/__params__",
            "1. Model is successfully loaded!",
            "2. Model is optimized and saved into o.nb successfully"])
        before, after, mix, size = summary.groups()
        self.assertLess(int(after), int(before))
        self.assertEqual(sum(int(part.split()[1]) for part in mix.split(", ")), int(after))
        self.assertIn("x86 ", mix)
        self.assertAlmostEqual(float(size), os.path.getsize(self.path("o.nb")) / 1000, delta=0.1)
        self.assertEqual(self.files(), ["o.nb"])
        self.assertEqual(self.read_bytes("o.nb")[:2], b"\x02\x00")

    def test_half(self):
        one_file = "--optimize_out_type=naive_buffer"
        self.succeed(*FLUID, "--valid_targets=arm", one_file, "--optimize_out=single")
        done = self.succeed(*FLUID, "--valid_targets=arm", "--enable_fp16=true", "--verify", one_file, "--optimize_out=half")
        found = re.search(r"verify .* relative L2 (\S+), .* bound (\S+): ok", done.stdout)
        # The rounding of float16 is there, and what is compared is not float32.
        self.assertTrue(1e-5 < float(found[1]) < 5e-3, done.stdout)
        self.assertEqual(float(found[2]), 1e-2)
        self.assertLess(len(self.read_bytes("half.nb")), 0.6 * len(self.read_bytes("single.nb")))
        # Other targets are left as they are.
        self.succeed(*FLUID, "--valid_targets=x86", one_file, "--optimize_out=x86")
        self.succeed(*FLUID, "--valid_targets=x86", "--enable_fp16=true", one_file, "--optimize_out=x86_half")
        self.assertEqual(self.read_bytes("x86.nb"), self.read_bytes("x86_half.nb"))

    def test_products_of_rounded_activations(self):
        quantiser = "fake_quantize_dequantize_moving_average_abs_max"
        for rows, kernel in ((192, "fp32_out"), (191, "def")):
            with self.subTest(rows=rows):
                self.make_model("m", f"""
                    const %t: float[1] = [1]
                    input %x: float[2,{rows},32]
                    input %z: float[2,24,32]
                    {quantiser}(X=%x, InScale=%t) -> (Out=%r: float[2,{rows},32]) {{bit_length=8, is_test=true}}
                    {quantiser}(X=%z, InScale=%t) -> (Out=%s: float[2,24,32]) {{bit_length=8, is_test=true}}
                    matmul_v2(X=%r, Y=%s) -> (Out=%y: float[2,{rows},24]) {{trans_y=true}}
                    output %y""")
                done = self.succeed("--model_dir=m", "--valid_targets=x86", "--verify", "--verify_threshold=1e-3", "--explain")
                self.assertRegex(done.stdout, r"verify y .*: ok")
                self.assertRegex(done.stderr, rf"matmul_v2 .*{kernel}")

    def test_programs_that_are_in_half(self):
        """Values in float16 and bfloat16: the original runs in float32."""
        for precision in ("float16", "bfloat16"):
            with self.subTest(precision=precision):
                self.make_model("m", f"""
                    input %x: {precision}[4,6]
                    scale(X=%x) -> (Out=%a: {precision}[4,6]) {{scale=0.5}}
                    reduce_sum(X=%a) -> (Out=%y: {precision}[4]) {{dim=[1]}}
                    output %y""")
                done = self.succeed("--model_dir=m", "--valid_targets=x86", "--verify", "--verify_threshold=1e-2")
                self.assertRegex(done.stdout, r"verify y \[4\]: relative L2 .*: ok")

    def test_integers_that_divide_are_not_zero(self):
        for op in ("elementwise_div", "elementwise_floordiv", "elementwise_mod"):
            with self.subTest(op=op):
                self.make_model("m", f"""
                    input %x: int32[4,6]
                    input %d: int32[4,6]
                    {op}(X=%x, Y=%d) -> (Out=%y: int32[4,6]) {{axis=-1}}
                    output %y""")
                done = self.succeed("--model_dir=m", "--valid_targets=x86", "--verify")
                self.assertRegex(done.stdout, r"verify y \[4, 6\]: .*: ok")

    def test_range_of_half(self):
        def convert(factor, *flags):
            """Three convolutions; the weights of the first two are up to `factor`."""
            text = f"""
                const %a: float[16,8,3,3] = random(1, -{factor}, {factor})
                const %b: float[16,16,3,3] = random(2, -{factor}, {factor})
                const %c: float[8,16,3,3] = random(3, -1e-3, 1e-3)
                input %x: float[1,8,24,24]
                conv2d(Input=%x, Filter=%a) -> (Output=%first) {{paddings=[1, 1]}}
                relu(X=%first) -> (Out=%activated)
                conv2d(Input=%activated, Filter=%b) -> (Output=%second) {{paddings=[1, 1]}}
                conv2d(Input=%second, Filter=%c) -> (Output=%y) {{paddings=[1, 1]}}
                output %y"""
            self.make_model("m", text)
            done = self.succeed("--model_dir=m", "--valid_targets=arm", "--enable_fp16=true", "--verify", "--explain",
                                "--optimize_out=o", "--optimize_out_type=naive_buffer", *flags)
            self.assertRegex(done.stdout, "verify y .*: ok")
            found = re.search(r"verify float16: largest (\S+) of 65504 \((\w+) of (\w+)\); (\d) of (\d) values overflow, "
                              r"(\d) stay in float32\n", done.stdout)
            self.assertIsNotNone(found, done.stdout)
            return float(found[1]), found.groups()[1:], done.stderr

        largest, found, explanation = convert(1)
        self.assertTrue(10 < largest < 1000, largest)
        self.assertEqual(found, ("second", "conv2d", "0", "3", "0"))
        self.assertNotIn("cannot hold", explanation)
        largest, found, explanation = convert(30)  # beyond a quarter
        self.assertTrue(16376 < largest < 65504, largest)
        self.assertEqual(found, ("second", "conv2d", "0", "3", "1"))
        self.assertIn("float16 cannot hold the values of 'second'", explanation)
        largest, found, explanation = convert(100)
        self.assertGreater(largest, 65504)
        self.assertEqual(found, ("second", "conv2d", "1", "3", "1"))
        self.assertIn("float16 cannot hold the values of 'second'", explanation)
        # What is not measured is not known: infinite values, and the program is another one.
        self.succeed("--model_dir=m", "--valid_targets=arm", "--enable_fp16=true", "--optimize_out=blind",
                     "--optimize_out_type=naive_buffer")
        self.assertNotEqual(self.read_bytes("o.nb"), self.read_bytes("blind.nb"))

    def test_what_loses_in_half_stays_in_single(self):
        """The difference of two values near 500, between convolutions."""
        self.make_model("m", """
            const %v: float[32,32,3,3] = random(1, -0.1, 0.1)
            const %w: float[32,32,3,3] = random(2, -0.1, 0.1)
            const %u: float[32,32,3,3] = random(3, -0.1, 0.1)
            input %x: float[1,32,32,32]
            conv2d(Input=%x, Filter=%v) -> (Output=%a) {paddings=[1, 1]}
            relu(X=%a) -> (Out=%b)
            conv2d(Input=%b, Filter=%w) -> (Output=%c) {paddings=[1, 1]}
            scale(X=%c) -> (Out=%d) {scale=1.0, bias=500.0}
            softmax(X=%c) -> (Out=%p) {axis=1}
            scale(X=%p) -> (Out=%e) {scale=1.0, bias=500.0}
            elementwise_sub(X=%d, Y=%e) -> (Out=%f) {axis=-1}
            conv2d(Input=%f, Filter=%u) -> (Output=%g) {paddings=[1, 1]}
            relu(X=%g) -> (Out=%y)
            output %y""")
        convert = ("--model_dir=m", "--valid_targets=arm", "--enable_fp16=true", "--verify", "--optimize_out=o",
                   "--optimize_out_type=naive_buffer")
        done = self.succeed(*convert, "--explain")
        kept = re.findall(r"verify float16: (\w+) \((\w+)\) stays in float32", done.stdout)
        self.assertEqual(kept, [("elementwise_sub", "f"), ("scale", "d"), ("scale", "e")], done.stdout)
        # The difference itself, and then what rounds its inputs.
        own = re.search(r"\(f\) stays in float32: error (\S+)\n", done.stdout)
        read = re.findall(r"stays in float32: elementwise_sub \(f\), which reads it, has error (\S+)\n", done.stdout)
        for error in (own[1], *read):
            self.assertTrue(0.1 < float(error) < 0.4, done.stdout)
        self.assertRegex(done.stdout, r"verify float16: y: relative L2 2\.\d+e-01, bound 1\.0e-02\n")
        found = re.search(r"verify y .* relative L2 (\S+), .* bound 1.0e-02: ok", done.stdout)
        self.assertTrue(1e-4 < float(found[1]) < 1e-3, done.stdout)
        table = re.findall(r"^ *\d+  (\w+) +arm/(\w+)/", done.stderr, re.MULTILINE)
        computing = [row for row in table if row[0] not in ("calib", "layout")]
        self.assertEqual(computing, [("conv2d", "float16"), ("conv2d", "float16"), ("scale", "float"), ("softmax", "float16"),
                                     ("scale", "float"), ("elementwise_sub", "float"), ("conv2d", "float16")])
        self.assertIn("loses too much in float16", done.stderr)
        # Nothing is kept that need not be, and nothing is written if the bound needs float32.
        wide = self.succeed(*convert, "--verify_threshold=0.5")
        self.assertNotIn("stays in float32:", wide.stdout)
        os.remove(self.path("o.nb"))
        self.fail_with("verification: within the bound, no operator is left in float16", *convert, "--verify_threshold=1e-6")
        self.assertNotIn("o.nb", self.files())

    def test_subgraphs_keep_their_weights(self):
        def environment(value):
            return {**os.environ, "SUBGRAPH_ONLINE_MODE": value}

        one_file = "--optimize_out_type=naive_buffer"
        subgraphs = "--valid_targets=huawei_ascend_npu,x86"
        done = self.succeed(*FLUID, subgraphs, one_file, "--optimize_out=o")
        self.assertRegex(done.stdout, r"after \(.*\bnnadapter 1\b")
        self.succeed(*FLUID, subgraphs, one_file, "--optimize_out=on", env=environment("true"))
        self.assertEqual(self.read_bytes("on.nb"), self.read_bytes("o.nb"))
        for value in ("false", "0"):
            self.fail_with(f"SUBGRAPH_ONLINE_MODE={value}: a model keeps the weights of its subgraphs", *FLUID, subgraphs, one_file,
                           "--optimize_out=off", env=environment(value))
        # A model without subgraphs keeps all weights.
        self.succeed(*FLUID, "--valid_targets=x86", one_file, "--optimize_out=x86", env=environment("false"))
        self.assertEqual(self.files(), ["o.nb", "on.nb", "x86.nb"])

    def test_both_forms_without_the_type_flag(self):
        done = self.succeed(*PADDLE2, "--valid_targets=x86", "--optimize_out=o.nb")
        self.assertIn("Both forms were written", done.stdout)
        self.assertEqual(self.files(), ["o", "o.nb", "o/model", "o/params"])

    def test_the_name_of_the_python_script_writes_one_form(self):
        self.succeed(*FLUID, "--valid_targets=x86", "--optimize_out=o", tool="paddle_lite_opt")
        self.assertEqual(self.files(), ["o.nb"])
        self.succeed(*FLUID, "--valid_targets=x86", "--optimize_out=p", "--optimize_out_type=protobuf", tool="paddle_lite_opt")
        self.assertEqual(self.files(), ["o.nb", "p", "p/model", "p/params"])

    def test_optimised_protobuf_converts_again(self):
        self.succeed(*FLUID, "--valid_targets=x86", "--optimize_out_type=protobuf", "--optimize_out=o/")
        self.assertEqual(self.files(), ["o", "o/model", "o/params"])
        self.succeed("--model_dir=o", "--valid_targets=x86", "--optimize_out_type=naive_buffer", "--optimize_out=p")

    def test_same_bytes_twice(self):
        for name in ("a", "b"):
            self.succeed(*FLUID, "--valid_targets=x86", "--record_tailoring_info", f"--optimize_out={name}")
        self.assertEqual(self.read_bytes("a.nb"), self.read_bytes("b.nb"))
        for file in ["model", "params"] + HIDDEN:
            self.assertEqual(self.read_bytes("a", file), self.read_bytes("b", file))

    def test_files_win_over_the_folder(self):
        self.succeed(*FLUID, "--model_dir=/nope", "--valid_targets=x86", "--optimize_out=o")

    def test_folder_form(self):
        shutil.copytree(FLUID_DIR, self.path("m"))
        done = self.succeed("--model_dir=m", "--valid_targets=x86", "--optimize_out=o")
        self.assertIn("Loading topology data from m/__model__\n", done.stdout)

    def test_output_replaces_an_older_one(self):
        with open(self.path("o.nb"), "w", encoding="utf-8") as file:
            file.write("old")
        self.succeed(*FLUID, "--valid_targets=x86", "--optimize_out_type=naive_buffer", "--optimize_out=o")
        self.assertGreater(len(self.read_bytes("o.nb")), 1000)
        self.assertEqual(self.files(), ["o.nb"])


class Failures(OptTest):
    def test_unwritable_outputs_leave_nothing(self):
        with open(self.path("file"), "w", encoding="utf-8") as file:
            file.write("x")
        os.mkdir(self.path("folder.nb"))
        before = self.files()
        for text, out in (("file", "file/o"), ("nodir", "nodir/o"), ("folder.nb", "folder"), ("/proc", "/proc/o")):
            with self.subTest(out=out):
                self.fail_with(text, *FLUID, "--valid_targets=x86", f"--optimize_out={out}")
                self.assertEqual(self.files(), before)
        # A file in place of the protobuf folder: neither form may be written.
        self.fail_with("file", *FLUID, "--valid_targets=x86", "--optimize_out=file")
        self.assertEqual(self.files(), before)

    def test_names_without_a_file(self):
        os.mkdir(self.path("inner"))
        before = self.files()
        for out in (".", "..", "./", "../", ".nb", "inner/.nb", "inner/.."):
            with self.subTest(out=out):
                done = self.run_tool(*FLUID, "--valid_targets=x86", f"--optimize_out={out}",
                                     tool="opt")
                self.assertEqual(done.returncode, 1)
                self.assertIn("names no file", done.stderr)
                self.assertEqual(self.files(), before)

    def test_damaged_inputs_leave_nothing(self):
        with open(os.path.join(FLUID_DIR, "__params__"), "rb") as file:
            params = file.read()
        with open(self.path("short"), "wb") as file:
            file.write(params[:len(params) // 2])
        with open(self.path("junk"), "wb") as file:
            file.write(b"\xff" * 64)
        model = f"--model_file={FLUID_DIR}/__model__"
        before = self.files()
        for text, args in (("short", [model, "--param_file=short"]),
                           ("nope", [model, "--param_file=nope"]),
                           ("junk", ["--model_file=junk", "--param_file=short"]),
                           ("nope", ["--model_file=nope", "--param_file=short"]),
                           ("nope", ["--model_dir=nope"]),
                           ("", ["--model_dir=."]),
                           ("", [model])):
            with self.subTest(args=args):
                self.fail_with(text, *args, "--valid_targets=x86", "--record_tailoring_info", "--optimize_out=o")
                self.assertEqual(self.files(), before)

    def test_explanation_that_cannot_be_written(self):
        for text, path in (("cannot write nodir/e: nodir: No such file", "nodir/e"),
                           ("cannot write .: Is a directory", "."),
                           ("cannot write /dev/full: No space left", "/dev/full")):
            self.fail_with(text, *FLUID, "--valid_targets=x86", "--verify", f"--explain_out={path}")
            self.fail_with(text, *FLUID, "--valid_targets=x86", "--optimize_out=o", f"--explain_out={path}")
            self.assertEqual(self.files(), [])
        self.fail_with("'o.nb' of flag --explain_out is also the model", *FLUID, "--valid_targets=x86", "--optimize_out=o",
                       "--explain_out=o.nb")
        shutil.copytree(FLUID_DIR, self.path("net"))
        before = self.files()
        for name in ("__model__", "__params__"):
            os.link(self.path("net", name), self.path(name))
            for path in (name, f"net/{name}"):
                self.fail_with(f"'{path}' of flag --explain_out is part of the model", "--model_dir=net", "--optimize_out=o",
                               "--valid_targets=x86", f"--explain_out={path}")
            os.remove(self.path(name))
        self.assertEqual(self.files(), before)
        shutil.rmtree(self.path("net"))
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.run_tool(*FLUID, "--valid_targets=x86", "--optimize_out=o", "--explain", stderr=full)
        self.assertEqual((done.returncode, self.files()), (1, []))

    def test_explanation_of_a_failure(self):
        self.succeed(*FLUID, "--valid_targets=x86", "--explain_out=why.txt")
        before = self.read("why.txt")
        self.fail_with("nope", "--model_dir=nope", "--explain_out=why.txt")
        self.assertEqual(self.read("why.txt"), before)  # nothing is known of the model
        self.fail_with("computes other values", *FLUID, "--valid_targets=x86", "--verify", "--verify_threshold=0", "--optimize_out=o",
                       "--explain_out=why.txt")
        self.assertIn("Why these kernels:", self.read("why.txt"))
        self.assertEqual(self.files(), ["why.txt"])


class Tailoring(OptTest):
    def test_lists(self):
        done = self.succeed(*FLUID, "--valid_targets=x86", "--record_tailoring_info", "=true",
                            "--optimize_out_type=naive_buffer", "--optimize_out=o")
        self.assertIn("operators information of tailored model is stored into: o/.tailored_ops_list", done.stdout)
        self.assertIn("kernels information of tailored model is stored into: o/.tailored_kernels_list", done.stdout)
        self.assertEqual(self.files(), ["o", "o.nb"] + [f"o/{name}" for name in HIDDEN])
        ops = self.read("o", ".tailored_ops_list").splitlines()
        self.assertEqual(ops, sorted(set(ops)))
        self.assertIn("softmax", ops)
        kernels = self.read("o", ".tailored_kernels_list").splitlines()
        self.assertEqual(kernels, sorted(set(kernels)))
        for line in kernels:
            self.assertRegex(line, r"^[a-z0-9_]+,k[A-Za-z0-9]+,k[A-Za-z0-9]+,k[A-Za-z0-9]+,[a-z0-9_]+$")
        self.assertTrue({line.split(",")[0] for line in kernels} <= set(ops))
        for name, suffix in ((".tailored_ops_source_list", ".h"), (".tailored_kernels_source_list", ".cc")):
            for line in self.read("o", name).splitlines():
                self.assertTrue(line.endswith(suffix) and "/" not in line, line)

    def test_a_target_that_this_build_lacks(self):
        # The tools run on x86: kernels of ARM are only declared here, and those of x86 must not replace them.
        self.succeed(*FLUID, "--valid_targets=arm", "--record_tailoring_info=true", "--optimize_out=o")
        targets = {line.split(",")[1] for line in self.read("o", ".tailored_kernels_list").splitlines()}
        self.assertIn("kARM", targets)
        self.assertLessEqual(targets, {"kARM", "kHost"})

    def test_micro_kernels(self):
        # Operators are examined for ARM only.
        everything = ([f"{kind}_{vecs}" for kind in ("gemm", "planar") for vecs in (1, 2, 3, 4)] +
                      [f"depthwise_{n}x{n}_s{stride}" for n in (3, 5) for stride in (1, 2)] +
                      ["functions", "weight8", "winograd"])
        self.succeed(*FLUID, "--valid_targets=x86", "--record_tailoring_info=true", "--optimize_out=x86")
        self.assertEqual(self.read("x86", MICRO).splitlines(), sorted(everything))
        # A depthwise convolution, few channels, and a softmax.
        convnet = os.path.join(FORMATS, "paddle", "f18_convnet")
        self.succeed("--model_dir=" + convnet, "--valid_targets=arm", "--record_tailoring_info=true", "--optimize_out=arm")
        self.assertEqual(self.read("arm", MICRO).splitlines(), ["depthwise_3x3_s1", "functions", "gemm_1", "gemm_2"])

    def test_model_set(self):
        for name in ("a", "b"):
            os.makedirs(self.path("set", name))
        shutil.copytree(FLUID_DIR, self.path("set", "a"), dirs_exist_ok=True)
        shutil.copytree(FLUID_DIR, self.path("set", "b"), dirs_exist_ok=True)
        with open(self.path("set", "readme.txt"), "w", encoding="utf-8") as file:
            file.write("not a model")
        common = ["--valid_targets=x86", "--optimize_out_type=naive_buffer"]
        names = ["--model_filename=__model__", "--param_filename=__params__"]
        done = self.succeed("--model_set_dir=set", *names, *common, "--record_tailoring_info=true",
                            "--optimize_out=out")
        self.assertIn("2 of 2 models were converted", done.stdout)
        for name in ("a", "b"):
            self.assertTrue(os.path.exists(self.path("out", name + ".nb")))
        self.assertEqual(self.read("out", HIDDEN[0]), self.read("out", "a", HIDDEN[0]))
        # Without tailoring, with the other form of the flag, found by name.
        self.succeed("--model_set=set", *common, "--optimize_out=plain")
        self.assertEqual(sorted(os.listdir(self.path("plain"))), ["a.nb", "b.nb"])

    def test_lists_of_a_set_are_the_union(self):
        # Different operators, separate parameters, and one of them quantised.
        members = ["f18_convnet_sep", "f18_quant_sep"]
        for member in members:
            shutil.copytree(os.path.join(FORMATS, "paddle", member), self.path("set", member))
        with open(self.path("set", "notes.txt"), "w", encoding="utf-8"):
            pass
        self.succeed("--model_set_dir=set", "--valid_targets=x86", "--optimize_out_type=naive_buffer",
                     "--record_tailoring_info", "=true", "--optimize_out=out")
        for name in HIDDEN:
            lists = [self.read("out", member, name).splitlines() for member in members]
            if "micro" not in name:  # on x86, everything
                self.assertNotEqual(lists[0], lists[1])
            self.assertEqual(self.read("out", name).splitlines(), sorted(set(lists[0]) | set(lists[1])))
        self.assertNotEqual(self.read_bytes("out", "f18_convnet_sep.nb"), self.read_bytes("out", "f18_quant_sep.nb"))

    def test_model_set_with_a_broken_member(self):
        shutil.copytree(FLUID_DIR, self.path("set", "good"))
        os.makedirs(self.path("set", "bad"))
        done = self.fail_with("model bad", "--model_set_dir=set", "--valid_targets=x86", "--optimize_out=out")
        self.assertIn("1 of 2 models were converted", done.stdout)
        self.assertTrue(os.path.exists(self.path("out", "good.nb")))
        self.fail_with("model bad", "--model_set_dir=set/bad/..", "--model_filename=x", "--param_filename=y", "--valid_targets=x86",
                       "--optimize_out=none")
        self.assertFalse(os.path.exists(self.path("none")))
        os.makedirs(self.path("empty"))
        self.fail_with("[empty] does not contain any model", "--model_set_dir=empty", "--optimize_out=out")


class LookingInside(OptTest):
    def test_verify(self):
        done = self.succeed(*FLUID, "--valid_targets=x86", "--verify")
        found = re.findall(r"^verify (\S+) \[.*\]: relative L2 (\S+), max abs (\S+), bound (\S+): ok$", done.stdout,
                           re.MULTILINE)
        self.assertEqual(len(found), 1, done.stdout)
        self.assertLess(float(found[0][1]), 1e-4)
        self.assertEqual(self.files(), [])

    def test_verify_fails_beyond_the_bound_and_writes_nothing(self):
        # No rounding is that small.
        done = self.fail_with("computes other values", *FLUID, "--valid_targets=x86", "--verify",
                              "--verify_threshold=1e-20", "--optimize_out=o")
        self.assertIn("DIFFERENT", done.stdout)
        self.assertEqual(self.files(), [])

    def test_bounds_that_are_none(self):
        for value in ("nan", "-1", "1e300", "inf", "-inf"):
            self.fail_with(f"--verify_threshold={float(value):g} is out of range (expected 0 to 1)",
                           *FLUID, "--valid_targets=x86", "--verify", f"--verify_threshold={value}")
        for value in ("", "x", "1e-4x", "1e999"):
            self.fail_with(f"illegal value '{value}' of flag --verify_threshold", *FLUID, "--verify",
                           f"--verify_threshold={value}")
        for value in ("nan", "-inf", "1.5"):
            self.fail_with("set sparse_threshold between 0.0 and 1.0", *FLUID, f"--sparse_threshold={value}")

    def test_verify_with_shapes(self):
        self.fail_with("2 shapes, the model has 1", *FLUID, "--valid_targets=x86", "--verify",
                       "--input_shape=1,1,28,28:1")

    def test_explain(self):
        done = self.succeed(*FLUID, "--valid_targets=x86", "--explain")
        self.assertIn("conv2d", done.stderr)
        self.assertNotIn("Loading", done.stderr)
        self.succeed(*FLUID, "--valid_targets=x86", "--explain_out=why.txt")
        why = self.read("why.txt")
        self.assertEqual(why, done.stderr)
        self.assertRegex(why, r"^Summary: \d+ operators, estimated [0-9.]+ ms; layout conversions \d+, casts 0\n")
        # In this order: the result, then how it came about.
        parts = ("Summary: ", "\noperators on x86: ", " #  operator ", "layout conversions: ", "copies between memories (io_copy): 0",
                 "casts (calib): 0", "memory plan: weights ", "\nWhy these kernels:\n", "\nWhat the passes did and left alone:\n",
                 "\nfuse_conv_bn: ")
        places = [why.find(part) for part in parts]
        self.assertNotIn(-1, places)
        self.assertEqual(places, sorted(places))
        table = why[places[2]:places[3]].strip("\n").splitlines()
        self.assertEqual(len({len(line) for line in table}), 1)
        self.assertEqual(len(table) - 1, int(why.split()[1]))
        self.assertEqual(self.files(), ["why.txt"])

    def test_print_ir_and_stop(self):
        passes = self.succeed("--list_passes").stdout.split()
        done = self.succeed(*FLUID, "--valid_targets=x86", f"--print_ir_after={passes[0]}",
                            f"--stop_after={passes[0]}", "--verify_each")
        self.assertIn("conv2d", done.stdout)
        everything = self.succeed(*FLUID, "--valid_targets=x86", "--print_ir_after=all").stdout
        self.assertGreater(len(everything), len(done.stdout))
        self.assertEqual(self.files(), [])

    def check_dot(self, text):
        """The subset of the DOT language that is written: nodes with attributes, and edges between earlier nodes."""
        self.assertTrue(text.startswith("digraph G {\n"), text)
        self.assertTrue(text.endswith("} // end G\n"), text)
        label = r'\[label="(?:[^"\\\n]|\\[^\n])*"(?: style="filled" fillcolor="yellow")?\]'
        nodes = set()
        for line in text.splitlines()[1:-1]:
            node = re.fullmatch(rf" *(node_\d+){label}", line)
            edge = re.fullmatch(r" *(node_\d+)->(node_\d+)", line)
            self.assertTrue(node or edge, line)
            if node:
                self.assertNotIn(node.group(1), nodes)
                nodes.add(node.group(1))
            else:
                self.assertLessEqual(set(edge.groups()), nodes)
        self.assertGreater(len(nodes), 1)
        if shutil.which("dot"):
            done = subprocess.run(["dot", "-Tsvg"], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  timeout=60, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(done.stdout.count('class="node"'), len(nodes))

    def test_drawings_of_every_stored_model(self):
        models = sorted(name for name in os.listdir(NB_DIR) if name.endswith(".nb"))
        self.assertGreater(len(models), 20)
        for model in models:
            with self.subTest(model=model):
                os.mkdir(self.path(model))
                done = self.succeed(f"--optimized_nb_model_path={NB_DIR}/{model}", f"--visualization_file_output_path={model}")
                drawings = done.stdout.splitlines()
                self.assertEqual(drawings, [f"{model}/Block_{i}.dot" for i in range(len(drawings))])
                for drawing in drawings[:1]:
                    self.check_dot(self.read(drawing))

    def test_drawing(self):
        self.succeed(*FLUID, "--valid_targets=x86", "--optimize_out_type=naive_buffer", "--optimize_out=o")
        os.mkdir(self.path("dots"))
        done = self.succeed("--optimized_nb_model_path=o.nb", "--visualization_file_output_path=dots/")
        self.assertEqual(done.stdout, "dots/Block_0.dot\n")
        dot = self.read("dots", "Block_0.dot")
        self.check_dot(dot)
        # Type, kernel, and attributes that are not the default; tensors with type and shape.
        self.assertRegex(dot, r'\[label="conv2d\\nx86/float/\w+\\npaddings: \[1, 1\]\\n[^\n]*" style="filled" fillcolor="yellow"\]')
        self.assertIn('[label="image\\nfloat [-1, 1, 28, 28]"]', dot)
        self.succeed("--optimized_nb_model_path=o.nb", "--visualization_file_output_path=new")
        self.assertEqual(self.read("new", "Block_0.dot"), dot)
        self.succeed("--optimized_nb_model_path=o.nb", "--visualization_file_output_path=no/dir")
        self.assertEqual(self.read("no", "dir", "Block_0.dot"), dot)
        self.fail_with("cannot create o.nb", "--optimized_nb_model_path=o.nb", "--visualization_file_output_path=o.nb/dir")
        self.fail_with("nope.nb", "--optimized_nb_model_path=nope.nb", "--visualization_file_output_path=dots")


if __name__ == "__main__":
    unittest.main()
