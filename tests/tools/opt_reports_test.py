"""opt: flags, tables and exit statuses that need no conversion."""

import os
import re
import unittest

from toolkit import DIGITS, FLUID, ToolTest

WIDE = ["OP_name", "Host", "X86", "CUDA", "ARM", "OpenCL", "FPGA", "NPU", "XPU", "RKNPU", "APU", "MLU",
        "NNAdapter", "Metal", "Any", "Unk"]


class OptTest(ToolTest):
    tool = "opt"


class Help(OptTest):
    def test_no_arguments_print_help_with_status_0(self):
        done = self.succeed()
        self.assertTrue(done.stdout.startswith("opt version:"))
        self.assertEqual(done.stderr, "")

    def test_help_has_the_groups_and_every_target_word(self):
        text = self.succeed("--help").stdout
        for part in ("at least one flag is needed", "Model optimization", "Model checking and ops information",
                     "--record_tailoring_info", "--print_model_ops", "--quant_model", "--verify"):
            self.assertIn(part, text)
        for word in ("arm", "x86", "host", "opencl", "cuda", "fpga", "xpu", "npu", "rknpu", "apu", "mlu",
                     "huawei_kirin_npu", "huawei_ascend_npu", "android_nnapi", "kunlunxin_xtcl"):
            self.assertIn(word, text.split("Words of --valid_targets:")[1].split())

    def test_version(self):
        self.assertRegex(self.succeed("--version").stdout, r"^opt version:\S+\n$")

    def test_old_name(self):
        self.assertEqual(self.succeed("--version", tool="model_optimize_tool").stdout, self.succeed("--version").stdout)

    def test_missing_model_or_output_prints_reason_and_help(self):
        for reason, args in (("no model is given", ["--optimize_out=o"]),
                             ("--optimize_out is not set", FLUID),
                             ("--print_model_ops needs", ["--print_model_ops=true"]),
                             ("--model_set_dir needs --optimize_out", ["--model_set_dir=."]),
                             ("go together", ["--optimized_nb_model_path=x.nb"])):
            done = self.fail_with(reason, *args)
            self.assertIn("Usage: opt", done.stdout)


