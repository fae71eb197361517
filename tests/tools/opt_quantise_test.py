"""opt: quantisation from calibration inputs, and of weights only."""

import os
import re
import shutil
import struct
import unittest

from toolkit import DIGITS, FLUID, PADDLE2, ToolTest

IMAGES = [name for name in sorted(os.listdir(DIGITS)) if name.endswith(".pgm")]
# byte / 128 - 1, as the network was trained.
SCALING = [f"--image_mean={128 / 255}", f"--image_std={128 / 255}"]


def npy(shape, values, descr="<f4", order="False"):
    """The bytes of a NumPy file."""
    header = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': ({''.join(f'{d}, ' for d in shape)}), }}\n".encode()
    code = {"<f4": "f", "<f8": "d", "|u1": "B", "<i8": "q"}[descr]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + struct.pack(f"<{len(values)}{code}", *values)


class QuantiseTest(ToolTest):
    tool = "opt"

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("data"))

    def put(self, name, content):
        path = self.path("data", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)

    def put_images(self):
        for name in IMAGES:
            shutil.copy(os.path.join(DIGITS, name), self.path("data", name))

    def quantise(self, *args, model=tuple(PADDLE2)):
        return self.succeed(*model, "--valid_targets=x86", "--calibration_data=data", *args)

    def rows(self):
        """The report by result: (computes in, error, reason)."""
        rows = {}
        for line in self.read("report").splitlines()[1:]:
            if not line:
                break
            fields = re.split(r"  +", line)
            rows[fields[2]] = fields
        return rows


