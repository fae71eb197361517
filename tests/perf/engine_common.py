"""What the comparisons with other engines share: networks on disk, environments, and how each engine opens a network."""
import array
import glob
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile

# Each takes {name: input} in the order of the network, and returns a function that runs the network once and returns the first output.
OPENERS = r'''
import os
import numpy as np

def read_inputs(folder):
    types = {"float": "<f4", "double": "<f8", "int32_t": "<i4", "int64_t": "<i8", "bool": "?"}
    inputs = {}
    with open(folder + "/inputs.txt", encoding="utf-8") as lines:
        for i, line in enumerate(lines):
            name, kind, shape = line.split()[:3]
            inputs[name] = np.fromfile("%s/input.%d" % (folder, i), types[kind]).reshape([int(d) for d in shape.split("x")])
    return inputs

def only_image(inputs):
    (x,) = inputs.values()
    if x.dtype != np.float32:
        raise RuntimeError("one input of float32 is expected")
    return x

def by_name(inputs, names):
    """A single input may have another name there."""
    return inputs if len(inputs) > 1 else {names[0]: x for x in inputs.values()}

def model_of(folder, precision):
    return folder + ("/int8.onnx" if precision == "int8" else "/model.onnx")

def onnxruntime(folder, threads, inputs, precision="float32"):
    import onnxruntime as ort
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = ort.InferenceSession(model_of(folder, precision), options, providers=["CPUExecutionProvider"])
    feeds = by_name(inputs, [one.name for one in session.get_inputs()])
    return lambda: session.run(None, feeds)[0]

def openvino(folder, threads, inputs, precision="float32"):
    import openvino as ov
    settings = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY",
                "ENABLE_CPU_PINNING": False, "INFERENCE_PRECISION_HINT": "bf16" if precision == "bfloat16" else "f32"}
    core = ov.Core()
    model = core.read_model(model_of(folder, precision))
    feeds = by_name(inputs, [one.any_name for one in model.inputs])
    model.reshape({name: list(x.shape) for name, x in feeds.items()})
    request = core.compile_model(model, "CPU", settings).create_infer_request()
    def run():
        request.infer(feeds, share_inputs=True, share_outputs=True)
        return request.get_output_tensor(0).data
    return run

def mnn(folder, threads, inputs):
    import MNN.expr as expr
    import MNN.nn as nn
    path = folder + "/model.mnn"
    runtime = nn.create_runtime_manager(({"numThread": threads, "precision": "high", "backend": "CPU"},))
    info = nn.load_module_from_file(path, [], []).get_info()
    net = nn.load_module_from_file(path, info["inputNames"], info["outputNames"], runtime_manager=runtime)
    given = by_name(inputs, info["inputNames"])
    feeds = []
    for name in info["inputNames"]:
        x = given[name]
        x, kind = (x, expr.float) if x.dtype == np.float32 else (x.astype(np.int32), expr.int)
        feeds.append(expr.const(x, x.shape, expr.NCHW, kind))
    return lambda: np.array(net.forward(feeds)[0].read())

def ncnn(folder, threads, inputs):
    import ncnn as library
    net = library.Net()
    net.opt.num_threads = threads
    net.opt.use_vulkan_compute = net.opt.use_bf16_storage = False
    net.opt.use_fp16_packed = net.opt.use_fp16_storage = net.opt.use_fp16_arithmetic = False
    for load, ending in ((net.load_param, "param"), (net.load_model, "bin")):
        if load(folder + "/model.ncnn." + ending) != 0:
            raise RuntimeError("cannot read model.ncnn." + ending)
    source, target = net.input_names()[0], net.output_names()[0]
    (image,) = only_image(inputs)  # its tensors have no batch
    image = library.Mat(image)
    def run():
        with net.create_extractor() as extractor:
            extractor.input(source, image)
            status, result = extractor.extract(target)
            if status != 0:
                raise RuntimeError("the run failed")
            return np.array(result)
    return run

def paddlelite_runner(config, threads, inputs):
    from paddlelite.lite import create_paddle_predictor
    for setter in ("set_x86_math_library_num_threads", "set_threads"):
        if hasattr(config, setter):
            getattr(config, setter)(threads)
    predictor = create_paddle_predictor(config)
    tensors = [(predictor.get_input(i), x) for i, x in enumerate(inputs.values())]
    def run():
        for tensor, x in tensors:
            tensor.from_numpy(x)
        predictor.run()
        return predictor.get_output(0).numpy()
    return run

def paddlelite(folder, threads, inputs):
    from paddlelite.lite import CxxConfig, Place, PrecisionType, TargetType
    names = ("model.pdmodel", "model.pdiparams") if os.path.exists(folder + "/model.pdmodel") else ("__model__", "__params__")
    config = CxxConfig()
    config.set_model_file(folder + "/" + names[0])
    config.set_param_file(folder + "/" + names[1])
    config.set_valid_places([Place(TargetType.X86, PrecisionType.FP32), Place(TargetType.Host, PrecisionType.FP32)])
    return paddlelite_runner(config, threads, inputs)
'''

