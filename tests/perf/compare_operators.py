#!/usr/bin/env python3
"""Times single operators in this library and in PaddlePaddle, in turns in one process, and prints a table.

    v26/bin/python tests/perf/compare_operators.py --package build.dev/python/package [--threads 1] [--ops top_k_v2 cumsum]

Both run a program of one operator that Paddle has written, by their predictors, which keep inputs and outputs in place; the
results are compared. Of every operator the shortest of --runs runs counts. Paddle gets as many threads as the library. A
package whose folder will be built again while this runs must be copied with `cp -rL`.
"""

import argparse
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "golden"))
import numpy as np

RANDOM = np.random.default_rng(7)


def floats(*shape):
    return RANDOM.uniform(-1, 1, shape).astype("float32")


def below(limit, *shape, dtype="int64"):
    return RANDOM.integers(0, limit, shape).astype(dtype)


def shuffled(count):
    return RANDOM.permutation(count).astype("int64")


# Operator, inputs by slot (a weight in a tuple), outputs, attributes.
FORMS = (
    ("top_k", {"X": floats(100, 1000)}, ("Out", "Indices"), {"k": 5}),
    ("top_k_v2", {"X": floats(1, 8, 8400)}, ("Out", "Indices"), {"k": 100, "axis": -1, "largest": True, "sorted": True}),
    ("argsort", {"X": floats(100, 1000)}, ("Out", "Indices"), {"axis": -1}),
    ("cumsum", {"X": floats(64, 128, 64)}, ("Out",), {"axis": -1}),
    ("cumsum", {"X": floats(64, 128, 64)}, ("Out",), {"axis": 1}),
    ("gather", {"X": floats(4096, 256), "Index": below(4096, 2048)}, ("Out",), {}),
    ("gather_nd", {"X": floats(64, 64, 64), "Index": below(64, 4096, 2)}, ("Out",), {}),
    ("scatter", {"X": floats(4096, 256), "Ids": shuffled(2048), "Updates": floats(2048, 256)}, ("Out",), {"overwrite": True}),
    ("scatter_nd_add", {"X": floats(4096, 64), "Index": below(4096, 2048, 1), "Updates": floats(2048, 64)}, ("Out",), {}),
    ("index_select", {"X": floats(256, 1024), "Index": below(1024, 512)}, ("Out",), {"dim": 1}),
    ("lookup_table_v2", {"W": (floats(30000, 256),), "Ids": below(30000, 8, 128)}, ("Out",), {"padding_idx": -1}),
    ("one_hot_v2", {"X": below(1000, 128)}, ("Out",), {"depth": 1000, "dtype": 5}),
    ("arg_max", {"X": floats(256, 1000)}, ("Out",), {"axis": -1, "dtype": 3, "keepdims": False}),
    ("cast", {"X": floats(256, 1024)}, ("Out",), {"in_dtype": 5, "out_dtype": 3}),
    ("elementwise_floordiv", {"X": below(1000, 256, 1024), "Y": below(9, 1024) + 1}, ("Out",), {"axis": -1}),
    ("elementwise_mod", {"X": below(1000, 256, 1024), "Y": below(9, 1024) + 1}, ("Out",), {"axis": -1}),
    ("where", {"Condition": below(2, 256, 1024).astype(bool), "X": floats(256, 1024), "Y": floats(256, 1024)}, ("Out",), {}),
    ("tile", {"X": floats(64, 1, 256)}, ("Out",), {"repeat_times": [1, 16, 1]}),
    ("expand_v2", {"X": floats(64, 1, 256)}, ("Out",), {"shape": [64, 16, 256]}),
    ("stack", {"X": [floats(64, 256)] * 8}, ("Y",), {"axis": 1}),
    ("strided_slice", {"Input": floats(256, 1024)}, ("Out",), {"axes": [1], "starts": [0], "ends": [1024], "strides": [2],
                                                            "infer_flags": [1], "decrease_axis": []}),
    ("flip", {"X": floats(256, 1024)}, ("Out",), {"axis": [1]}),
    ("roll", {"X": floats(1, 56, 56, 96)}, ("Out",), {"axis": [1, 2], "shifts": [-3, -3]}),
    ("pad3d", {"X": floats(1, 32, 1, 56, 56)}, ("Out",), {"paddings": [1, 1, 1, 1, 0, 0], "mode": "constant", "value": 0.0}),
    ("layer_norm", {"X": floats(128, 768), "Scale": (floats(768),), "Bias": (floats(768),)}, ("Y", "Mean", "Variance"),
     {"begin_norm_axis": 1, "epsilon": 1e-5}),
    ("softmax", {"X": floats(12, 128, 128)}, ("Out",), {"axis": -1}),
    ("gelu", {"X": floats(128, 3072)}, ("Out",), {"approximate": False}),
)


