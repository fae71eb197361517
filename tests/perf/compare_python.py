#!/usr/bin/env python3
"""Times calls of this Python package and of another one with the same interface, interleaved, and prints a table.

    cmake --build build.release --target paddlelite_python
    tests/perf/compare_python.py --ours build.release/python/package --theirs-python VENV/bin/python

--ours is a folder to import from, --python the interpreter for it, --theirs-python one that has the official wheel. The program
is one addition of numbers, which each package's own converter prepares for its own light predictor. Every round starts a process
of each package in turn, pinned to one core; of every call the best time over all rounds counts, so that work of others on the
machine matters little. The spread is the largest best time of a round over the smallest.
"""
import argparse
import json
import os
import subprocess
import sys

WORKER = r'''
import json, os, sys, tempfile, time, timeit
import numpy as np
begin = time.perf_counter()
from paddlelite.lite import CxxConfig, MobileConfig, Opt, Place, TargetType, PrecisionType, create_paddle_predictor
imported = time.perf_counter() - begin

def number(value):
    out = b""
    while True:
        out += bytes([value & 127 | (128 if value > 127 else 0)])
        value >>= 7
        if not value:
            return out
def field(tag, value):
    """One field of a protobuf message."""
    if isinstance(value, int):
        return number(tag << 3) + number(value)
    data = value if isinstance(value, bytes) else value.encode()
    return number(tag << 3 | 2) + number(len(data)) + data
def var(name, kind, extra=b""):
    return field(3, field(1, name) + field(2, field(1, kind) + extra) + field(3, 1 if kind != 7 else 0))
def slot(tag, name, value):
    return field(tag, field(1, name) + field(2, value))
def op(kind, inputs, outputs, attributes=b""):
    return field(4, b"".join(slot(1, *i) for i in inputs) + b"".join(slot(2, *o) for o in outputs) + field(3, kind) + attributes)

tensor = field(3, field(1, field(1, 5) + field(2, (1 << 64) - 1)) + field(2, 0))
column = field(4, field(1, "col") + field(2, 0) + field(3, 0))
axis = field(4, field(1, "axis") + field(2, 0) + field(3, (1 << 64) - 1))
block = (field(1, 0) + number(2 << 3) + number((1 << 64) - 1) + var("feed", 9) + var("fetch", 10) + var("x", 7, tensor)
         + var("y", 7, tensor) + op("feed", [("X", "feed")], [("Out", "x")], column)
         + op("elementwise_add", [("X", "x"), ("Y", "x")], [("Out", "y")], axis)
         + op("fetch", [("X", "y")], [("Out", "fetch")], column))
folder = tempfile.mkdtemp()
with open(folder + "/model", "wb") as file:
    file.write(field(1, block) + field(4, field(1, 0)))
open(folder + "/params", "wb").close()
opt = Opt()
opt.set_model_file(folder + "/model")
opt.set_param_file(folder + "/params")
opt.set_valid_places("x86")
opt.set_optimize_out(folder + "/out")
out = os.dup(1)
os.dup2(2, 1)
opt.run()
os.dup2(out, 1)
config = MobileConfig()
config.set_model_from_file(folder + "/out.nb")
predictor = create_paddle_predictor(config)

def best(call):
    timer = timeit.Timer(call)
    count = max(1, int(5e-3 / min(timer.repeat(5, 1))))
    return min(timer.repeat(20, count)) / count

four = np.ones((2, 2), np.float32)
image = np.ones((1, 3, 224, 224), np.float32)
numbers = [float(i) for i in range(150528)]
integers = list(range(100)) * 1505
x = predictor.get_input(0)
x.from_numpy(four)
predictor.run()
y = predictor.get_output(0)
def whole():
    predictor.get_input(0).from_numpy(four)
    predictor.run()
    return predictor.get_output(0).numpy()
assert whole().tolist() == [[2, 2], [2, 2]]
times = {"`import paddlelite.lite` after numpy": imported}
times["`run()`"] = best(predictor.run)
times["`get_output(0)`"] = best(lambda: predictor.get_output(0))
times["`from_numpy` of 2 x 2 floats"] = best(lambda: x.from_numpy(four))
times["`numpy()`"] = best(y.numpy)
times["`shape()`"] = best(y.shape)
times["`float_data()` of 4 floats"] = best(y.float_data)
times["input, run, output"] = best(whole)
x.resize([2, 2])
times["`set_float_data` of a list of 4 floats"] = best(lambda: x.set_float_data([1.0, 2.0, 3.0, 4.0]))
times["`from_numpy` of 1 x 3 x 224 x 224 floats"] = best(lambda: x.from_numpy(image))
times["`set_float_data` of that array, flat"] = best(lambda flat=image.reshape(-1): x.set_float_data(flat))
times["`set_float_data` of a list of 150 528 floats"] = best(lambda: x.set_float_data(numbers))
predictor.run()
times["`float_data()` of 150 528 floats"] = best(y.float_data)
x.resize([150500])
times["`set_int32_data` of a list of 150 500 integers"] = best(lambda: x.set_int32_data(integers))
print(json.dumps(times))
'''


def times_of(python, path, core):
    environment = dict(os.environ)
    if path:
        environment["PYTHONPATH"] = os.path.abspath(path)
    words = [python, "-B", "-c", WORKER]
    if core is not None:
        words = ["taskset", "-c", str(core)] + words
    done = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, text=True)
    if done.returncode != 0:
        raise SystemExit("compare_python.py: error: %s failed:\n%s" % (python, done.stderr))
    return json.loads(done.stdout.splitlines()[-1])


def text(seconds):
    for unit, scale in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if seconds * scale >= 1:
            break
    return "%.3g %s" % (seconds * scale, unit)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", help="the folder that holds our package; none: as --python finds it")
    parser.add_argument("--python", default=sys.executable, help="the interpreter for it")
    parser.add_argument("--theirs-python", required=True, help="the interpreter with the other package")
    parser.add_argument("--theirs", help="a folder to import the other package from")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--core", type=int, default=None, help="the core that all run on")
    options = parser.parse_args()
    ours, theirs = [], []
    for _ in range(options.rounds):
        ours.append(times_of(options.python, options.ours, options.core))
        theirs.append(times_of(options.theirs_python, options.theirs, options.core))
    print("| | this package | the other | ratio | spread |\n| --- | --- | --- | --- | --- |")
    for name in ours[0]:
        mine, other = [times[name] for times in ours], [times[name] for times in theirs]
        print("| %s | %s | %s | %.2f | %.2f / %.2f |" % (name, text(min(mine)), text(min(other)), min(mine) / min(other),
                                                      max(mine) / min(mine), max(other) / min(other)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
