#!/usr/bin/env python3
"""Checks the CUDA back end on a machine with a GPU and measures it beside PyTorch: one call, at most ten minutes.

    tools/gpu_report.py pack FOLDER       builds the programs here, without a GPU, and packs them with what they need
    tools/gpu_report.py run --out REPORT.md [--programs FOLDER] [--minutes 9.5]
    tools/gpu_report.py run --dry-run     the steps, and what each would run; needs no GPU

Needs nvcc, cuDNN and PyTorch on the machine; GoogleTest and protobuf are in FOLDER. Without --programs, the programs are built
in build.cuda, for which CMake, ninja and the packages of the tests have to be there.

The steps are independent of each other. Each has a limit, gets what remains of the time, and writes its part of the report as
soon as it has something: a call that is stopped leaves a report of what was done. A step that fails or finds something wrong
says so in the report and does not stop the others, except that nothing is timed on a device whose suites fail. Exit status: 0
if everything that ran was right, 1 otherwise.

Times are of a whole run with input and output on the host, copies included; engines take turns, some runs each, in processes
of their own. Both engines compute the same program with the same parameters (tools/gpu/torch_network.py), and their outputs
are compared first.
"""
import argparse
import array
import concurrent.futures
import glob
import json
import os
import random
import re
import shlex
import shutil
import statistics
import selectors
import subprocess
import sys
import tarfile
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HELPERS = os.path.join(ROOT, "tools", "gpu")
PROGRAMS = {"test_cuda": "tests/cuda/test_cuda", "device_runner": "tests/perf/device_runner",
            "materialise_zoo": "tests/perf/materialise_zoo"}
ARCHIVE = "programs.tar.xz"
# What is carried to a device, sources included.
MAX_BYTES = 60 << 20

# Settings of this library: arithmetic, and who computes convolutions and products.
OWN = {"LITE_CUDA_CONVOLUTIONS": "own", "LITE_CUDA_PRODUCTS": "own"}
SETTINGS = {"own kernels": OWN, "fp32": {}, "fp32, no graphs": {"LITE_CUDA_GRAPHS": "off"},
            "fp32, libraries": {"LITE_CUDA_CONVOLUTIONS": "cudnn", "LITE_CUDA_PRODUCTS": "cublas"},
            "tf32": {"LITE_CUDA_ARITHMETIC": "tf32"}, "fp16": {"LITE_CUDA_ARITHMETIC": "half"},
            "fp16 tensors": {}, "fp16 tensors, search": {"LITE_CUDA_ALGORITHMS": "search"}}
# Suites that the libraries compute; all others run once.
LIBRARY_SUITES = "Conv2d.*:DepthwiseConv2d.*:Fc.*:Mul.*:Matmul*.*:Bmm.*:CudaInt8.*:*RunOnTheDevice*"
# What libraries make of a NaN is not in their documentation: a finding, which does not make other results wrong.
NAN_SUITES = "CudaNanTest.*"
# Small enough for compute-sanitizer, which slows a kernel down a hundred times.
SANITIZED_SUITES = ("Softmax.*:Pool2d.Windows:Conv2d.Windows:Fc.*:LayerNorm.*:Transpose.*:Concat.*:CudaDeviceTest.*:CudaInt8.*:"
                    "DotProductAttention.*:Sequence*.*:Search*.*:TopkPooling.*:Elementwise*.*:Reduce*.*:BoxCoder.*")
# Those with shared memory, above all products, whose tiles arrive by asynchronous loads. All others have nothing for racecheck.
RACED_SUITES = ("Softmax.*:LayerNorm.*:Reduce*.*:Fc.*:Conv2d.Windows:DotProductAttention.*:SearchGrnn.*:CudaInt8.*:"
                "CudaProductTest.RowsBy*")
NETWORKS = ["mobilenet_v1_p", "mobilenet_v2_p", "resnet50_p", "ppocr_det_p", "ppocr_rec_p", "bert_base", "mobilenet_v1_int8_p"]
IMAGES = {"mobilenet_v1_p": (3, 224, 224), "mobilenet_v1_int8_p": (3, 224, 224), "mobilenet_v2_p": (3, 224, 224), "resnet50_p": (3, 224, 224),
          "ppocr_det_p": (3, 640, 640), "ppocr_rec_p": (3, 48, 320)}