PEERS = ["onnxruntime", "openvino", "mnn", "ncnn"]


def built(args, *parts):
    """Path of a program of the build."""
    path = os.path.join(args.build, *parts)
    if not os.path.exists(path):
        raise SystemExit("error: %s is missing: build the target %s" % (path, parts[-1]))
    return path


def run_or_exit(command, **more):
    """The finished process; a command that fails ends this program, after its own message."""
    done = subprocess.run(command, check=False, text=True, **more)
    if done.returncode != 0:
        raise SystemExit("error: status %d from: %s" % (done.returncode, " ".join(command)))
    return done


def make_environment(folder, python, packages):
    """A virtual environment with these packages; returns its interpreter."""
    interpreter = os.path.join(folder, "bin", "python")
    if not os.path.exists(interpreter):
        run_or_exit([python, "-m", "venv", folder])
        run_or_exit([interpreter, "-m", "pip", "-q", "install", *packages])
    return interpreter


def materialise_folder(args, net):
    """The same for FOLDER:CASE and FOLDER:SHAPE[:FILE]."""
    source, case, *data = net.split(":")
    folder = os.path.join(args.work, os.path.basename(os.path.normpath(source)) + "_" + case)
    os.makedirs(folder, exist_ok=True)
    written = []
    for ending in ("pdmodel", "pdiparams"):
        written.append(os.path.join(folder, "model." + ending))
        shutil.copyfile(glob.glob(os.path.join(source, "*." + ending))[0], written[-1])
    if os.path.isdir(os.path.join(source, case)):
        shutil.copytree(os.path.join(source, case), folder, dirs_exist_ok=True)
        if os.path.exists(os.path.join(source, "model.onnx")):
            shutil.copyfile(os.path.join(source, "model.onnx"), os.path.join(folder, "model.onnx"))
        return folder, written
    with open(os.path.join(folder, "inputs.txt"), "w", encoding="ascii") as f:
        f.write("input float %s\n" % case)
    target = os.path.join(folder, "input.0")
    if data:
        shutil.copyfile(data[0], target)
    else:
        numbers = random.Random(1)
        with open(target, "wb") as f:
            f.write(array.array("f", (numbers.uniform(-1, 1) for _ in range(math.prod(map(int, case.split("x")))))).tobytes())
    return folder, written


def materialise_zoo(args, net):
    folder = os.path.join(args.work, net)
    zoo = [os.path.abspath(args.zoo)] if args.zoo else []
    command = [built(args, "tests", "perf", "materialise_zoo"), net, folder, *zoo]
    return folder, run_or_exit(command, stdout=subprocess.PIPE).stdout.split()


def materialise(args, net):
    """Folder with model, parameters and inputs as materialise_zoo writes them; the names of model and parameters."""
    return (materialise_folder if ":" in net else materialise_zoo)(args, net)


def materialise_for_peers(args, net):
    """The same with model.onnx in the folder, and the files of MNN and ncnn where these are among the peers."""
    folder, written = materialise(args, net)
    if not os.path.exists(os.path.join(folder, "model.onnx")):
        interpreter = make_environment(os.path.join(args.work, "convert"), args.convert_python,
                                       ["paddlepaddle==2.6.2", "paddle2onnx==1.2.11", "onnx<1.17", "numpy<2", "setuptools<80"])
        run_or_exit([os.path.join(os.path.dirname(interpreter), "paddle2onnx"), "--model_dir", folder, "--model_filename",
                        os.path.basename(written[0]), "--params_filename", os.path.basename(written[1]), "--save_file",
                        os.path.join(folder, "model.onnx"), "--opset_version", "13"], stdout=subprocess.DEVNULL)
    if "mnn" in args.peers:
        convert_to_mnn(args, folder)
    if "ncnn" in args.peers:
        convert_to_ncnn(args, folder)
    return folder, written


# The command mnnconvert also installs a package and reports its use.
CONVERT_TO_MNN = "import sys, MNN, _tools; _tools.mnnconvert(sys.argv)"


