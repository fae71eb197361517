#!/usr/bin/env python3
"""Counts the instructions that ARM processors execute for an element of the result of single operators, with qemu.

    cmake --preset arm64-qemu -B build.arm64-size '-DCMAKE_CXX_FLAGS_RELEASE=-Os -DNDEBUG'
    cmake --build build.arm64-size --target light_runner
    v26/bin/python tests/perf/operator_counts.py --build build.arm64-size [--cases cast where]

Such a build has the code of published libraries, which are optimised for size. PaddlePaddle 2.6.2 (v26) writes the programs,
the opt of --host converts them, and the difference between three runs of the light predictor and one is counted, as
arm_counts.py counts networks. See docs/measurements/arm-counts.md.
"""
import argparse
import os
import sys

import numpy as np

import arm_counts

sys.path.insert(0, os.path.join(arm_counts.SOURCE, "tools", "golden"))
import programs  # noqa: E402

SHAPE = (1, 64, 56, 56)
RANDOM = np.random.RandomState(0)
NAMES = {"float32": "float", "int32": "int32_t", "int64": "int64_t", "bool": "bool", "uint8": "uint8_t", "int8": "int8_t"}


def numbers(dtype="float32", shape=SHAPE):
    if dtype == "float32":
        return RANDOM.uniform(-2, 2, shape).astype(dtype)
    return RANDOM.randint(0 if dtype == "bool" else 1, 2 if dtype == "bool" else 100, shape).astype(dtype)


def regions(count):
    corners = np.sort(RANDOM.uniform(0, 800, (count, 2, 2)), 1)
    return programs.Value(corners.reshape(count, 4).astype("float32"), [[0, count]])


# name: (operator, inputs, attributes), or with the names of its outputs
CASES = {}
CODES = {"bool": 0, "int32": 2, "int64": 3, "float32": 5, "uint8": 20}
for source, target in (("float32", "int32"), ("float32", "int64"), ("int32", "float32"), ("int64", "float32"), ("uint8", "float32"),
                       ("float32", "uint8"), ("bool", "float32"), ("float32", "bool"), ("int64", "int32"), ("int32", "int64")):
    CASES["cast, %s to %s" % (source, target)] = ("cast", {"X": numbers(source)}, {"in_dtype": CODES[source], "out_dtype": CODES[target]})
for dtype in ("float32", "int64"):
    CASES["sum of three, " + dtype] = ("sum", {"X": [numbers(dtype) for _ in range(3)]}, {})
    CASES["less_than, " + dtype] = ("less_than", {"X": numbers(dtype), "Y": numbers(dtype)}, {})
    CASES["where, " + dtype] = ("where", {"Condition": numbers("bool"), "X": numbers(dtype), "Y": numbers(dtype)}, {})
    CASES["elementwise_add, " + dtype] = ("elementwise_add", {"X": numbers(dtype), "Y": numbers(dtype)}, {"axis": -1})
CASES["less_than, one Y"] = ("less_than", {"X": numbers(), "Y": numbers(shape=(1,))}, {})
CASES["logical_and"] = ("logical_and", {"X": numbers("bool"), "Y": numbers("bool")}, {})
CASES["logical_not"] = ("logical_not", {"X": numbers("bool")}, {})
CASES["bitwise_and, int32"] = ("bitwise_and", {"X": numbers("int32"), "Y": numbers("int32")}, {})
CASES["elementwise_mod, int64"] = ("elementwise_mod", {"X": numbers("int64"), "Y": numbers("int64")}, {"axis": -1})
CASES["elementwise_floordiv, int32"] = ("elementwise_floordiv", {"X": numbers("int32"), "Y": numbers("int32")}, {"axis": -1})
CASES["affine_channel"] = ("affine_channel", {"X": numbers(), "Scale": numbers(shape=(64,)), "Bias": numbers(shape=(64,))},
                           {"data_layout": "NCHW"})
CASES["isnan_v2"] = ("isnan_v2", {"X": numbers()}, {})
CASES["round"] = ("round", {"X": numbers()}, {})
CASES["clip, int64"] = ("clip", {"X": numbers("int64")}, {"min": 2.0, "max": 9.0})
CASES["scale, int64"] = ("scale", {"X": numbers("int64")}, {"scale": 2.0, "bias": 1.0, "bias_after_scale": True})
CASES["dequantize_log"] = ("dequantize_log", {"X": numbers("int8"), "Dict": numbers(shape=(128,))}, {})
CASES["fill_constant_batch_size_like"] = ("fill_constant_batch_size_like", {"Input": numbers()},
                                          {"shape": list(SHAPE), "value": 1.5, "dtype": 5})