TORCH_FORMS = {"fp32": ["eager", "channels last", "graph", "compile"], "tf32": ["graph", "compile"], "fp16": ["channels last", "graph", "compile"]}
# Accepted relative L2 difference from the processor's output. A quantised value next to a half may be rounded either way, and
# layers add up such steps; PyTorch has no operators of quantised programs and is left out there.
TOLERANCE = {"fp32": 1e-4, "tf32": 2e-2, "fp16": 2e-2}
QUANTISED_TOLERANCE = 8e-2


class Report:
    """Markdown, written as it grows."""

    def __init__(self, path):
        self.path, self.lines, self.wrong = path, [], 0

    def add(self, *lines):
        self.lines += lines
        for line in lines:
            print(line, flush=True)
        if self.path:
            with open(self.path, "w", encoding="utf-8") as f:
                f.write("\n".join(self.lines) + "\n")

    def fail(self, text):
        self.wrong += 1
        self.add("**wrong:** " + text, "")


class Runner:
    def __init__(self, args, report):
        self.args, self.report = args, report
        self.deadline = time.monotonic() + args.minutes * 60
        self.programs = os.path.abspath(args.programs) if args.programs else os.path.join(ROOT, "build.cuda")
        self.suites_failed = False

    def left(self):
        return self.deadline - time.monotonic()

    def program(self, name):
        packed = os.path.join(self.programs, name)
        return packed if os.path.exists(packed) else os.path.join(self.programs, PROGRAMS[name])

    def environment(self, more=None):
        environment = dict(os.environ, LITE_TEST_KERNEL="/3/", PYTHONDONTWRITEBYTECODE="1", **(more or {}))
        library = os.path.join(self.programs, "lib")
        environment["LD_LIBRARY_PATH"] = ":".join(filter(None, [library, os.environ.get("LD_LIBRARY_PATH")]))
        for variable, name in (("LITE_CUDNN_LIBRARY", "libcudnn.so.9"), ("LITE_CUBLASLT_LIBRARY", "libcublasLt.so.13")):
            if variable not in environment and library_of(name):
                environment[variable] = library_of(name)
        return environment

    def call(self, command, limit, more=None, **options):
        """(status, output); status None if the time is over."""
        if self.args.dry_run:
            settings = " ".join("%s=%s" % item for item in sorted((more or {}).items()))
            self.report.add("    " + (settings + " " if settings else "") + shlex.join(command))
            return 0, ""
        limit = min(limit, self.left())
        if limit < 1:
            return None, "no time left"
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
                              env=self.environment(more), start_new_session=True, **options) as process:
            try:
                output, _ = process.communicate(timeout=limit)
                return process.returncode, output
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                return None, process.communicate()[0]


def library_of(name):
    """A library of the SDK that the loader would not find: in the toolkit, or in a package of Python."""
    for pattern in ("/usr/local/cuda/lib64", "/usr/lib/x86_64-linux-gnu", os.path.join(sys.prefix, "lib", "python3*", "site-packages",
                                                                                     "nvidia", "*", "lib")):
        found = glob.glob(os.path.join(pattern, name))
        if found:
            return found[0]
    return None


# --- steps


def machine(run):
    """What the machine has."""
    for command in (["nvidia-smi", "--query-gpu=name,driver_version,memory.total,clocks.max.sm", "--format=csv,noheader"],
                    ["nvcc", "--version"], ["compute-sanitizer", "--version"]):
        tool = shutil.which(command[0]) or shutil.which(command[0], path="/usr/local/cuda/bin")
        if run.args.dry_run:
            run.call(command, 20)
        elif tool is None:
            run.report.add("* %s: not there" % command[0])
        else:
            status, text = run.call([tool] + command[1:], 20)
            lines = [line for line in text.strip().splitlines() if line]
            run.report.add("* %s: %s" % (command[0], lines[-1] if lines and status == 0 else "status %s" % status))
    for name in ("libcudnn.so.9", "libcublasLt.so.13"):
        run.report.add("* %s: %s" % (name, library_of(name) or "where the loader finds it, if at all"))
    run.report.add("")