class Images(QuantiseTest):
    def test_all_files_and_the_report(self):
        self.put_images()
        for model, first in ((PADDLE2, "conv2d_0.tmp_0"), (FLUID, "conv2d_0.tmp_0")):
            with self.subTest(model=model[0]):
                done = self.quantise(*SCALING, "--optimize_out=q", "--optimize_out_type=naive_buffer", "--quant_report=report",
                                     "--quantize_model_path=paddle", "--verify", model=model)
                self.assertRegex(done.stdout, r"Quantised: [456] of 6 operators; .*: relative L2 0\.0[01]\d*; "
                                              r"the same largest element in 10 of 10 rows")
                self.assertRegex(done.stdout, r"verify .*: ok")
                rows = self.rows()
                self.assertEqual(rows[first][3], "int8")
                self.assertLess(float(rows[first][6]), 0.02)
                self.assertIn("bias corrected", rows[first][-1])
                self.assertLess(os.path.getsize(self.path("paddle", "model.pdiparams")), 60000)  # of 142 KB
                self.assertLess(os.path.getsize(self.path("q.nb")), 75000)
        # The form for Paddle is a quantised model like any other.
        self.succeed("--model_dir=paddle", "--valid_targets=x86", "--verify")
        self.fail_with("already quantised", "--model_dir=paddle", "--calibration_data=data", *SCALING, "--optimize_out=o")

    def test_the_form_for_paddle(self):
        """The program whose results PaddlePaddle computed (tests/models/digits/expected): the same operators and variables."""
        self.put_images()
        self.quantise(*SCALING, "--quant_only_faster=false", "--quantize_model_path=paddle")
        with open(self.path("paddle", "model.pdmodel"), "rb") as made, \
                open(os.path.join(DIGITS, "paddle2_quantised", "model.pdmodel"), "rb") as golden:
            self.assertEqual(made.read(), golden.read())

    def test_same_bytes_twice(self):
        self.put_images()
        for name in ("a", "b"):
            self.quantise(*SCALING, f"--quantize_model_path={name}", f"--quant_report={name}.report")
        self.assertEqual(self.read("a.report"), self.read("b.report"))
        for file in ("model.pdmodel", "model.pdiparams"):
            with open(self.path("a", file), "rb") as a, open(self.path("b", file), "rb") as b:
                self.assertEqual(a.read(), b.read(), file)

    def test_algorithms_and_options(self):
        self.put_images()
        for args in (["--algo=KL"], ["--algo=hist", "--hist_percent=0.999"], ["--algo=abs_max"], ["--algo=avg"],
                     ["--algo=moving_average_abs_max"], ["--weight_quantize_type=abs_max"], ["--bias_correction=false"],
                     ["--is_full_quantize"], ["--batch_nums=2"]):
            with self.subTest(args=args):
                done = self.quantise(*SCALING, *args, "--quant_only_faster=false", "--quant_report=report")
                self.assertRegex(done.stdout, r"Quantised: (6 of 6|9 of 11) operators")
                bound = 0.3 if "KL" in args[0] else 0.1
                self.assertLess(float(re.search(r"relative L2 (\S+);", done.stdout).group(1)), bound)

    def test_operators_that_stay_in_float(self):
        self.put_images()
        self.quantise(*SCALING, "--quant_error_budget=0.006", "--quant_only_faster=false", "--quant_report=report")
        row = self.rows()["conv2d_2.tmp_0"]
        self.assertEqual(row[3], "float")
        self.assertRegex(row[-1], r"error 0\.\d+ exceeds the budget 0\.006")
        self.assertEqual(self.rows()["conv2d_0.tmp_0"][3], "int8")
        self.quantise(*SCALING, "--quantizable_op_type=conv2d,matmul_v2", "--skip_tensor_list=conv2d_1.tmp_0",
                      "--quant_only_faster=false", "--quant_report=report")
        rows = self.rows()
        self.assertIn("not among --quantizable_op_type", rows["depthwise_conv2d_0.tmp_0"][-1])
        self.assertIn("'conv2d_1.tmp_0' is in --skip_tensor_list", rows["conv2d_1.tmp_0"][-1])
        self.assertEqual(rows["linear_0.tmp_0"][3], "int8")

    def test_products_of_activations(self):
        """Both operands of the products of an attention are rounded with --is_full_quantize."""
        self.make_model("m", """
            input %x: float[1,2,200,16]
            matmul_v2(X=%x, Y=%x) -> (Out=%s: float[1,2,200,200]) {trans_y=true}
            softmax(X=%s) -> (Out=%p: float[1,2,200,200]) {axis=-1}
            matmul_v2(X=%p, Y=%x) -> (Out=%y: float[1,2,200,16])
            output %y""")
        for i in range(3):
            values = [((j * (37 + i)) % 101) / 50 - 1 for j in range(6400)]
            self.put(f"{i}.npy", npy((1, 2, 200, 16), values))
        flags = ["--quant_only_faster=false", "--quant_report=report", "--optimize_out=o", "--explain"]
        self.quantise(*flags, model=("--model_dir=m",))
        self.assertIn("both operands are computed", self.rows()["s"][-1])
        done = self.quantise("--is_full_quantize", *flags, model=("--model_dir=m",))
        self.assertRegex(done.stdout, r"Quantised: 2 of 2 operators; y: relative L2 0\.00\d+\n")
        self.assertEqual([self.rows()[name][3] for name in ("s", "y")], ["int8", "int8"])
        self.assertEqual(len(re.findall(r"kernel: .* matmul_v2: matmul_v2/fp32_out", done.stderr)), 2, done.stderr)

    def test_without_the_scaling(self):
        self.put_images()
        self.fail_with("can be used:", *PADDLE2, "--calibration_data=data", "--optimize_out=o")


