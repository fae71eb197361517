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
with the same bits as for the original. Prints one line for each run and a
summary; exit status 1 when a run that is expected to work does not.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODELS = os.path.join(ROOT, "tests", "data", "formats", "paddle")
NB_FILES = os.path.join(ROOT, "tests", "data", "formats", "nb")
TOLERANCE = 1e-5

# Files that the official predictor (2.13rc0, x86) cannot run without its own optimiser, whoever wrote them. Each reason
# was observed with the same package; a run that starts to work is reported.
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
# Original files on which the predictor itself dies.
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
        # A comparison with NaN is false, so it would pass for no difference at all.
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
    parser.add_argument("tool", help="path of lite_model_dump")
    parser.add_argument("--only", default="", help="part of the names of the models to check")
    args = parser.parse_args()
    good = failed = excused = 0
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
