#!/usr/bin/env python3
"""Times this library and ONNX Runtime on the same networks and inputs, interleaved, and prints the ratio.

    cmake --build --preset release --target engine_runner materialise_zoo      (a build with tests switched on)
    tests/perf/compare_engines.py --build build.release --work WORK [--nets mobilenet_v1_p resnet50_p] [--threads 1 2]

The networks are those of the fixture zoo that PaddlePaddle 2.6.2 saved. ONNX models and engines live in virtual environments
under WORK, which are made when they are missing (from the Python package index): --python needs onnxruntime's Python,
--convert-python one that PaddlePaddle 2.6.2 supports (3.8 to 3.12).

Each engine is a process of its own, pinned to the same cores; in every round each gets some runs in turn, so that a slow
phase of the machine hits both. Every engine prints argmax and norm of its output: they must agree. Judge by minimum and median.
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys

WORKER = r'''
import json, resource, sys, time
import numpy as np
import onnxruntime as ort
model, input_file, shape, threads = sys.argv[1:5]
begin = time.perf_counter()
options = ort.SessionOptions()
options.intra_op_num_threads = int(threads)
options.inter_op_num_threads = 1
session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
x = np.fromfile(input_file, "<f4").reshape([int(d) for d in shape.split("x")])
name = session.get_inputs()[0].name
y = session.run(None, {name: x})[0].astype("float64").ravel()
first = (time.perf_counter() - begin) * 1e3
for _ in range(5):
    session.run(None, {name: x})
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"first_ms": first, "peak_mb": peak, "argmax": int(y.argmax()), "l2": float(np.sqrt((y * y).sum()))}), flush=True)
for line in sys.stdin:
    times = []
    for _ in range(int(line.split()[1])):
        begin = time.perf_counter()
        session.run(None, {name: x})
        times.append((time.perf_counter() - begin) * 1e3)
    print(json.dumps(times), flush=True)
'''


def make_environment(folder, python, packages):
    """A virtual environment with these packages; returns its interpreter."""
    interpreter = os.path.join(folder, "bin", "python")
    if not os.path.exists(interpreter):
        subprocess.run([python, "-m", "venv", folder], check=True)
        subprocess.run([interpreter, "-m", "pip", "-q", "install", *packages], check=True)
    return interpreter


def materialise(args, net):
    """Folder with model, parameters, input and model.onnx."""
    folder = os.path.join(args.work, net)
    program = os.path.join(args.build, "tests", "perf", "materialise_zoo")
    subprocess.run([program, net, folder], check=True, stdout=subprocess.DEVNULL)
    if not os.path.exists(os.path.join(folder, "model.onnx")):
        interpreter = make_environment(os.path.join(args.work, "convert"), args.convert_python,
                                       ["paddlepaddle==2.6.2", "paddle2onnx==1.2.11", "onnx<1.17", "numpy<2", "setuptools<80"])
        subprocess.run([os.path.join(os.path.dirname(interpreter), "paddle2onnx"), "--model_dir", folder, "--model_filename",
                        "model.pdmodel", "--params_filename", "model.pdiparams", "--save_file",
                        os.path.join(folder, "model.onnx"), "--opset_version", "13"], check=True, stdout=subprocess.DEVNULL)
    return folder


class Engine:
    def __init__(self, name, command, cores):
        self.name, self.times = name, []
        environment = dict(os.environ, OMP_NUM_THREADS=str(len(cores)))
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
                                        preexec_fn=lambda: os.sched_setaffinity(0, cores))
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("%s ended with status %s" % (name, self.process.wait()))
        self.info = json.loads(line)

    def run(self, count):
        self.process.stdin.write("run %d\n" % count)
        self.process.stdin.flush()
        self.times += json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def compare(args, net, threads, peers_python):
    folder = materialise(args, net)
    with open(os.path.join(folder, "input.shape"), encoding="ascii") as f:
        shape = f.read().strip()
    input_file = os.path.join(folder, "input.f32")
    cores = set(sorted(os.sched_getaffinity(0))[:threads])
    lite = Engine("lite", [os.path.join(args.build, "tests", "perf", "engine_runner"), os.path.join(folder, "model.pdmodel"),
                           os.path.join(folder, "model.pdiparams"), input_file, shape, str(threads)], cores)
    peer = Engine("onnxruntime", [peers_python, "-c", WORKER, os.path.join(folder, "model.onnx"), input_file, shape, str(threads)],
                  cores)
    if lite.info["argmax"] != peer.info["argmax"] or not math.isclose(lite.info["l2"], peer.info["l2"], rel_tol=1e-3):
        print("%s: the engines disagree: %s and %s" % (net, lite.info, peer.info), file=sys.stderr)
        return False
    for _ in range(args.rounds):
        for engine in (lite, peer):
            engine.run(args.runs)
    for engine in (lite, peer):
        engine.close()
        print("%-16s T%d %-12s min %8.3f  median %8.3f ms   create and first run %7.1f ms   peak %6.1f MB" %
              (net, threads, engine.name, min(engine.times), statistics.median(engine.times), engine.info["first_ms"],
               engine.info["peak_mb"]))
    print("%-16s T%d ratio lite / onnxruntime: min %.3f, median %.3f" %
          (net, threads, min(lite.times) / min(peer.times), statistics.median(lite.times) / statistics.median(peer.times)))
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, help="build folder with engine_runner and materialise_zoo")
    parser.add_argument("--work", required=True, help="folder for models and virtual environments")
    parser.add_argument("--nets", nargs="+", default=["mobilenet_v1_p", "resnet50_p"])
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--convert-python", default=sys.executable)
    args = parser.parse_args()
    args.work = os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    peers_python = make_environment(os.path.join(args.work, "peers"), args.python, ["onnxruntime", "numpy"])
    good = [compare(args, net, threads, peers_python) for net in args.nets for threads in args.threads]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