class Arrays(QuantiseTest):
    def test_forms_of_files(self):
        values = [((i * 37) % 100) / 50 - 1 for i in range(784)]
        raw = struct.pack("<784f", *values)
        self.put("a.npy", npy((1, 1, 28, 28), values))
        self.put("b.npy", npy((1, 28, 28), values, descr="<f8"))
        self.put("c.npy", npy((2, 1, 28, 28), [i % 3 for i in range(1568)], descr="|u1"))
        self.put("d.bin", raw)
        self.put("e/image.bin", raw)
        done = self.quantise("--quant_report=report")
        self.assertIn("on 5 inputs", self.read("report"))
        self.assertEqual(done.stderr, "")

    def test_skipped_files_are_listed(self):
        good = npy((1, 1, 28, 28), [0.5, -0.5] * 392)
        self.put("good.npy", good)
        bad = {
            "size.npy": (npy((1, 1, 8, 8), [0.5] * 64), "shape [1,1,8,8], input 'image' expects [-1,1,28,28]"),
            "cut.npy": (good[:-4], "3132 bytes of elements, expected 3136"),
            "header.npy": (good[:20], "the header is cut off"),
            "text.npy": (b"hello, this is text", "not a NumPy file"),
            "nan.npy": (npy((1, 1, 28, 28), [float("nan")] * 784), "element 0 is"),
            "order.npy": (npy((1, 1, 28, 28), [0.5] * 784, order="True"), "column-major"),
            "empty.bin": (b"", "0 bytes of elements, expected 3136"),
            "photo.jpg": (b"\xff\xd8\xff", "extension '.jpg', expected .npy"),
            "image.pgm": (b"P5 2 2 255\n0", "set --image_mean and --image_std"),
            "folder/other.npy": (good, "no file image.npy or .bin in the folder"),
        }
        for name, (content, _) in bad.items():
            self.put(name, content)
        done = self.quantise("--quant_report=report")
        for name, (_, reason) in bad.items():
            line = f"calibration input skipped: {name.split('/')[0]}: "
            found = [text for text in done.stderr.splitlines() if line in text]
            self.assertEqual(len(found), 1, (name, done.stderr))
            self.assertIn(reason, found[0])
        self.assertIn("on 1 inputs", self.read("report"))
        os.remove(self.path("data", "good.npy"))
        os.remove(self.path("report"))
        done = self.fail_with("no file in data can be used:", *PADDLE2, "--calibration_data=data", "--quant_report=report")
        self.assertIn("and 5 more", done.stderr)
        self.assertFalse(os.path.exists(self.path("report")))

    def test_damaged_images(self):
        self.put("good.pgm", b"P5\n# a comment\n28 28\n255\n" + bytes(range(256)) * 3 + bytes(16))
        for name, content in (("header.pgm", b"P5 2"), ("cut.ppm", b"P6 9 9 255\n123"), ("deep.pgm", b"P5 1 1 65535\n00"),
                              ("ascii.pgm", b"P2 1 1 255\n0"), ("colour.ppm", b"P6 1 1 255\n123")):
            self.put(name, content)
        done = self.quantise(*SCALING, "--quant_report=report")
        self.assertEqual(done.stderr.count("skipped"), 5, done.stderr)

    def test_inputs_that_are_zero(self):
        self.put("zero.bin", bytes(3136))
        self.quantise("--quant_report=report", "--quant_only_faster=false")
        self.assertIn("'image' is 0 on all calibration inputs", self.rows()["conv2d_0.tmp_0"][-1])


class Refusals(QuantiseTest):
    def test_flags(self):
        for text, args in (
                ("folder data is empty", []),
                ("No such file", ["--calibration_data=nowhere"]),
                ("--weight_bits: found 4", ["--weight_bits=4"]),
                ("weights are stored in 16 bits by --quant_model", ["--activation_bits=16"]),
                ("--quant_type=QUANT_INT16 with --calibration_data", ["--quant_type=QUANT_INT16"]),
                ("--algo: found 'emd'", ["--algo=emd"]),
                ("--weight_quantize_type: found 'x'", ["--weight_quantize_type=x"]),
                ("did you mean conv2d?", ["--quantizable_op_type=conv2"]),
                ("--skip_tensor_list: the program has no variable 'imagine'", ["--skip_tensor_list=imagine"]),
                ("'o.nb' of flag --quant_report is also the model", ["--quant_report=o.nb", "--optimize_out_type=naive_buffer"]),
                ("quant_error_budget", ["--quant_error_budget=-1"]),
                ("hist_percent", ["--hist_percent=nan"]),
                ("--image_std: found 0", ["--image_std=0"]),
                ("--image_std: found inf", ["--image_std=inf"]),
                ("--image_std: found 1e-40", ["--image_std=1e-40"]),
                ("--image_mean: found nan", ["--image_mean=nan"]),
                ("--image_mean: found 1e+39", ["--image_mean=1e39"]),
                ("--quant_model with --calibration_data", ["--quant_model=true"]),
                ("--image_order: found 'GBR'", ["--image_order=GBR"]),
                ("no effect without --calibration_data", ["--calibration_data=", "--quant_report=r"]),
                ("/nowhere/r", ["--quant_report=/nowhere/r"]),
                ("/nowhere/m", ["--quantize_model_path=/nowhere/m"])):
            with self.subTest(args=args):
                self.fail_with(text, *PADDLE2, "--calibration_data=data", "--optimize_out=o", *args)
        self.fail_with("one model at a time", f"--model_set_dir={DIGITS}", "--calibration_data=data", "--optimize_out=o")
        self.fail_with("already quantised", f"--model_dir={DIGITS}/fluid_qat", "--calibration_data=data", "--optimize_out=o")
        self.assertEqual(self.files(), ["data"])