def build(run):
    """The programs, unless they are there."""
    archive = os.path.join(run.programs, ARCHIVE)
    if os.path.exists(archive):
        run.programs = os.path.join(run.args.work, "programs")
        with tarfile.open(archive) as packed:
            # Python 3.11.2, which Debian 12 has, knows no filters yet.
            packed.extractall(run.programs, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
        # The programs look for the tests' data where they were built.
        with open(os.path.join(run.programs, "root"), encoding="utf-8") as f:
            root = f.read()
        if not os.path.exists(root):
            os.makedirs(os.path.dirname(root), exist_ok=True)
            os.symlink(ROOT, root)
    missing = [name for name in PROGRAMS if not os.path.exists(run.program(name))]
    if not missing:
        run.report.add("The programs are in `%s`." % run.programs, "")
        return
    begin = time.monotonic()
    status, text = run.call(["cmake", "--preset", "cuda", "-B", run.programs, "-DLITE_WITH_UNITY=ON"], 60)
    if status == 0:
        status, text = run.call(["cmake", "--build", run.programs, "--target", *PROGRAMS], 300)
    if status != 0:
        run.report.fail("the programs were not built (status %s):\n\n```text\n%s\n```" % (status, text[-2000:]))
    elif not run.args.dry_run:
        run.report.add("Built in %d s." % (time.monotonic() - begin), "")


def counts_of(text):
    """Tests by result."""
    counts = {}
    for word in ("PASSED", "SKIPPED", "FAILED"):
        found = re.search(r"\[\s+%s\s+\] (\d+) test" % word, text)
        counts[word.lower()] = int(found.group(1)) if found else 0
    return counts


def in_shards(run, command, limit, settings):
    """Tests in processes of their own: (status of the first that failed, output of those that failed or all, counts)."""
    shards = 1 if run.args.dry_run else run.args.shards

    def shard(index):
        return run.call(command, limit, dict(settings, GTEST_TOTAL_SHARDS=str(shards), GTEST_SHARD_INDEX=str(index)))

    with concurrent.futures.ThreadPoolExecutor(shards) as pool:
        results = list(pool.map(shard, range(shards)))
    counts = {"passed": 0, "skipped": 0, "failed": 0}
    for _, text in results:
        for word, count in counts_of(text).items():
            counts[word] += count
    failed = [result for result in results if result[0] != 0] or results
    return failed[0][0], "\n".join(text for _, text in failed), counts


def suites(run):
    """Suites of operators and networks on the device, against the definitions in double and PaddlePaddle's outputs."""
    libraries = {"LITE_CUDA_CONVOLUTIONS": "cudnn", "LITE_CUDA_PRODUCTS": "cublas"}
    plans = [("own kernels", SETTINGS["own kernels"], "-OpSuite.*:" + NAN_SUITES, 200),
             ("cuDNN and cuBLASLt", libraries, LIBRARY_SUITES, 60), ("the relu of NaN", libraries, NAN_SUITES, 20)]
    run.report.add("| kernels | passed | failed | skipped | s |", "| --- | --- | --- | --- | --- |")
    failures = []
    for name, settings, filtered, limit in plans:
        begin = time.monotonic()
        status, text, counts = in_shards(run, [run.program("test_cuda"), "--gtest_brief=1", "--gtest_filter=" + filtered], limit, settings)
        if run.args.dry_run:
            continue
        run.report.add("| %s | %d | %d | %d | %d%s |" % (name, counts["passed"], counts["failed"], counts["skipped"],
                                                         time.monotonic() - begin, " (stopped)" if status is None else ""))
        failed = re.findall(r"\[\s+FAILED\s+\] (\S+) \(", text)
        if failed or status not in (0, None):
            failures.append((filtered, "%s: status %s, %s\n\n```text\n%s\n```" % (name, status, ", ".join(failed[:20]), text[-3000:])))
        elif counts["passed"] == 0 or (counts["skipped"] > 0 and counts["skipped"] >= counts["passed"]):
            failures.append((filtered, "%s: no test ran on a device\n\n```text\n%s\n```" % (name, text[-1000:])))
    run.report.add("")
    for filtered, text in failures:
        run.suites_failed = run.suites_failed or filtered != NAN_SUITES
        run.report.fail(text)


def sanitizer(run):
    """Accesses outside of memory, and races in shared memory, in small suites."""
    tool = shutil.which("compute-sanitizer") or shutil.which("compute-sanitizer", path="/usr/local/cuda/bin")
    if tool is None and not run.args.dry_run:
        run.report.add("compute-sanitizer is not there.", "")
        return
    for check, filtered in (("memcheck", SANITIZED_SUITES), ("racecheck", RACED_SUITES)):
        status, text = run.call([tool or "compute-sanitizer", "--tool", check, "--error-exitcode", "9", run.program("test_cuda"),
                                 "--gtest_brief=1", "--gtest_filter=" + filtered], 60, SETTINGS["own kernels"])
        if run.args.dry_run:
            continue
        summary = re.findall(r"=+ ((?:ERROR|RACECHECK) SUMMARY: .*)", text)
        run.report.add("* %s: %s%s" % (check, summary[-1] if summary else "no summary", "" if status is not None else " (stopped)"))
        if status == 9:
            run.report.fail("%s\n\n```text\n%s\n```" % (check, text[-3000:]))
        elif status not in (0, None):
            run.report.add("  it could not run: %s" % " ".join(text.split())[-300:])
    run.report.add("")


def materialise(run, net, batch):
    """The folder of a network with inputs of a batch; made once."""
    folder = os.path.join(run.args.work, "%s.%d" % (net, batch))
    if run.args.dry_run or os.path.exists(os.path.join(folder, "inputs.txt")):
        return folder
    os.makedirs(folder, exist_ok=True)
    sys.path.insert(0, HELPERS)
    if net == "bert_base":
        import bert  # pylint: disable=import-outside-toplevel
        bert.make(folder, batch, **(run.args.small_bert or {}))
        return folder
    status, text = run.call([run.program("materialise_zoo"), net, folder, os.path.join(ROOT, "tests", "data", "zoo")], 60)
    if status != 0:
        raise RuntimeError("materialise_zoo %s: %s" % (net, text[-500:]))
    with open(os.path.join(folder, "inputs.txt"), encoding="ascii") as f:
        name = f.readline().split()[0]
    channels, height, width = [size // run.args.shrink if i else size for i, size in enumerate(IMAGES[net])]
    with open(os.path.join(folder, "inputs.txt"), "w", encoding="ascii") as f:
        f.write("%s float %dx%dx%dx%d\n" % (name, batch, channels, height, width))
    numbers = random.Random(1)
    part = array.array("f", (numbers.gauss(0, 1) for _ in range(channels * height * width)))
    with open(os.path.join(folder, "input.0"), "wb") as f:
        for _ in range(batch):
            part.tofile(f)
    return folder


class Engine:
    """A process that prints a JSON line, then answers "run K" with a JSON list of K times in ms."""

    def __init__(self, run, name, command, settings=None):
        self.name, self.times, self.info = name, [], None
        self.log = tempfile.TemporaryFile("w+", encoding="utf-8")  # pylint: disable=consider-using-with
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True, cwd=ROOT,
                                        env=run.environment(settings))  # pylint: disable=consider-using-with

    def read(self, seconds):
        """The next line of JSON."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            if not selector.select(max(seconds, 1)):
                raise RuntimeError("%s took more than %d s" % (self.name, seconds))
        line = self.process.stdout.readline()
        if not line:
            self.log.seek(0)
            raise RuntimeError("%s ended, status %d: %s" % (self.name, self.process.wait(), self.log.read()[-800:]))
        return json.loads(line)

    def ask(self, count, seconds):
        self.process.stdin.write("run %d\n" % count)
        self.process.stdin.flush()
        self.times += self.read(seconds)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.log.close()


def distance(expected, found):
    """Relative L2 difference of the first outputs, of folders in the form of input_folder.h."""
    values = []
    for path in (expected, found):
        with open(path + ".0", "rb") as f:
            values.append(array.array("f", f.read()))
    a, b = values
    if len(a) != len(b) or not a:
        return float("inf")
    step = max(1, len(a) // 200000)  # some of a large result
    norm = sum(x * x for x in a[::step]) ** 0.5
    rest = sum((x - y) ** 2 for x, y in zip(a[::step], b[::step])) ** 0.5
    return rest / norm if rest == rest and norm > 0 else float("inf")


def engines_of(run, folder):
    """(name, command, settings, arithmetic, path of the outputs)."""
    model = [os.path.join(folder, "model.pdmodel"), os.path.join(folder, "model.pdiparams")]
    for name, settings in SETTINGS.items():
        out = os.path.join(folder, "out." + re.sub(r"\W+", "_", name))
        half = "_fp16" if name.startswith("fp16 tensors") and run.args.device == "cuda" else ""
        command = [run.program("device_runner"), *model, folder, run.args.device + half, out]
        yield "Lite " + name, command, settings, name.replace(",", "").split()[0] if name[:3] != "own" else "fp32", out
    for arithmetic, forms in TORCH_FORMS.items():
        for form in forms:
            if form in run.args.without or "int8" in folder:
                continue
            out = os.path.join(folder, "out.torch.%s.%s" % (arithmetic, form.replace(" ", "_")))
            command = [run.args.python, os.path.join(HELPERS, "torch_runner.py"), folder, form, arithmetic, run.args.torch_device, out]
            yield "PyTorch %s, %s" % (arithmetic, form), command, {}, arithmetic, out


def measure(run, net, batch, seconds):
    """One network and batch: outputs are compared with the processor's, then all engines take turns."""
    end = time.monotonic() + min(seconds, run.left())
    folder = materialise(run, net, batch)
    if run.args.dry_run:
        for name, command, settings, _, _ in engines_of(run, folder):
            run.report.add("* " + name)
            run.call(command, 0, settings)
        return
    run.report.add("### %s, batch %d" % (net, batch), "")
    engines = []

    def leave_out(engine, error):
        engine.close()
        engines.remove(engine)
        run.report.add("* left out: %s" % " ".join(str(error).split())[:400])

    try:
        # All start at the same time, which takes much longer than a turn.
        reference = os.path.join(folder, "expected")
        processor = [run.program("device_runner"), os.path.join(folder, "model.pdmodel"), os.path.join(folder, "model.pdiparams"),
                     folder, "cpu", reference]
        engines.append(Engine(run, "processor", processor))
        for name, command, settings, arithmetic, out in engines_of(run, folder):
            engines.append(Engine(run, name, command, settings))
            engines[-1].arithmetic, engines[-1].out = arithmetic, out
        started = end - 0.3 * seconds
        for engine in list(engines):
            try:
                engine.info = engine.read(started - time.monotonic())
            except (RuntimeError, ValueError) as error:
                leave_out(engine, error)
        if not engines or engines[0].name != "processor":
            run.report.fail("there is no result of the processor to compare with")
            return
        engines.pop(0).close()
        for engine in engines:
            engine.info["difference"] = difference = distance(reference, engine.out)
            accepted = QUANTISED_TOLERANCE if "int8" in net else TOLERANCE[engine.arithmetic]
            if difference > accepted:
                run.report.fail("%s differs by %.2e, accepted %.0e" % (engine.name, difference, accepted))
        for _ in range(run.args.rounds):
            for engine in list(engines):
                try:
                    engine.ask(run.args.runs, min(20, end - time.monotonic()))
                except (RuntimeError, ValueError, OSError) as error:
                    leave_out(engine, error)
            if time.monotonic() > end - 1:
                break
        table(run, engines)
    finally:
        for engine in engines:
            engine.close()


def table(run, engines):
    timed = [engine for engine in engines if engine.times]
    graphs = {arithmetic: min((statistics.median(e.times) for e in timed if e.name == "PyTorch %s, graph" % arithmetic), default=None)
              for arithmetic in ("fp32", "tf32", "fp16")}
    run.report.add("", "| engine | min, ms | median, ms | of PyTorch's graph | difference | launches | library calls | graphs | "
                   "bytes to device | to host |", "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for engine in timed:
        arithmetic = engine.arithmetic
        median = statistics.median(engine.times)
        ratio = "%.2f" % (median / graphs[arithmetic]) if graphs[arithmetic] else ""
        work = [str(engine.info.get(key, "")) for key in ("launches", "library calls", "graph launches", "bytes to device", "bytes to host")]
        run.report.add("| %s | %.3f | %.3f | %s | %.1e | %s |" % (engine.name, min(engine.times), median, ratio,
                                                                 engine.info["difference"], " | ".join(work)))
    run.report.add("")


def layers(run):
    """Single layers: own kernels beside cuDNN's and cuBLASLt's, whichever the library would choose."""
    if run.suites_failed and not run.args.dry_run:
        run.report.add("Nothing was timed, because suites failed.", "")
        return
    sys.path.insert(0, HELPERS)
    import layers as programs  # pylint: disable=import-outside-toplevel
    end = time.monotonic() + min(run.args.layer_seconds, run.left())
    sides = [("own", SETTINGS["own kernels"]), ("libraries", SETTINGS["fp32, libraries"])]
    run.report.add("Milliseconds of a layer in float, batch 1: median of runs of %d layers in turns, divided by their number." %
                   programs.REPEATED, "", "| layer | own | libraries | own by libraries | library calls | difference |",
                   "| --- | --- | --- | --- | --- | --- |")
    for name in programs.NAMES:
        folder = os.path.join(run.args.work, "layer." + re.sub(r"\W+", "_", name))
        command = [run.program("device_runner"), os.path.join(folder, "model.pdmodel"), os.path.join(folder, "model.pdiparams"),
                   folder, run.args.device]
        outs = [os.path.join(folder, "out." + side) for side, _ in sides]
        if run.args.dry_run:
            for (_, settings), out in zip(sides, outs):
                run.call(command + [out], 0, settings)
            continue
        if time.monotonic() > end - 2:
            run.report.add("| %s | no time | | | | |" % name)
            continue
        count = programs.make(folder, name, 1)
        engines = []
        try:
            for (side, settings), out in zip(sides, outs):
                engines.append(Engine(run, side, command + [out], settings))
            for engine in engines:
                engine.info = engine.read(end - time.monotonic())
            for _ in range(5):
                for engine in engines:
                    engine.ask(run.args.runs, end - time.monotonic())
            own, library = (statistics.median(engine.times) / count for engine in engines)
            difference = distance(outs[1], outs[0])
            run.report.add("| %s | %.4f | %.4f | %.2f | %s | %.1e |" % (name, own, library, own / library,
                                                                      engines[1].info.get("library calls", ""), difference))
            if difference > TOLERANCE["fp32"]:
                run.report.fail("%s: own kernels differ from the libraries by %.2e, accepted %.0e" %
                                (name, difference, TOLERANCE["fp32"]))
        except (RuntimeError, ValueError, OSError) as error:
            run.report.add("| %s | %s | | | | |" % (name, " ".join(str(error).split())[:200]))
        finally:
            for engine in engines:
                engine.close()
    run.report.add("")


def speed(run):
    """Both engines in turns. Batch 1 first, because the later ones may find no time."""
    if run.suites_failed and not run.args.dry_run:
        run.report.add("Nothing was timed, because suites failed.", "")
        return
    work = [(net, batch) for batch in run.args.batches for net in run.args.nets]
    for i, (net, batch) in enumerate(work):
        share = run.left() / (len(work) - i)
        if share < 5 and not run.args.dry_run:
            run.report.add("No time for %s, batch %d." % (net, batch), "")
            continue
        try:
            measure(run, net, batch, share)
        except (OSError, RuntimeError, ValueError, ImportError) as error:
            run.report.fail("%s, batch %d: %s" % (net, batch, error))


STEPS = [("Machine", machine), ("Build", build), ("Suites", suites), ("Sanitizer", sanitizer), ("Layers", layers), ("Speed", speed)]


def command_run(args):
    report = Report(args.out)
    report.add("# CUDA on a device", "")
    if not args.dry_run:
        os.makedirs(args.work, exist_ok=True)
    run = Runner(args, report)
    for title, step in STEPS:
        if args.steps and title.lower() not in args.steps:
            continue
        report.add("## " + title, "")
        try:
            step(run)
        except Exception as error:  # pylint: disable=broad-except  # the report of the other steps is worth more
            report.fail("%s: %s" % (type(error).__name__, error))
    report.add("%d s of %d used; %s." % (args.minutes * 60 - run.left(), args.minutes * 60,
                                         "%d findings" % report.wrong if report.wrong else "nothing wrong was found"))
    return 1 if report.wrong else 0


def command_pack(args):
    """Programs and the libraries that a bare machine lacks, as an archive."""
    folder = os.path.join(os.path.abspath(args.folder), "programs")
    build_folder = os.path.join(ROOT, "build.cuda")
    if not args.no_build:
        subprocess.run(["cmake", "--preset", "cuda", "-DLITE_WITH_UNITY=ON"], cwd=ROOT, check=True)
        subprocess.run(["nice", "cmake", "--build", build_folder, "--target", *PROGRAMS], cwd=ROOT, check=True)
    os.makedirs(os.path.join(folder, "lib"), exist_ok=True)
    for name, path in PROGRAMS.items():
        built = os.path.join(args.build or build_folder, path)
        subprocess.run(["strip", "-o", os.path.join(folder, name), built], check=True)
        for library, where in re.findall(r"(\S+) => (/\S+)", subprocess.run(["ldd", built], stdout=subprocess.PIPE, text=True,
                                                                            check=True).stdout):
            if re.match(r"lib(protobuf|gtest|gmock|gflags|glog|openblas)", library):
                shutil.copyfile(where, os.path.join(folder, "lib", library))
    with open(os.path.join(folder, "root"), "w", encoding="utf-8") as f:
        f.write(ROOT)
    archive = os.path.join(os.path.abspath(args.folder), ARCHIVE)
    with tarfile.open(archive, "w:xz", preset=1) as packed:
        packed.add(folder, ".")
    shutil.rmtree(folder)
    total = os.path.getsize(archive)
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\0")
    sources = sum(os.path.getsize(os.path.join(ROOT, name)) for name in tracked if name and os.path.exists(os.path.join(ROOT, name)))
    print("%.1f MiB of programs and %.1f MiB of sources in %s" % (total / 2 ** 20, sources / 2 ** 20, archive))
    if total + sources > MAX_BYTES:
        print("error: more than %d MiB together" % (MAX_BYTES >> 20), file=sys.stderr)
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    pack = commands.add_parser("pack")
    pack.add_argument("folder")
    pack.add_argument("--build", help="a build folder instead of build.cuda")
    pack.add_argument("--no-build", action="store_true", help="the programs are there")
    run = commands.add_parser("run")
    run.add_argument("--out", help="file of the report, written as it grows")
    run.add_argument("--programs", help="what `pack` made, or a build folder")
    run.add_argument("--minutes", type=float, default=9.5)
    run.add_argument("--work", default=os.path.join("/tmp", "gpu_report"))
    run.add_argument("--steps", nargs="+", choices=[title.lower() for title, _ in STEPS])
    run.add_argument("--nets", nargs="+", default=NETWORKS, choices=NETWORKS)
    run.add_argument("--batches", nargs="+", type=int, default=[1, 32])
    run.add_argument("--shards", type=int, default=min(8, os.cpu_count()), help="processes that share the tests")
    run.add_argument("--rounds", type=int, default=10)
    run.add_argument("--layer-seconds", type=float, default=45, help="for the step of single layers")
    run.add_argument("--runs", type=int, default=10, help="of an engine in a round")
    run.add_argument("--python", default=sys.executable, help="the interpreter that has PyTorch")
    run.add_argument("--without", nargs="+", default=[], help="forms of PyTorch to leave out: eager, graph, compile, \"channels last\"")
    run.add_argument("--dry-run", action="store_true")
    # For tests without a device: the processor as device, smaller networks.
    run.add_argument("--device", default="cuda", choices=["cuda", "cpu"], help=argparse.SUPPRESS)
    run.add_argument("--torch-device", default="cuda", help=argparse.SUPPRESS)
    run.add_argument("--shrink", type=int, default=1, help=argparse.SUPPRESS)
    run.add_argument("--small-bert", type=json.loads, help=argparse.SUPPRESS)
    args = parser.parse_args()
    return command_pack(args) if args.command == "pack" else command_run(args)


if __name__ == "__main__":
    sys.exit(main())
