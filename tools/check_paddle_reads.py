#!/usr/bin/env python3
"""Checks that others read what this library writes. A developer tool: it needs packages that tests never need.

  python3.10 -m venv VENV
  VENV/bin/pip install "paddlepaddle==2.6.2" "numpy<2" "protobuf==3.20.2" "paddlelite==2.13rc0"
  VENV/bin/python tools/check_paddle_reads.py build.dev/lite/api/lite_model_dump

Every model of tests/data/formats/paddle is written by lite_model_dump
  * as Paddle program and parameters, with and without normalisation, loaded by Paddle and run;
  * as unoptimised .nb of meta version 2 and 1, loaded by the official light predictor and run,
and the outputs are compared with those that Paddle stored beside the model. Every x86 file of the same official
converter in tests/data/formats/nb is written again as meta version 2, 1 and 0; the official predictor must answer
with the same bits as for the original.

  VENV/bin/python tools/check_paddle_reads.py --materialise-zoo build.dev/tests/perf/materialise_zoo \
    --package build.dev/python/package

checks what save_optimized_pb_model of the Python module writes of every network of tests/data/zoo: Paddle loads program
and parameters, and every operator names its kernel. Two programs are made of each network. In the plain one nothing is
fused; Paddle must compute the same with it as with the original. The optimised one is for x86; Paddle computes the same
with it where it has all operators and attributes (networks of fc, not those whose convolutions include an activation).

Prints one line for each run and a summary; exit status 1 when a run that is expected to work does not.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODELS = os.path.join(ROOT, "tests", "data", "formats", "paddle")
NB_FILES = os.path.join(ROOT, "tests", "data", "formats", "nb")
TOLERANCE = 1e-5

# Files that the official predictor (2.13rc0, x86) cannot run without its own optimiser, regardless
# of the writer. Each reason was observed with the same package; a run that starts to work is
# reported.
LITE_CANNOT = {
    "f18_dtypes": "its converter aborts on the original",
    "f18_lookup_lod": "its converter refuses the original: no x86 kernel for sum",
    "f18_lookup_lod_sep": "as f18_lookup_lod",
    "f18_quant": "no kernel for fake_dequantize_max_abs, which its converter fuses",
    "f18_quant_sep": "as f18_quant",
    "f18_while": "runs an int64 scale with the float kernel when none is named; right with scale/int64/2/1/1 named",
    "f18_while_sep": "as f18_while",
    "p26_attrs": "our writer refuses attributes that the format cannot hold",
    "p26_convnet": "its flatten_contiguous_range insists on XShape, which the original lacks; its converter fuses the operator",
    "p26_dtypes": "its converter aborts on the original",
    "p26_jit": "crashes with its own converter's file, too",
    "p26_qdq": "no kernel for dequantize_linear, which its converter fuses",
    "p26_while": "crashes with its own converter's file, too",
}
# Original files that crash the predictor itself.
ORIGINAL_DIES = ("p26_while",)


def as_array(entry):
    import numpy as np
    return np.array(entry["values"], dtype=entry["dtype"]).reshape(entry["shape"])


def difference(expected, outputs):
    """Largest relative difference over all outputs; inf when element types or sizes differ or a number is not finite."""
    import numpy as np
    worst = 0.0
    for entry, found in zip(expected["outputs"], outputs):
        want, found = as_array(entry), np.asarray(found)
        if want.size != found.size or want.dtype != found.dtype:
            return float("inf")
        want, found = want.astype("float64"), found.astype("float64")
        # A comparison with NaN is false, so it would count as no difference.
        if not (np.isfinite(want).all() and np.isfinite(found).all()):
            return float("inf")
        scale = max(float(np.abs(want).max()), 1.0) if want.size else 1.0
        if want.size:
            worst = max(worst, float(np.abs(want.reshape(-1) - found.reshape(-1)).max()) / scale)
    return worst if len(outputs) == len(expected["outputs"]) else float("inf")


def run_paddle(folder, expected):
    """Outputs of Paddle for the files `model` and `params` of a folder."""
    import numpy as np
    import paddle
    paddle.enable_static()
    scope = paddle.static.Scope()
    with open(os.path.join(folder, "model"), "rb") as f:
        program_bytes = f.read()
    with open(os.path.join(folder, "params"), "rb") as f:
        params_bytes = f.read()
    executor = paddle.static.Executor(paddle.CPUPlace())
    with paddle.static.scope_guard(scope):
        paddle.static.deserialize_program(program_bytes)
        if params_bytes:
            program, _, fetches = paddle.static.load_inference_model(
                None, executor, model_filename=program_bytes, params_filename=params_bytes)
        else:
            program = paddle.static.deserialize_program(program_bytes)
            fetches = [program.global_block().var(op.input("X")[0])
                       for op in program.global_block().ops if op.type == "fetch"]
        feed = {}
        for entry in expected["inputs"]:
            array = as_array(entry)
            if entry.get("lod"):
                lengths = [list(np.diff(level)) for level in entry["lod"]]
                feed[entry["name"]] = paddle.base.create_lod_tensor(array, lengths, paddle.CPUPlace())
            else:
                feed[entry["name"]] = array
        found = executor.run(program, feed=feed, fetch_list=fetches, return_numpy=False)
        return [np.array(t) for t in found]


NUMPY_TYPES = {"float": "float32", "int64_t": "int64", "int32_t": "int32", "uint8_t": "uint8", "bool": "bool"}
# Set by this library's fusions; Paddle's own operators ignore them.
FUSED = ("with_act", "fuse_relu", "act_type", "fuse_scale", "fuse_residual_connection", "with_residual")


def zoo_feed(folder):
    """The inputs that materialise_zoo wrote, for Paddle."""
    import numpy as np
    import paddle
    feed = {}
    with open(os.path.join(folder, "inputs.txt"), encoding="utf-8") as file:
        for i, line in enumerate(file):
            name, kind, shape, *levels = line.rstrip("\n").split(" ")
            array = np.fromfile(os.path.join(folder, "input.%d" % i), NUMPY_TYPES[kind])
            array = array.reshape([int(d) for d in shape.split("x") if d])
            if levels:
                lengths = [list(np.diff([int(offset) for offset in level.split(",")])) for level in levels]
                array = paddle.base.create_lod_tensor(array, lengths, paddle.CPUPlace())
            feed[name] = array
    return feed


def operators(program):
    return [op for block in program.blocks for op in block.ops]


def kernels_that_are_wrong(program):
    """Descriptions of operators that do not name a kernel as TYPE/ALIAS/TARGET/PRECISION/LAYOUT."""
    wrong = []
    for op in operators(program):
        name = "__@kernel_type_attr@__"
        kernel = op.attr(name) if op.has_attr(name) else "none"
        if not re.fullmatch(re.escape(op.type) + r"/\w+/\d+/\d+/\d+", kernel):
            wrong.append("%s: %s" % (op.type, kernel))
    return wrong


def paddle_computes_alike(program):
    """Whether Paddle has all operators and gets what it asks for, and none does more than Paddle knows."""
    from paddle.base.framework import OpProtoHolder
    protos = OpProtoHolder.instance().op_proto_map
    for op in operators(program):
        if op.type not in protos:
            return False
        attributes = {name: op.attr(name) for name in op.attr_names}
        if op.type == "fc":
            if attributes.get("activation_type", "") not in ("", "relu"):
                return False
        elif "activation_type" in attributes or any(attributes.get(name) for name in FUSED):
            return False
        if op.type == "matmul_v2" and attributes.get("alpha", 1) != 1:
            return False
        if "conv" in op.type and "Bias" in op.input_names and op.input("Bias"):
            return False
    return True


def run_zoo(program_file, params_file, feed, check_kernels):
    """(outputs, or None without `feed` and where Paddle does not compute alike; a description)"""
    import numpy as np
    import paddle
    paddle.enable_static()
    with open(program_file, "rb") as file:
        program_bytes = file.read()
    with open(params_file, "rb") as file:
        params_bytes = file.read()
    executor = paddle.static.Executor(paddle.CPUPlace())
    with paddle.static.scope_guard(paddle.static.Scope()):
        program = paddle.static.deserialize_program(program_bytes)
        count = len(operators(program))
        if check_kernels:
            wrong = kernels_that_are_wrong(program)
            if wrong:
                raise SystemExit("no kernel is named by " + ", ".join(wrong[:5]))
            paddle.static.deserialize_persistables(program, params_bytes, executor)
            if feed is None or not paddle_computes_alike(program):
                return None, "%d operators" % count
        program, _, fetches = paddle.static.load_inference_model(
            None, executor, model_filename=program_bytes, params_filename=params_bytes)
        found = executor.run(program, feed=feed, fetch_list=fetches, return_numpy=False)
        return [np.array(tensor) for tensor in found], "%d operators" % count


def zoo_child(original, written):
    import numpy as np
    model = [name for name in ("__model__", "model.pdmodel") if os.path.exists(os.path.join(original, name))][0]
    params = [name for name in ("__params__", "model.pdiparams") if os.path.exists(os.path.join(original, name))]
    feed = zoo_feed(original)
    try:
        wanted, _ = run_zoo(os.path.join(original, model), os.path.join(original, params[0]), feed, False)
    except RuntimeError:  # an old program with operators that this Paddle cannot run any more
        wanted = None
    found, text = run_zoo(os.path.join(written, "model"), os.path.join(written, "params"),
                          feed if wanted is not None else None, True)
    if found is None:
        print("LOADED", text)
        return
    worst = 0.0
    for a, b in zip(found, wanted):
        if a.shape != b.shape or a.dtype != b.dtype or not np.isfinite(b.astype("f8")).all():
            worst = float("inf")
            continue
        norm = max(float(np.linalg.norm(b.astype("f8"))), 1e-30)
        worst = max(worst, float(np.linalg.norm(a.astype("f8") - b.astype("f8"))) / norm)
    print("DIFFERENCE %g %s" % (worst if len(found) == len(wanted) else float("inf"), text))


# Runs with this library's module: writes a network as SAVE_FOLDER/model and params.
SAVE = r"""
import os, sys
from paddlelite.lite import CxxConfig, Place, TargetType, create_paddle_predictor
source, target, plain = sys.argv[1], sys.argv[2], sys.argv[3] == "plain"
config = CxxConfig()
for name in os.listdir(source):
    if name in ("__model__", "model.pdmodel"):
        config.set_model_file(os.path.join(source, name))
    if name in ("__params__", "model.pdiparams"):
        config.set_param_file(os.path.join(source, name))