class Flags(OptTest):
    def test_bad_flags_and_values(self):
        for text, args in (
                ("unknown command line flag 'foo'", ["--foo"]),
                ("did you mean print_all_ops?", ["--print_al_ops"]),
                ("illegal value 'maybe' of flag --print_all_ops", ["--print_all_ops=maybe"]),
                ("stray word 'stray'", ["--print_all_ops", "stray"]),
                ("flag --model_dir needs a value", ["--model_dir"]),
                ("flag --model_dir needs a value", ["--model_dir", "--print_all_ops"]),
                ("Wrong target 'foo' found", ["--print_supported_ops", "--valid_targets=foo"]),
                ("valid_targets is empty", ["--print_supported_ops", "--valid_targets=, ,"]),
                ("Unsupported quant type: FOO", ["--quant_type=FOO"]),
                ("sparse_threshold between 0.0 and 1.0", ["--sparse_threshold=1.5"]),
                ("illegal value 'abc' of flag --sparse_threshold", ["--sparse_threshold=abc"]),
                ("illegal value 'tiny' of flag --print_format", ["--print_all_ops", "--print_format=tiny"]),
                ("Unsupported Model type 'zip'", ["--optimize_out_type=zip", "--optimize_out=o", *FLUID]),
                ("--param_file without --model_file", ["--param_file=x", "--model_dir=y", "--optimize_out=o"]),
                ("there is no pass 'nonsense'", ["--stop_after=nonsense", *FLUID]),
                ("is not a dimension", ["--verify", "--input_shape=1,x", *FLUID]),
                ("cannot open", ["--flagfile=/nope"])):
            with self.subTest(args=args):
                self.fail_with(text, *args)
        self.assertEqual(self.files(), [])

    def test_official_pass_names(self):
        out = ["--optimize_out_type=naive_buffer", "--optimize_out=o"]
        names = "lite_conv_bn_fuse_pass,transformer_attention_fuse_pass,memory_optimize_pass,static_kernel_pick_pass"
        self.succeed(*FLUID, *out, "--passes_internal=" + names)
        done = self.succeed(*FLUID, *out, "--print_ir_after=lite_fc_fuse_pass", "--stop_after=lite_fc_fuse_pass")
        self.assertIn("fc", done.stdout + done.stderr)
        # Also without the ends of the names.
        same = self.succeed(*FLUID, *out, "--print_ir_after=fc_fuse", "--stop_after=lite_fc_fuse")
        self.assertEqual(same.stdout, done.stdout)
        done = self.succeed(*FLUID, *out, "--print_ir_after=transformer_attention_fuse,matmul_fuse")
        self.assertIn("# after fuse_attention", done.stdout)
        # A name whose work needs no pass.
        for name in "lite_matmul_fuse_pass", "memory_optimize":
            done = self.succeed(*FLUID, *out, "--stop_after=" + name)
            self.assertIn(f"stop_after: {name} of Paddle Lite needs no pass here, so all passes run", done.stderr)

    def test_sparse_model(self):
        # No convolution of this network is 1x1: the flag only explains.
        explain = ["--sparse_model=true", "--explain", "--optimize_out_type=naive_buffer", "--optimize_out=o"]
        done = self.succeed(*FLUID, "--valid_targets=x86", *explain)
        self.assertRegex(done.stderr, r"sparse_convolutions: left conv2d .* alone: it is not a 1x1 convolution")
        self.assertNotIn("notice", done.stderr)
        done = self.succeed(*FLUID, "--valid_targets=opencl,x86", *explain)
        self.assertIn("--sparse_model is for processors only; with 'opencl' among --valid_targets", done.stderr)
        self.assertNotIn("sparse_convolutions:", done.stderr)
        done = self.succeed(*FLUID, "--valid_targets=x86", "--explain", "--optimize_out_type=naive_buffer",
                            "--optimize_out=o")
        self.assertNotIn("sparse_convolutions:", done.stderr)

    def test_opencl_image_limits(self):
        def layouts(*limits):
            done = self.succeed(*FLUID, "--valid_targets=opencl,x86", "--explain", "--optimize_out_type=naive_buffer",
                                "--optimize_out=o", *limits)
            return re.findall(r"^ *\d+  (?:conv2d|pool2d) +opencl/float/(\w+)", done.stderr, re.MULTILINE)

        self.assertEqual(layouts(), ["ImageDefault"] * 6)
        self.assertEqual(layouts("--opencl_image_limits=112x28"), ["ImageDefault"] * 6)
        # The first result, [16, 28, 28], is an image of 4 * 28 x 28 texels.
        for limits in ("111x28", "112x27"):
            self.assertEqual(layouts(f"--opencl_image_limits={limits}")[0], "NCHW", limits)
        self.assertNotIn("ImageDefault", layouts("--opencl_image_limits=1x1"))
        for limits in ("", "16384", "0x5", "5x0", "-1x2", "5x5x5", "wide x high", "4X4", "99999999x4"):
            self.fail_with("expected <width>x<height> in texels, each from 1 to 16777216, such as 16384x16384, "
                           f"found '{limits}'", *FLUID, "--valid_targets=opencl,x86", "--optimize_out=o",
                           f"--opencl_image_limits={limits}")
        self.fail_with("is for images of OpenCL, which --valid_targets=opencl_buffer,x86 does not use",
                       *FLUID, "--valid_targets=opencl_buffer,x86", "--optimize_out=o", "--opencl_image_limits=8x8")

    def test_forgiving_spellings(self):
        wanted = self.succeed("--print_supported_ops=true", "--valid_targets=x86,host").stdout
        for args in (["--print_supported_ops", "--valid_targets=x86,host"],
                     ["-print_supported_ops", "-valid_targets", "x86,host"],
                     ["----print_supported_ops=ON", "--valid_targets=X86|HOST"],
                     ["\u2013print_supported_ops=yes", "\u2014valid_targets=x86 host"],
                     ["\u2013-print_supported_ops", "true", "--valid_targets=x86,", "host"],
                     ["--print_supported_ops", "=true", "--valid_targets", "=x86", ",host"],
                     ["--print-supported-ops=1", "--valid_targets=", "x86,host,x86"],
                     ["--print_all_ops", "=false", "--print_supported_ops", "--valid_targets=x86,host"],
                     ["--print_all_ops", "--noprint_all_ops", "--print_supported_ops", "--valid_targets=x86,host"],
                     ["--print_supported_ops", "--valid_targets=x86,host", "--xyz=1", "--undefok=xyz"]):
            with self.subTest(args=args):
                self.assertEqual(self.succeed(*args).stdout, wanted)

    def test_flagfile(self):
        with open(self.path("flags"), "w", encoding="utf-8") as file:
            file.write("# comment\n\n--print_supported_ops=true\n--valid_targets=x86,host\n")
        wanted = self.succeed("--print_supported_ops=true", "--valid_targets=x86,host").stdout
        self.assertEqual(self.succeed("--flagfile=flags").stdout, wanted)
        with open(self.path("endless"), "w", encoding="utf-8") as file:
            file.write("--flagfile=endless\n")
        self.fail_with("include each other", "--flagfile=endless")

    def test_old_flag_is_accepted_with_a_notice(self):
        done = self.succeed("--prefer_int8_kernel", "--print_all_ops")
        self.assertIn("notice", done.stderr)