class WeightsOnly(QuantiseTest):
    STORED = r"Stored in fewer bits: (\d+) weights, (\d+) of (\d+) bytes; in float: (\d+) weights, (\d+) bytes(.*)\n"

    def counts(self, text):
        found = re.search(self.STORED, text)
        self.assertIsNotNone(found, text)
        return [int(count) for count in found.groups()[:5]]

    def test_sizes_and_results(self):
        def convert(name, *args):
            done = self.succeed(*PADDLE2, "--valid_targets=x86", "--optimize_out_type=naive_buffer",
                                f"--optimize_out={name}", *args)
            self.assertEqual(done.stderr, "")
            return os.path.getsize(self.path(f"{name}.nb")), done.stdout

        full, text = convert("full")
        self.assertNotIn("Stored in fewer bits", text)
        half, half_text = convert("half", "--quant_model=true", "--verify", "--verify_threshold=1e-3")
        quarter, quarter_text = convert("quarter", "--quant_model=true", "--quant_type=QUANT_INT8", "--verify")
        self.assertEqual(self.counts(half_text)[0], self.counts(quarter_text)[0])
        self.assertEqual(self.counts(half_text)[1], 2 * self.counts(quarter_text)[1])
        self.assertLess(half, 0.65 * full)
        self.assertLess(quarter, 0.45 * full)
        brain, _ = convert("brain", "--enable_bf16=true", "--verify")
        self.assertLess(brain, 0.65 * full)
        # Stored weights of a quantised program stay as they are.
        done = self.succeed(f"--model_dir={DIGITS}/paddle2_qat", "--valid_targets=x86", "--quant_model=true", "--verify",
                            "--optimize_out=qat")
        self.assertIn("no weight is stored in fewer bits: the model has no weights in float", done.stderr)

    def test_form_of_the_source(self):
        """Weights that are stored in fewer bits stay so, and results are those of the source."""
        for name, weights, width in (("fluid_weight_int8", 5, 1), ("fluid_weight_int8_tensor", 5, 1), ("paddle2_weight_int16", 3, 2)):
            with self.subTest(name=name):
                done = self.succeed(f"--model_dir={DIGITS}/{name}", "--valid_targets=x86", "--optimize_out=o", "--verify",
                                    "--verify_threshold=1e-6")
                stored, size, real = self.counts(done.stdout)[:3]
                self.assertEqual((stored, size), (weights, real * width // 4))
        # Another form that the user states, of the same weights.
        done = self.succeed(f"--model_dir={DIGITS}/fluid_weight_int8", "--valid_targets=x86", "--optimize_out=o",
                            "--quant_model=true", "--quant_type=QUANT_INT16")
        stored, size, real = self.counts(done.stdout)[:3]
        self.assertEqual((stored, size), (5, real // 2))

    def test_memory_of_weights(self):
        """Convolutions need as much as with float weights, and products as much as their integers."""
        self.make_model("m", """
            const %f: float[256,64,3,3] = random(1, -1, 1)
            const %w: float[256,2000] = random(2, -1, 1)
            input %x: float[1,64,8,8]
            conv2d(Input=%x, Filter=%f) -> (Output=%c: float[1,256,6,6])
            pool2d(X=%c) -> (Out=%p: float[1,256,1,1]) {global_pooling=true, pooling_type="avg", ksize=[6, 6]}
            mul(X=%p, Y=%w) -> (Out=%y: float[1,2000]) {x_num_col_dims=1}
            output %y""")

        def weights(*args):
            self.succeed("--model_dir=m", "--valid_targets=x86", "--optimize_out_type=naive_buffer", "--optimize_out=o", *args)
            done = self.succeed("--optimized_model_file=o.nb", "--input_shape=1,64,8,8", "--repeats=1", "--enable_memory_profile",
                                "--result_path=report.txt", tool="benchmark_bin")
            return float(re.search(r"^weights +=\s+([0-9.]+)$", done.stdout, re.MULTILINE).group(1))

        product = 256 * 2000 * 4 / 2**20
        full = weights()
        self.assertGreater(full, product)
        for bits in (16, 8):
            small = weights("--quant_model=true", f"--quant_type=QUANT_INT{bits}")
            self.assertAlmostEqual(small, full - product * (1 - bits / 32), delta=0.05)

    def test_what_is_stored(self):
        """The counts, and a warning with a way out if there was nothing to do."""
        convert = ["--model_dir=m", "--valid_targets=x86", "--quant_model=true", "--optimize_out=o"]
        self.make_model("m", """
            const %a: float[64,96] = random(1, -1, 1)
            const %b: float[96,8] = random(2, -1, 1)
            input %x: float[4,64]
            mul(X=%x, Y=%a) -> (Out=%h: float[4,96])
            mul(X=%h, Y=%b) -> (Out=%y: float[4,8])
            output %y""")
        done = self.succeed(*convert, "--quant_type=QUANT_DYNAMIC")
        self.assertEqual(self.counts(done.stdout), [2, 6912, 27648, 0, 0])
        self.assertIn("; products in int8: 1\n", done.stdout)
        self.assertEqual(done.stderr, "")
        done = self.succeed(*convert, "--quant_type=QUANT_INT16")
        self.assertEqual(self.counts(done.stdout), [2, 13824, 27648, 0, 0])
        self.assertNotIn("products in int8", done.stdout)
        self.make_model("m", """
            const %b: float[32,8] = random(2, -1, 1)
            input %x: float[4,32]
            mul(X=%x, Y=%b) -> (Out=%y: float[4,8])
            output %y""")
        done = self.succeed(*convert, "--quant_type=QUANT_DYNAMIC")
        self.assertIn("; products in int8: 0\n", done.stdout)
        self.assertEqual(done.stderr, "opt: warning: no product computes in int8: it needs a weight of at least 64 inputs "
                                      "and 64 outputs\n")
        self.make_model("m", """
            const %w: float[16,64] = random(1, -1, 1)
            const %b: float[1,64] = random(2, -1, 1)
            input %x: float[6,64]<lod=1>
            lstm(Input=%x, Weight=%w, Bias=%b) -> (Hidden=%y: float[6,16]<lod=1>, Cell=%c: float[6,16]<lod=1>) {use_peepholes=false}
            output %y""")
        for kind, size in (("INT8", 1), ("INT16", 2)):
            done = self.succeed(*convert, f"--quant_type=QUANT_{kind}")
            self.assertEqual(self.counts(done.stdout), [1, 1024 * size, 4096, 1, 256])
            self.assertEqual(done.stderr, "")
        self.make_model("m", """
            const %w: float[8,1,3,3] = random(1, -1, 1)
            input %x: float[1,8,9,9]
            depthwise_conv2d(Input=%x, Filter=%w) -> (Output=%y: float[1,8,7,7]) {groups=8}
            output %y""")
        for kind in ("INT8", "INT16", "DYNAMIC"):
            done = self.succeed(*convert, f"--quant_type=QUANT_{kind}")
            self.assertEqual(self.counts(done.stdout), [0, 0, 0, 1, 288])
            self.assertEqual(done.stderr, "opt: warning: no weight is stored in fewer bits: those of depthwise_conv2d stay "
                                          "in float; --enable_bf16=true halves them\n")
        done = self.succeed("--model_dir=m", "--valid_targets=x86", "--enable_bf16=true", "--optimize_out=o")
        self.assertEqual(self.counts(done.stdout), [1, 144, 288, 0, 0])
        self.assertEqual(done.stderr, "")

    def test_recurrent_networks(self):
        """Files of lstm, gru and rnn are about a quarter and a half, with nearly the same results."""
        program = """
            const %wl: float[64,256] = random(1, -0.3, 0.3)
            const %bl: float[1,256] = random(2, -1, 1)
            const %wg: float[64,192] = random(3, -0.3, 0.3)
            const %wi: float[192,64] = random(4, -0.3, 0.3)
            const %wh: float[192,64] = random(5, -0.3, 0.3)
            const %bi: float[192] = random(6, -1, 1)
            const %bh: float[192] = random(7, -1, 1)
            input %x: float[6,256]<lod=1>
            input %u: float[6,192]<lod=1>
            input %v: float[5,2,64]
            input %s: float[1,2,64]
            lstm(Input=%x, Weight=%wl, Bias=%bl) -> (Hidden=%y: float[6,64]<lod=1>, Cell=%c: float[6,64]<lod=1>) {use_peepholes=false}
            gru(Input=%u, Weight=%wg) -> (Hidden=%z: float[6,64]<lod=1>)
            rnn(Input=%v, PreState=[%s], WeightList=[%wi, %wh, %bi, %bh]) -> (Out=%o: float[5,2,64], State=[%t: float[1,2,64]]) {mode="GRU", hidden_size=64, input_size=64, is_test=true}
            output %y
            output %z
            output %o"""
        self.make_model("m", program)
        convert = ["--model_dir=m", "--valid_targets=x86", "--optimize_out_type=naive_buffer", "--optimize_out=o", "--verify"]
        sizes = []
        for bound, args in ((1e-6, []), (1e-3, ["--quant_model=true"]), (2e-2, ["--quant_model=true", "--quant_type=QUANT_INT8"])):
            done = self.succeed(*convert, f"--verify_threshold={bound}", *args)
            self.assertEqual(done.stderr, "")
            if args:
                self.assertEqual(self.counts(done.stdout)[::2], [4, 4 * (64 * 256 + 3 * 64 * 192), 1024])
            sizes.append(os.path.getsize(self.path("o.nb")))
        full, half, quarter = sizes
        self.assertLess(half, 0.55 * full)
        self.assertLess(quarter, 0.32 * full)
        # The states are rounded as well.
        done = self.succeed(*convert, "--quant_model=true", "--quant_type=QUANT_DYNAMIC", "--explain")
        self.assertIn("; products in int8: 3\n", done.stdout)
        listed = r"weights in 8 bits, inputs rounded to 8 bits in every run: %s\n"
        self.assertRegex(done.stdout + done.stderr, listed % r"lstm \(op \d of block 0\) gru \(op \d of block 0\) rnn \(op \d of block 0\)")
        self.assertLess(os.path.getsize(self.path("o.nb")), 1.01 * quarter)
        # A program of Paddle's tools asks for the same.
        threshold = 'quantization_type="post_kl", bit_length=8, Weight0_threshold=0.3'
        self.make_model("m", program.replace("{use_peepholes=false}", "{use_peepholes=false, " + threshold + "}")
                        .replace("gru(Input=%u, Weight=%wg) -> (Hidden=%z: float[6,64]<lod=1>)",
                                 "gru(Input=%u, Weight=%wg) -> (Hidden=%z: float[6,64]<lod=1>) {" + threshold + "}"))
        done = self.succeed(*convert, "--explain")
        self.assertRegex(done.stdout + done.stderr, listed % r"lstm \(op \d of block 0\) gru \(op \d of block 0\)")
        self.assertLess(os.path.getsize(self.path("o.nb")), 0.66 * full)  # rnn stays in float
        self.put("x.npy", npy((6, 256), [0] * 1536))
        self.fail_with("already quantised: it has an operator lstm with quantization_type", *convert, "--calibration_data=data")
        self.make_model("m", program.replace("{use_peepholes=false}", "{use_peepholes=false, " + threshold.replace("0.3", "-0.3") + "}"))
        self.fail_with("Weight: attribute Weight0_threshold: expected a positive number, found -0.3", *convert)

    def test_bfloat16(self):
        """The error is printed and is that of 8 bits of mantissa; int8 operators keep their weights."""
        verify = [*FLUID, "--valid_targets=x86", "--verify", "--input_shape=4,1,28,28"]

        def error_of(*args):
            return float(re.search(r"relative L2 (\S+),", self.succeed(*verify, *args).stdout).group(1))

        self.assertGreater(error_of("--enable_bf16"), 5 * error_of())
        self.assertLess(error_of("--enable_bf16"), 1e-2)
        self.fail_with("computes other values", *verify, "--enable_bf16", "--verify_threshold=1e-6")
        self.fail_with("weights are stored in one form", *PADDLE2, "--enable_bf16", "--quant_model", "--optimize_out=o")
        self.fail_with("computes in one reduced precision", *PADDLE2, "--enable_bf16", "--enable_fp16", "--optimize_out=o")
        printed = self.succeed(*verify, "--enable_bf16").stdout
        self.assertRegex(printed, r"verify: [1-9]\d* operators with products in bfloat16")
        for form in ("naive_buffer", "protobuf"):
            self.succeed(f"--model_dir={DIGITS}/paddle2_qat", "--valid_targets=x86", "--enable_bf16", "--verify",
                         f"--optimize_out_type={form}", "--optimize_out=qat")
        self.succeed(*PADDLE2, "--valid_targets=arm", "--enable_bf16", "--optimize_out_type=protobuf", "--optimize_out=both")
        self.assertLess(os.path.getsize(self.path("both", "params")), 80000)  # of 142 KB


if __name__ == "__main__":
    unittest.main()