config.set_valid_places([Place(TargetType.Host if plain else TargetType.X86)])
if plain:
    config.set_passes_internal(["remove_dead_ops", "remove_identities"])  # instead of the default ones
create_paddle_predictor(config).save_optimized_pb_model(target)
"""


def check_zoo(materialise, package, only):
    """(number of good runs, number of failed ones)"""
    good = failed = 0
    zoo = os.path.join(ROOT, "tests", "data", "zoo")
    for net in sorted(os.listdir(zoo)):
        if only not in net or not os.path.exists(os.path.join(zoo, net, "net.json")):
            continue
        with tempfile.TemporaryDirectory() as work:
            original = os.path.join(work, "original")
            subprocess.run([materialise, net, original], stdout=subprocess.DEVNULL, check=True)
            for form in ("plain", "optimised"):
                written = os.path.join(work, form)
                steps = ([sys.executable, "-c", SAVE, original, written, form],
                         [sys.executable, os.path.abspath(__file__), "--child", "zoo", original, written])
                for step in steps:
                    run = subprocess.run(step, env={**os.environ, "PYTHONPATH": os.path.abspath(package)},
                                         capture_output=True, text=True, timeout=600, check=False)
                    if run.returncode:
                        break
                last = (run.stdout.strip().splitlines() or [""])[-1].split(" ", 2)
                ok = run.returncode == 0 and (last[0] == "LOADED" or float(last[1]) <= TOLERANCE)
                if run.returncode:
                    text = (run.stderr.strip().splitlines() or ["no output"])[-1][:150]
                elif last[0] == "LOADED":
                    text = "loaded: %s" % " ".join(last[1:])
                else:
                    text = "largest relative L2 difference %s, %s" % tuple(last[1:])
                good, failed = good + ok, failed + (not ok)
                print("%-4s zoo    %-10s %-20s %s" % ("ok" if ok else "FAIL", form, net, text), flush=True)
    return good, failed


def run_lite(path, expected):
    import numpy as np
    from paddlelite.lite import MobileConfig, create_paddle_predictor
    config = MobileConfig()
    config.set_model_from_file(path)
    predictor = create_paddle_predictor(config)
    for i, entry in enumerate(expected["inputs"]):
        tensor = predictor.get_input(i)
        tensor.from_numpy(as_array(entry))
        if entry.get("lod"):
            tensor.set_lod(entry["lod"])
    predictor.run()
    # numpy() is a view of memory that goes away with the predictor.
    return [np.array(predictor.get_output(i).numpy(), copy=True) for i in range(len(expected["outputs"]))]


def same_bits(path, original, expected):
    """Whether the official predictor answers alike, NaN for NaN: some of its own kernels are wrong, but in the same way."""
    import numpy as np
    found, wanted = run_lite(path, expected), run_lite(original, expected)
    return all(a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a.view("u1"), b.view("u1"))
               for a, b in zip(found, wanted))


def child(kind, path, model):
    """Runs in a process of its own: the official libraries abort on errors."""
    if kind == "zoo":
        return zoo_child(path, model)
    if kind == "again":
        with open(os.path.join(MODELS, model.split(".")[0], "expected.json")) as f:
            expected = json.load(f)
        print("DIFFERENCE %g" % (0 if same_bits(path, os.path.join(NB_FILES, model), expected) else float("inf")))
        return
    with open(os.path.join(MODELS, model, "expected.json")) as f:
        expected = json.load(f)
    outputs = run_paddle(path, expected) if kind == "paddle" else run_lite(path, expected)
    print("DIFFERENCE %g" % difference(expected, outputs))


def attempt(kind, path, model):
    """(ok, text)"""
    run = subprocess.run([sys.executable, os.path.abspath(__file__), "--child", kind, path, model],
                         capture_output=True, text=True, timeout=300, check=False)
    lines = [l for l in run.stdout.splitlines() if l.startswith("DIFFERENCE ")]
    if run.returncode or not lines:
        reason = (run.stderr.strip().splitlines() or ["no output"])[-1][:150]
        return False, "exit %d: %s" % (run.returncode, reason)
    worst = float(lines[-1].split()[1])
    return worst <= TOLERANCE, "largest difference %.3g" % worst


def write(tool, model, arguments):
    run = subprocess.run([tool, "--model=" + model] + arguments,
                         capture_output=True, text=True, check=False)
    return run.returncode == 0, run.stderr.strip()


def main():
    if sys.argv[1:2] == ["--child"]:
        return child(*sys.argv[2:5])
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool", nargs="?", help="path of lite_model_dump")
    parser.add_argument("--materialise-zoo", help="path of the program of that name")
    parser.add_argument("--package", help="the folder that holds the package paddlelite")
    parser.add_argument("--only", default="", help="part of the names of the models to check")
    args = parser.parse_args()
    if bool(args.materialise_zoo) != bool(args.package) or not (args.tool or args.package):
        parser.error("give lite_model_dump, or --materialise-zoo and --package, or all three")
    good = failed = excused = 0
    if args.package:
        good, failed = check_zoo(args.materialise_zoo, args.package, args.only)
    if not args.tool:
        print("%d good, %d failed" % (good, failed))
        return 1 if failed else 0
    with tempfile.TemporaryDirectory() as work:
        for model in sorted(os.listdir(MODELS)):
            if args.only not in model or not os.path.isfile(os.path.join(MODELS, model, "expected.json")):
                continue
            forms = [("paddle", "as stored", {}, ["--save_paddle="]),
                     ("paddle", "normalised", {}, ["--normalize", "--save_paddle="])]
            forms += [("lite", "meta %d" % meta, LITE_CANNOT,
                       ["--normalize", "--meta_version=%d" % meta, "--save_nb="]) for meta in (2, 1)]
            for kind, form, cannot, options in forms:
                path = os.path.join(work, model + "." + form.replace(" ", "_"))
                ok, text = write(args.tool, os.path.join(MODELS, model), options[:-1] + [options[-1] + path])
                if ok:
                    ok, text = attempt(kind, path, model)
                if ok and model in cannot:
                    text += " (expected to fail: update the table)"
                excuse = "" if ok else cannot.get(model, "")
                good, excused, failed = good + ok, excused + bool(excuse), failed + (not ok and not excuse)
                print("%-4s %-6s %-10s %-16s %s%s" % ("ok" if ok else "-" if excuse else "FAIL", kind, form, model, text,
                                                      " [%s]" % excuse if excuse else ""), flush=True)
        for name in sorted(os.listdir(NB_FILES)):
            model = name.split(".")[0]
            if not (".x86" in name and name.endswith(".2.13rc0.nb") and args.only in name):
                continue
            if not os.path.isdir(os.path.join(MODELS, model)) or model in ORIGINAL_DIES:
                continue
            for meta in (2, 1, 0):
                path = os.path.join(work, "%s.meta%d" % (name, meta))
                ok, text = write(args.tool, os.path.join(NB_FILES, name),
                                 ["--meta_version=%d" % meta, "--save_nb=" + path])
                if ok:
                    ok, text = attempt("again", path, name)
                good, failed = good + ok, failed + (not ok)
                print("%-4s again  meta %d     %-40s %s" % ("ok" if ok else "FAIL", meta, name, text), flush=True)
    print("%d good, %d excused, %d failed" % (good, excused, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