class Tables(OptTest):
    def rows(self, text):
        return [line.split() for line in text.splitlines()]

    def test_all_ops(self):
        done = self.succeed("--print_all_ops=true")
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^All OPs supported by Paddle-Lite: \d+ ops in total\.$")
        self.assertEqual(int(lines[0].split()[5]), len(lines) - 2)
        self.assertEqual(lines[1].split(), WIDE)
        names = [line.split()[0] for line in lines[2:]]
        self.assertEqual(names, sorted(names))
        self.assertIn("conv2d", names)
        self.assertEqual(done.stderr, "")

    def test_columns_line_up(self):
        lines = self.succeed("--print_all_ops=true").stdout.splitlines()[1:]
        header = lines[0]
        self.assertEqual(len({len(line) for line in lines}), 1)
        # The name column is as wide as the longest name, every other ten, a long heading two more than itself.
        ends = [header.index(" " + word) + 1 + len(word) for word in WIDE[1:]]
        self.assertEqual(ends[1] - ends[0], 10)
        self.assertEqual(ends[WIDE.index("NNAdapter") - 1] - ends[WIDE.index("MLU") - 1], 11)
        for line in lines[1:]:
            for at, char in enumerate(line[ends[0] - 10:], ends[0] - 10):
                if char == "Y":
                    self.assertIn(at + 1, ends)
        fetch = next(line for line in lines if line.split()[0] == "fetch")
        self.assertEqual(fetch.split()[1:], ["Y"])
        self.assertTrue(fetch.endswith("Y"))  # Unk: no kernel, the executor itself

    def test_supported_ops(self):
        lines = self.succeed("--print_supported_ops=true", "--valid_targets=opencl,arm").stdout.splitlines()
        self.assertEqual(lines[0], "Supported OPs on 'arm,opencl': ")
        self.assertEqual(lines[1].split(), WIDE)
        self.assertGreater(len(lines), 20)

    def test_compact_tables(self):
        lines = self.succeed("--print_supported_ops", "--valid_targets=npu,arm",
                             "--print_format=compact").stdout.splitlines()
        self.assertEqual(lines[0], "Supported OPs on ' huawei_kirin_npu kARM': ")
        self.assertEqual(lines[1].split(), ["OP_name", "huawei_kirin_npu", "kARM", "kHost", "kUnk"])
        lines = self.succeed("--print_all_ops", "--print_format=compact").stdout.splitlines()
        self.assertEqual(lines[1].split()[1:3], ["kARM", "kOpenCL"])

    LEGEND = "-: which operations the device has is not known"

    def test_each_device_has_its_own_operations(self):
        flag = "--valid_targets=huawei_kirin_npu,rockchip_npu,intel_openvino"
        compact = self.succeed("--print_supported_ops", "--print_format=compact", flag).stdout.splitlines()
        marks = {"conv2d": "YY-", "cos": "  -", "gather": "Y -", "acos": "   "}
        # A row of the device, right-aligned below its name.
        ends = [compact[1].index(name) + len(name) for name in ("huawei_kirin_npu", "rockchip_npu", "intel_openvino")]
        rows = {line.split()[0]: "".join(line[end - 1] for end in ends) for line in compact[2:-1]}
        self.assertEqual({name: rows[name] for name in marks}, marks)
        self.assertEqual(compact[-1], self.LEGEND)
        for devices, cos, gather, legend in (("rockchip_npu", False, False, False), ("huawei_kirin_npu,x86", False, True, False),
                                             ("rockchip_npu,huawei_kirin_npu", False, True, False),
                                             ("builtin_device", True, True, False), ("intel_openvino", True, True, True)):
            with self.subTest(devices=devices):
                lines = self.succeed("--print_supported_ops", f"--valid_targets={devices}").stdout.splitlines()
                marked = self.columns(lines[1:])
                self.assertIn("NNAdapter", marked["conv2d"])
                self.assertEqual("NNAdapter" in marked["cos"], cos)
                self.assertEqual("NNAdapter" in marked["gather"], gather)
                self.assertEqual(lines[-1] == self.LEGEND, legend)
        lines = self.succeed("--print_model_ops", "--print_format=compact", flag, *FLUID).stdout.splitlines()
        self.assertIn(self.LEGEND, lines)
        self.assertEqual(next(line.split() for line in lines if line.split()[0] == "conv2d"), ["conv2d", "Y", "-", "Y", "Y"])

    def test_every_word_of_valid_targets(self):
        """Alone and before and after x86: rows, headings and the model's verdict are those of the targets."""
        words = self.succeed("--help").stdout.split("Words of --valid_targets:")[1].split()
        table = self.succeed("--print_all_ops").stdout
        everything = set(self.columns(table.splitlines()[1:]))
        kernels = self.succeed("--display_kernels").stdout
        for word in words:
            for targets in dict.fromkeys((word, f"x86,{word}", f"{word},x86")):
                with self.subTest(targets=targets):
                    flag = f"--valid_targets={targets}"
                    lines = self.succeed("--print_supported_ops", flag).stdout.splitlines()
                    supported = self.columns(lines[1:])
                    selected = set(re.fullmatch(r"Supported OPs on '(.+)': ", lines[0]).group(1).split(","))
                    on_x86 = "x86" in selected
                    for name, cells in supported.items():
                        self.assertTrue({cell.lower() for cell in cells} & (selected | {"host", "unk"}), name)
                    self.assertLessEqual(set(supported), everything)
                    self.assertIn("conv2d", supported)
                    compact = self.succeed("--print_supported_ops", flag, "--print_format=compact").stdout.splitlines()
                    self.assertEqual("kX86" in compact[1].split(), on_x86)
                    self.assertEqual(len(compact) - 2 - (self.LEGEND in compact), len(supported))
                    if {"x86", "arm", "host"} & set(targets.split(",")) or selected & {"cuda", "opencl", "fpga", "nnadapter"}:
                        done = self.succeed("--print_model_ops", flag, *FLUID)
                        self.assertTrue(done.stdout.endswith("Paddle-Lite supports this model!\n"))
                    else:  # nothing that was named runs anything
                        done = self.fail_with("this version has no kernels for", "--print_model_ops", flag, *FLUID)
                        self.assertNotIn("supports", done.stdout)
                        self.fail_with("this version has no kernels for", flag, *FLUID, "--optimize_out=o")
                    self.assertRegex(done.stdout, r"\nAfter optimisation: \d+ of \d+ operators on ")
                    if targets == word:  # all operators and all kernels, whatever the targets
                        self.assertEqual(self.succeed("--display_kernels", flag).stdout, kernels)
                        self.assertEqual(self.succeed("--print_all_ops", flag).stdout, table)

    def test_where_operators_run(self):
        done = self.succeed("--print_model_ops", "--valid_targets=host", *FLUID)
        count = re.search(r"\nAfter optimisation: (\d+) of (\d+) operators on host\n", done.stdout)
        self.assertEqual(count.group(1), count.group(2))
        done = self.succeed("--print_model_ops", "--valid_targets=xpu,arm,host", *FLUID)
        self.assertRegex(done.stdout, r"\nAfter optimisation: 0 of (\d+) operators on xpu, \1 on arm, 0 on host\n")
        self.assertEqual(self.files(), [])

    def test_other_names_of_targets(self):
        for name, meant in (("gpu", "opencl"), ("amd64", "x86"), ("aarch64", "arm"), ("oencl", "opencl")):
            self.fail_with(f"Wrong target '{name}' found, please check the command flag 'valid_targets' (did you mean {meant}?)",
                           "--print_supported_ops", f"--valid_targets={name}")

    def test_at_a_terminal_only_columns_of_interest(self):
        for args, first, heading in (
                (["--print_model_ops", "--valid_targets=x86", *FLUID], "OPs in the input model include:", ["OP_name", "Host", "X86", "CUDA", "ARM", "OpenCL", "FPGA", "NNAdapter", "Unk"]),
                (["--print_supported_ops", "--valid_targets=arm"], "Supported OPs on 'arm': ", ["OP_name", "Host", "X86", "CUDA", "ARM", "OpenCL", "FPGA", "NNAdapter", "Unk"])):
            lines = self.at_terminal("stdout", *args).splitlines()
            self.assertEqual(lines[0], first)
            self.assertEqual(lines[1].split(), heading)
            self.assertLess(max(map(len, lines)), 100)

    def columns(self, lines):
        """{operator: the headings with a Y or -} of a wide table."""
        ends = {match.end(): match.group() for match in re.finditer(r"\S+", lines[0])}
        return {line.split()[0]: {ends[match.end()] for match in re.finditer(r"(?<= )[Y-](?= |$)", line)}
                for line in lines[1:] if line != self.LEGEND}

    def test_markdown(self):
        lines = self.succeed("--print_all_ops_in_md_format=true").stdout.splitlines()
        self.assertRegex(lines[0], r"^The number of supported operators is : \d+$")
        self.assertEqual(int(lines[0].split()[-1]), len(lines) - 3)
        self.assertTrue(lines[1].startswith("| OP_name | ARM | OpenCL |"))
        self.assertEqual({line.count("|") for line in lines[1:]}, {lines[1].count("|")})

    def test_kernels(self):
        lines = self.succeed("--display_kernels").stdout.splitlines()
        kernels = [line for line in lines if line.startswith("   - (")]
        ops = [line for line in lines if line.startswith("op: ")]
        self.assertEqual(lines[0], f"Count of registered kernels: {len(kernels)}")
        self.assertEqual(lines[1], f"Count of kernel kinds: {len(ops)}")
        self.assertTrue(any("host" in line for line in kernels))

    def test_passes(self):
        names = self.succeed("--list_passes").stdout.split()
        self.assertGreater(len(names), 1)
        self.assertEqual(len(names), len(set(names)))

    def test_full_disk_is_an_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.run_tool("--print_all_ops", stdout=full)
        self.assertEqual(done.returncode, 1)
        self.assertIn("No space left", done.stderr)


