#!/usr/bin/env python3
"""Times this library and other engines on the same networks and inputs, interleaved, and prints the ratio to the best of them.

    cmake --build --preset release --target engine_runner materialise_zoo      (a build with tests switched on)
    tests/perf/compare_engines.py --build build.release --work WORK [--nets mobilenet_v1_p resnet50_p] [--threads 1 2]
    tests/perf/compare_engines.py --build build.release --work WORK --zoo ZOO --nets mnasnet_f squeezenet_p
    tests/perf/compare_engines.py --build build.release --work WORK --layers
    tests/perf/compare_engines.py --build build.release --work WORK --nets ocr/det:1x3x320x640 ocr/det:1x3x64x64:page.f32

A network is a folder of the fixture zoo, or of another folder in the same form (--zoo); it has one input. So has a model of its
own, FOLDER:SHAPE with one .pdmodel and one .pdiparams; values of the input are random, or float32 numbers of a file
(FOLDER:SHAPE:FILE). ONNX models are kept under WORK; so are virtual environments, which are made when they are missing (from the
Python package index): --python needs onnxruntime's Python, --convert-python one that PaddlePaddle 2.6.2 supports (3.8 to 3.12).
Peers are ONNX Runtime, OpenVINO (float32, also on machines with matrix units) and MNN, where the environment has them (--peers
chooses); --paddlelite-python names an interpreter with the official Paddle Lite wheel. A peer that cannot run a network is named
and left out.

Each engine is a process of its own, pinned to the same cores; in every round each gets some runs in turn, so that a slow
phase of the machine hits all. Every engine prints norm and largest value of its first output: they must agree. Printed per
engine: minimum and median of wall and of processor time, and of the minimum the share of the peak rate of multiply-adds,
measured in every round. The ratio is this library's time over the best peer's: of minima, of medians, and of the processor
time's minima, which other work on the machine disturbs least; the spread is the largest and the smallest ratio of minima over
three thirds of the rounds.

--layers takes this library alone, operator by operator, against the roofline of the machine (target layer_roofline): no peer and
no conversion is needed.
"""
import argparse
import array
import glob
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
import time

# Seconds before each engine's turn: threads of the one before may spin for a while, on cores that the next one needs.
PAUSE = 0.15

WORKER = r'''
import json, os, resource, sys, time
import numpy as np

def onnxruntime(folder, threads, x):
    import onnxruntime as ort
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = ort.InferenceSession(folder + "/model.onnx", options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return lambda: session.run(None, {name: x})[0]

def openvino(folder, threads, x):
    import openvino as ov
    settings = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY",
                "ENABLE_CPU_PINNING": False, "INFERENCE_PRECISION_HINT": "f32"}
    core = ov.Core()
    model = core.read_model(folder + "/model.onnx")
    model.reshape(list(x.shape))
    request = core.compile_model(model, "CPU", settings).create_infer_request()
    def run():
        request.infer({0: x}, share_inputs=True, share_outputs=True)
        return request.get_output_tensor(0).data
    return run

def mnn(folder, threads, x):
    import MNN
    net = MNN.Interpreter(folder + "/model.mnn")
    session = net.createSession({"numThread": threads, "precision": "high", "backend": "CPU"})
    target = net.getSessionInput(session)
    net.resizeTensor(target, tuple(x.shape))
    net.resizeSession(session)
    source = MNN.Tensor(tuple(x.shape), MNN.Halide_Type_Float, x, MNN.Tensor_DimensionType_Caffe)
    def run():
        target.copyFrom(source)
        net.runSession(session)
        return np.array(net.getSessionOutput(session).getNumpyData())
    return run

def paddlelite(folder, threads, x):
    from paddlelite.lite import CxxConfig, Place, PrecisionType, TargetType, create_paddle_predictor
    names = ("model.pdmodel", "model.pdiparams") if os.path.exists(folder + "/model.pdmodel") else ("__model__", "__params__")
    config = CxxConfig()
    config.set_model_file(folder + "/" + names[0])
    config.set_param_file(folder + "/" + names[1])
    config.set_valid_places([Place(TargetType.X86, PrecisionType.FP32), Place(TargetType.Host, PrecisionType.FP32)])
    for setter in ("set_x86_math_library_num_threads", "set_threads"):
        if hasattr(config, setter):
            getattr(config, setter)(threads)
    predictor = create_paddle_predictor(config)
    tensor = predictor.get_input(0)
    def run():
        tensor.from_numpy(x)
        predictor.run()
        return predictor.get_output(0).numpy()
    return run

engine, folder, input_file, shape, threads = sys.argv[1:6]
begin = time.perf_counter()
x = np.fromfile(input_file, "<f4").reshape([int(d) for d in shape.split("x")])
run = globals()[engine](folder, int(threads), x)
y = np.array(run(), dtype="float64").ravel()
first = (time.perf_counter() - begin) * 1e3
for _ in range(5):
    run()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"first_ms": first, "peak_mb": peak, "max": float(y.max()), "l2": float(np.sqrt((y * y).sum()))}), flush=True)
for line in sys.stdin:
    times = []
    for _ in range(int(line.split()[1])):
        begin, cpu = time.perf_counter(), time.process_time()
        run()
        times.append([(time.perf_counter() - begin) * 1e3, (time.process_time() - cpu) * 1e3])
    print(json.dumps(times), flush=True)
'''