def convert_to_mnn(args, folder):
    target = os.path.join(folder, "model.mnn")
    if not os.path.exists(target):
        subprocess.run([args.peers_python, "-c", CONVERT_TO_MNN, "-f", "ONNX", "--modelFile", os.path.join(folder, "model.onnx"),
                        "--MNNModel", target, "--bizCode", "x"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def convert_to_ncnn(args, folder):
    converter = os.path.join(os.path.dirname(args.peers_python), "pnnx")
    names = ("model.ncnn.param", "model.ncnn.bin")
    if os.path.exists(os.path.join(folder, names[0])):
        return
    with tempfile.TemporaryDirectory(dir=args.work) as scratch:  # it leaves five more files beside the model
        source = os.path.join(scratch, "model.onnx")
        os.symlink(os.path.join(folder, "model.onnx"), source)
        with open(os.path.join(folder, "inputs.txt"), encoding="utf-8") as lines:
            shape = lines.readline().split()[2].replace("x", ",")
        subprocess.run([converter, source, "inputshape=[%s]" % shape, "fp16=0"], cwd=scratch, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        if all(os.path.exists(os.path.join(scratch, name)) for name in names):
            for name in names:
                os.replace(os.path.join(scratch, name), os.path.join(folder, name))


# Arguments: a folder with model.onnx, and whether products get their scales of activations at run time. Writes int8.onnx and, for
# scales from samples, a folder `samples` for `opt --calibration_data`.
QUANTISE = OPENERS + r'''
import sys, tempfile, onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

folder, dynamic = sys.argv[1], sys.argv[2] == "dynamic"
with tempfile.TemporaryDirectory() as scratch:
    prepared = scratch + "/prepared.onnx"
    quant_pre_process(folder + "/model.onnx", prepared, skip_symbolic_shape=True)
    if dynamic:
        quantize_dynamic(prepared, folder + "/int8.onnx", per_channel=True, weight_type=QuantType.QInt8)
        sys.exit()
    names = [one.name for one in onnx.load(prepared).graph.input]
    (image,) = by_name(read_inputs(folder), names).values()
    random = np.random.RandomState(1)
    samples = [image] + [random.uniform(image.min(), image.max(), image.shape).astype(np.float32) for _ in range(3)]
    os.makedirs(folder + "/samples", exist_ok=True)
    for i, sample in enumerate(samples):
        np.save("%s/samples/%d.npy" % (folder, i), sample)
    class Samples(CalibrationDataReader):
        feeds = iter([{names[0]: sample} for sample in samples])
        def get_next(self):
            return next(self.feeds, None)
    quantize_static(prepared, folder + "/int8.onnx", Samples(), quant_format=QuantFormat.QDQ, per_channel=True,
                    activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8)
'''


def quantise(args, folder, written):
    """Quantised forms of the network, for the peers and for this library; the file of the latter. A network with one input of
    floats gets the scales of its activations from samples, any other one at run time."""
    with open(os.path.join(folder, "inputs.txt"), encoding="utf-8") as lines:
        dynamic = [line.split()[1] for line in lines] != ["float"]
    if not os.path.exists(os.path.join(folder, "int8.onnx")):
        run_or_exit([args.peers_python, "-c", QUANTISE, folder, "dynamic" if dynamic else "static"], stdout=subprocess.DEVNULL)
    target = os.path.join(folder, "int8")
    if not os.path.exists(target + ".nb"):
        how = ["--quant_model=true", "--quant_type=QUANT_DYNAMIC"] if dynamic else [
            "--calibration_data=" + os.path.join(folder, "samples"), "--quant_only_faster=false", "--quant_error_budget=1"]
        run_or_exit([built(args, "lite", "api", "opt"), "--model_file=" + written[0], "--param_file=" + written[1],
                     "--valid_targets=x86", "--optimize_out_type=naive_buffer", "--optimize_out=" + target, *how],
                    stdout=subprocess.DEVNULL)
    return target + ".nb", ""


# Quantised forms differ by the rounding of every activation; the check finds networks that are not the same.
TOLERANCE = {"float32": 2e-3, "bfloat16": 5e-2, "int8": 0.3}


def agree(ours, theirs, precision="float32"):
    """Whether two engines computed the same, by norm and largest value of the first output."""
    return all(math.isclose(ours[key], theirs[key], rel_tol=TOLERANCE[precision]) for key in ("l2", "max"))


def first_cores(count):
    return set(sorted(os.sched_getaffinity(0))[:count])


def start(command, cores, **pipes):
    """A process pinned to these cores that talks over pipes and says nothing on stderr."""
    environment = dict(os.environ, OMP_NUM_THREADS=str(len(cores)))
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment,
                            preexec_fn=lambda: os.sched_setaffinity(0, cores), **pipes)


def next_report(process):
    """The next JSON object that the process prints; None at its end."""
    for line in process.stdout:
        if line.startswith("{"):
            return json.loads(line)
    return None


def add_arguments(parser, programs):
    parser.add_argument("--build", required=True, help="build folder with " + programs)
    parser.add_argument("--work", required=True, help="folder for models and virtual environments")
    parser.add_argument("--zoo", help="folder of networks; by default the fixture zoo of the tests")
    parser.add_argument("--nets", nargs="+", default=["mobilenet_v1_p", "resnet50_p"])
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=PEERS)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--convert-python", default=sys.executable)
    parser.add_argument("--peers-python", help="interpreter that has the peers, instead of an environment under WORK")
    parser.add_argument("--paddlelite-python", help="interpreter with the official Paddle Lite wheel")


def prepare_work(args):
    args.work = os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)


def prepare_peers(args):
    if args.peers_python is None:
        args.peers_python = make_environment(os.path.join(args.work, "peers"), args.python,
                                             ["onnxruntime", "openvino", "MNN", "ncnn", "pnnx", "numpy", "onnx"])