class ModelOps(OptTest):
    def test_supported_model(self):
        done = self.succeed("--print_model_ops=true", "--valid_targets=x86", *FLUID)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "OPs in the input model include:")
        self.assertEqual(lines[1].split(), WIDE)
        names = [line.split()[0] for line in lines[2:-1]]
        for name in ("conv2d", "batch_norm", "pool2d", "softmax"):
            self.assertIn(name, names)
        self.assertEqual(lines[-1], "Paddle-Lite supports this model!")
        self.assertEqual(self.files(), [])

    def test_unsupported_operator_is_named_with_its_place(self):
        # The same program with one operator renamed to a non-existent operator with a name of the same length.
        with open(os.path.join(DIGITS, "fluid", "__model__"), "rb") as file:
            program = file.read()
        self.assertIn(b"softmax", program)
        with open(self.path("odd"), "wb") as file:
            file.write(program.replace(b"\x07softmax", b"\x07softmix"))
        done = self.run_tool("--print_model_ops=true", "--valid_targets=arm,x86", "--model_file=odd",
                             f"--param_file={DIGITS}/fluid/__params__")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Error: This model is not supported, because 1 ops are not supported on 'x86,arm'. "
                      "These unsupported ops are: 'softmix'.\n", done.stderr)
        self.assertRegex(done.stderr, r"block 0, op \d+: softmix")
        row = next(line for line in done.stdout.splitlines() if line.split()[0] == "softmix")
        self.assertEqual(row.split(), ["softmix"])
        done = self.fail_with("opt: error: odd: ", "--valid_targets=x86", "--model_file=odd", "--optimize_out=o",
                              f"--param_file={DIGITS}/fluid/__params__")
        self.assertRegex(done.stderr, r"softmix \(#\d+")
        self.assertEqual(self.files(), ["odd"])

    def test_missing_and_damaged_models(self):
        self.fail_with("/nope", "--print_model_ops", "--model_dir=/nope")
        with open(self.path("junk"), "w", encoding="utf-8") as file:
            file.write("not a program")
        self.fail_with("junk", "--print_model_ops", "--model_file=junk", "--param_file=junk")


if __name__ == "__main__":
    unittest.main()