PEERS = ["onnxruntime", "openvino", "mnn"]


def make_environment(folder, python, packages):
    """A virtual environment with these packages; returns its interpreter."""
    interpreter = os.path.join(folder, "bin", "python")
    if not os.path.exists(interpreter):
        subprocess.run([python, "-m", "venv", folder], check=True)
        subprocess.run([interpreter, "-m", "pip", "-q", "install", *packages], check=True)
    return interpreter


def materialise_folder(args, net):
    """The same for FOLDER:SHAPE[:FILE]."""
    source, shape, *data = net.split(":")
    folder = os.path.join(args.work, os.path.basename(os.path.normpath(source)) + "_" + shape)
    os.makedirs(folder, exist_ok=True)
    written = []
    for ending in ("pdmodel", "pdiparams"):
        written.append(os.path.join(folder, "model." + ending))
        shutil.copyfile(glob.glob(os.path.join(source, "*." + ending))[0], written[-1])
    with open(os.path.join(folder, "input.shape"), "w", encoding="ascii") as f:
        f.write(shape)
    target = os.path.join(folder, "input.f32")
    if data:
        shutil.copyfile(data[0], target)
    else:
        numbers = random.Random(1)
        with open(target, "wb") as f:
            f.write(array.array("f", (numbers.uniform(-1, 1) for _ in range(math.prod(map(int, shape.split("x")))))).tobytes())
    return folder, written


def materialise_zoo(args, net):
    folder = os.path.join(args.work, net)
    program = os.path.join(args.build, "tests", "perf", "materialise_zoo")
    zoo = [os.path.abspath(args.zoo)] if args.zoo else []
    return folder, subprocess.run([program, net, folder, *zoo], check=True, stdout=subprocess.PIPE, text=True).stdout.split()


def materialise(args, net):
    """Folder with model, parameters, input and model.onnx; the names of model and parameters."""
    folder, written = (materialise_folder if ":" in net else materialise_zoo)(args, net)
    if args.layers:
        return folder, written
    if not os.path.exists(os.path.join(folder, "model.onnx")):
        interpreter = make_environment(os.path.join(args.work, "convert"), args.convert_python,
                                       ["paddlepaddle==2.6.2", "paddle2onnx==1.2.11", "onnx<1.17", "numpy<2", "setuptools<80"])
        subprocess.run([os.path.join(os.path.dirname(interpreter), "paddle2onnx"), "--model_dir", folder, "--model_filename",
                        os.path.basename(written[0]), "--params_filename", os.path.basename(written[1]), "--save_file",
                        os.path.join(folder, "model.onnx"), "--opset_version", "13"], check=True, stdout=subprocess.DEVNULL)
    return folder, written