CASES["reduce_prod, last axis"] = ("reduce_prod", {"X": numbers()}, {"dim": [3], "keep_dim": False})
CASES["cumsum"] = ("cumsum", {"X": numbers()}, {"axis": 3})
CASES["stack, last axis"] = ("stack", {"X": [numbers(shape=(1, 64, 28, 56)) for _ in range(2)]}, {"axis": 4}, ["Y"])
CASES["strided_slice"] = ("strided_slice", {"Input": numbers(shape=(1, 64, 112, 112))},
                          {"axes": [2, 3], "starts": [0, 0], "ends": [112, 112], "strides": [2, 2], "infer_flags": [1, 1]})
CASES["slice"] = ("slice", {"Input": numbers(shape=(1, 64, 58, 58))}, {"axes": [2, 3], "starts": [1, 1], "ends": [57, 57]})
CASES["gather"] = ("gather", {"X": numbers(shape=(3136, 64)), "Index": numbers("int64", (3136,))}, {})
CASES["roi_align, 100 regions"] = ("roi_align", {"X": numbers(shape=(1, 256, 50, 50)), "ROIs": regions(100)},
                                   {"pooled_height": 7, "pooled_width": 7, "spatial_scale": 0.0625, "sampling_ratio": 2})
CASES["yolo_box"] = ("yolo_box", {"X": numbers(shape=(1, 255, 26, 26)), "ImgSize": numbers("int32", (1, 2))},
                     {"anchors": [10, 13, 16, 30, 33, 23], "class_num": 80, "conf_thresh": 0.01, "downsample_ratio": 16},
                     ["Boxes", "Scores"])
CASES["box_coder"] = ("box_coder", {"PriorBox": np.sort(numbers(shape=(8732, 2, 2)), 1).reshape(8732, 4),
                                    "PriorBoxVar": numbers(shape=(8732, 4)), "TargetBox": numbers(shape=(1, 8732, 4))},
                      {"code_type": "decode_center_size", "box_normalized": False, "axis": 0}, ["OutputBox"])
CASES["affine_grid"] = ("affine_grid", {"Theta": numbers(shape=(2, 2, 3))}, {"output_shape": [2, 3, 224, 224], "align_corners": True},
                        ["Output"])


def program_of(operator, inputs, attributes, outputs=("Out",)):
    program, names = programs.Program(), {}
    for slot, values in inputs.items():
        names[slot] = []
        for value in values if isinstance(values, list) else [values]:
            name = "%s%d" % (slot.lower(), len(names[slot]))
            program.values[name] = value if isinstance(value, programs.Value) else programs.Value(value)
            names[slot].append(name)
    program.ops = [(operator, names, {slot: ["result." + slot] for slot in outputs}, attributes)]
    program.fetches = ["result." + slot for slot in outputs]
    return program


def convert(case, args):
    """The folder of the program, its .nb file and inputs, and the number of elements of the results."""
    folder = os.path.join(args.work, case.replace(", ", "_").replace(" ", "_"))
    os.makedirs(folder, exist_ok=True)
    program = program_of(*CASES[case])
    done, results = programs.in_child(programs.run_paddle, program)
    if not done:
        sys.exit("%s: Paddle: %s" % (case, results))
    programs.save(program, folder, results)
    arm_counts.command([os.path.join(args.host, "lite/api/opt"), "--model_file=%s/model" % folder, "--param_file=%s/params" % folder,
                        "--valid_targets=arm", "--optimize_out_type=naive_buffer", "--optimize_out=%s/arm" % folder])
    with open(os.path.join(folder, "inputs.txt"), "w") as lines:
        for i, (name, value) in enumerate(program.values.items()):
            value.array.tofile(os.path.join(folder, "input.%d" % i))
            words = [name, NAMES[str(value.array.dtype)], "x".join(map(str, value.array.shape))]
            lines.write(" ".join(words + [",".join(map(str, level)) for level in value.lod or []]) + "\n")
    return folder, sum(value.array.size for value in results)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arm_counts.add_build_options(parser)
    parser.add_argument("--cpu", help="processor model of qemu (default: that of the build)")
    parser.add_argument("--cases", nargs="+", default=[""], help="cases whose names begin so (default: all)")
    args = parser.parse_args()
    arm_counts.prepare(args)
    args.counter = arm_counts.counter(args.work)
    for case in CASES:
        if not case.startswith(tuple(args.cases)):
            continue
        folder, elements = convert(case, args)
        runner = [os.path.join(args.build, "tests/perf/light_runner"), os.path.join(folder, "arm.nb"), folder]
        one, three = (sum(arm_counts.count_process(args.emulator, args.counter, args.work, runner + [runs],
                                                   env=arm_counts.processor("neon")).values()) for runs in ("1", "3"))
        print("%-30s %7.2f" % (case, (three - one) / 2 / elements), flush=True)


if __name__ == "__main__":
    main()