def program_of(form):
    import programs

    op, inputs, outputs, attrs = form
    made = programs.Program()
    named = {}
    for slot, value in inputs.items():
        for i, given in enumerate(value if isinstance(value, list) else [value]):
            is_weight = isinstance(given, tuple)
            name = "%s%d" % (slot.lower(), i)
            made.values[name] = programs.Value(given[0] if is_weight else given, None, is_weight)
            named.setdefault(slot, []).append(name)
    made.ops = [(op, named, {slot: ["out" + slot] for slot in outputs}, attrs)]
    made.fetches = ["out" + outputs[0]]
    return made


def run_ours(folder, package, values, threads):
    sys.path.insert(0, package)
    from paddlelite import lite

    config = lite.CxxConfig()
    config.set_model_file(folder + "/model")
    config.set_param_file(folder + "/params")
    config.set_valid_places([lite.Place(lite.TargetType.X86, lite.PrecisionType.FP32),
                             lite.Place(lite.TargetType.Host, lite.PrecisionType.FP32)])
    config.set_threads(threads)
    predictor = lite.create_paddle_predictor(config)
    for i, value in enumerate(values):
        predictor.get_input(i).from_numpy(value.array)
    return predictor.run, lambda: np.array(predictor.get_output(0).numpy())


def run_paddle(folder, values, threads):
    from paddle import inference

    if os.path.getsize(folder + "/params"):
        config = inference.Config(folder + "/model", folder + "/params")
    else:  # the combined form has parameters
        os.link(folder + "/model", folder + "/__model__")
        config = inference.Config(folder)
    config.disable_gpu()
    config.disable_glog_info()
    config.set_cpu_math_library_num_threads(threads)
    predictor = inference.create_predictor(config)
    for name, value in values.items():
        predictor.get_input_handle(name).copy_from_cpu(value.array)
    output = predictor.get_output_handle(predictor.get_output_names()[0])
    return predictor.run, output.copy_to_cpu


def compare(form, args):
    import programs

    made = program_of(form)
    expected = programs.run_paddle(made)
    with tempfile.TemporaryDirectory() as folder:
        programs.save(made, folder, expected)
        fed = {n: v for n, v in made.values.items() if not v.is_weight}
        sides = [run_ours(folder, args.package, list(fed.values()), args.threads), run_paddle(folder, fed, args.threads)]
        best = [float("inf")] * 2
        for _ in range(args.runs):
            for i, (run, _) in enumerate(sides):
                begin = time.perf_counter()
                run()
                best[i] = min(best[i], time.perf_counter() - begin)
        differs = programs.difference(expected[0], programs.Value(sides[0][1](), None))
    shapes = " ".join("x".join(map(str, v.array.shape)) for v in made.values.values())
    print("| %s | %s | %.1f | %.1f | %.2f |%s" % (form[0], shapes, 1e6 * best[0], 1e6 * best[1], best[0] / best[1],
                                                 " differs: %s" % differs if differs else ""), flush=True)
    return not differs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", required=True, help="the folder that holds the library's Python package")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--runs", type=int, default=60, help="runs of each side in turns")
    parser.add_argument("--ops", nargs="*", help="only these operators")
    args = parser.parse_args()
    args.package = os.path.abspath(args.package)
    print("| operator | inputs | library, us | Paddle, us | ratio |\n| --- | --- | --- | --- | --- |")
    good = [compare(form, args) for form in FORMS if not args.ops or form[0] in args.ops]
    return 0 if good and all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