def convert_to_mnn(args, folder):
    converter = os.path.join(os.path.dirname(args.peers_python), "mnnconvert")
    target = os.path.join(folder, "model.mnn")
    if not os.path.exists(target):
        subprocess.run([converter, "-f", "ONNX", "--modelFile", os.path.join(folder, "model.onnx"), "--MNNModel", target,
                        "--bizCode", "x"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


class Engine:
    """A process that answers `run K` with K pairs of wall and processor time in ms."""

    def __init__(self, name, command, cores):
        self.name, self.rounds = name, []
        environment = dict(os.environ, OMP_NUM_THREADS=str(len(cores)))
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, env=environment, preexec_fn=lambda: os.sched_setaffinity(0, cores))
        self.info = None
        for line in self.process.stdout:
            if line.startswith("{"):
                self.info = json.loads(line)
                break

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def run(self, count):
        self.rounds.append(self.ask("run %d" % count))

    def times(self, which, begin=0, end=None):
        return [run[which] for one in self.rounds[begin:end] for run in one]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def input_of(folder):
    """File and shape of the network's input."""
    with open(os.path.join(folder, "input.shape"), encoding="ascii") as f:
        return os.path.join(folder, "input.f32"), f.read().strip()


def show_layers(args, net, threads):
    folder, written = materialise(args, net)
    program = os.path.join(args.build, "tests", "perf", "layer_roofline")
    print("%s: " % net, end="", flush=True)
    cores = set(sorted(os.sched_getaffinity(0))[:threads])
    done = subprocess.run([program, *written, *input_of(folder), str(threads), str(args.rounds * args.runs)], check=False,
                          preexec_fn=lambda: os.sched_setaffinity(0, cores))
    return done.returncode == 0


def start_engines(args, net, folder, written, threads):
    input_file, shape = input_of(folder)
    cores = set(sorted(os.sched_getaffinity(0))[:threads])
    lite = Engine("lite", [os.path.join(args.build, "tests", "perf", "engine_runner"), *written, input_file, shape, str(threads)],
                  cores)
    if lite.info is None:
        raise SystemExit("%s: this library ended with status %s" % (net, lite.process.wait()))
    commands = {name: [args.peers_python] for name in args.peers}
    if args.paddlelite_python:
        commands["paddlelite"] = [args.paddlelite_python]
    if "mnn" in commands:
        convert_to_mnn(args, folder)
    peers = []
    for name, command in commands.items():
        peer = Engine(name, command + ["-c", WORKER, name, folder, input_file, shape, str(threads)], cores)
        if peer.info is None:
            print("%-18s T%d %-12s cannot run it, status %s" % (net, threads, name, peer.process.wait()))
            continue
        good = all(math.isclose(lite.info[key], peer.info[key], rel_tol=2e-3) for key in ("l2", "max"))
        if not good:
            print("%-18s T%d %-12s disagrees: %s, found %s" % (net, threads, name, lite.info, peer.info))
            peer.close()
            continue
        peers.append(peer)
    return lite, peers


def multiply_adds(args, net):
    """Nominal ones of the first case; 0 when the network does not say."""
    if ":" in net:
        return 0
    zoo = args.zoo or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "zoo")
    with open(os.path.join(zoo, net, "net.json"), encoding="utf-8") as f:
        return json.load(f).get("macs_case0", 0)


def compare(args, net, threads):
    """Returns whether a peer could be compared with."""
    folder, written = materialise(args, net)
    lite, peers = start_engines(args, net, folder, written, threads)
    macs, net = multiply_adds(args, net), os.path.basename(folder)
    peak = 0
    for _ in range(args.rounds):
        peak = max(peak, lite.ask("peak")[0])
        for engine in (lite, *peers):
            time.sleep(PAUSE)
            engine.run(args.runs)
    for engine in (lite, *peers):
        engine.close()
        best = min(engine.times(0))
        share = 100 * 2e-6 * macs / best / (peak * threads) if peak > 0 else 0
        print("%-18s T%d %-12s min %8.3f  median %8.3f ms   processor %8.3f %8.3f ms   %5.1f %% of peak   "
              "create and first run %7.1f ms   memory %6.1f MB" %
              (net, threads, engine.name, best, statistics.median(engine.times(0)), min(engine.times(1)),
               statistics.median(engine.times(1)), share, engine.info["first_ms"], engine.info["peak_mb"]))
    if not peers:
        return False
    ratios = []
    for summary, which in ((min, 0), (statistics.median, 0), (min, 1)):
        ratios.append(summary(lite.times(which)) / min(summary(peer.times(which)) for peer in peers))
    third = max(args.rounds // 3, 1)
    parts = [min(lite.times(0, i, i + third)) / min(min(peer.times(0, i, i + third)) for peer in peers)
             for i in range(0, args.rounds - third + 1, third)]
    best = min(peers, key=lambda peer: min(peer.times(0)))
    print("%-18s T%d ratio to %s: min %.3f, median %.3f, processor %.3f, spread %.3f to %.3f; peak %.1f GFLOP/s a core" %
          (net, threads, best.name, *ratios, min(parts), max(parts), peak), flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, help="build folder with engine_runner and materialise_zoo")
    parser.add_argument("--work", required=True, help="folder for models and virtual environments")
    parser.add_argument("--zoo", help="folder of networks; by default the fixture zoo of the tests")
    parser.add_argument("--nets", nargs="+", default=["mobilenet_v1_p", "resnet50_p"])
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--layers", action="store_true", help="this library's operators against the roofline, no peers")
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=PEERS)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--convert-python", default=sys.executable)
    parser.add_argument("--peers-python", help="interpreter that has the peers, instead of an environment under WORK")
    parser.add_argument("--paddlelite-python", help="interpreter with the official Paddle Lite wheel")
    args = parser.parse_args()
    args.work = os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    if args.layers:
        return 0 if all([show_layers(args, net, threads) for net in args.nets for threads in args.threads]) else 1
    if args.peers_python is None:
        args.peers_python = make_environment(os.path.join(args.work, "peers"), args.python,
                                             ["onnxruntime", "openvino", "MNN", "numpy"])
    good = [compare(args, net, threads) for net in args.nets for threads in args.threads]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
