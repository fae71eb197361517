#!/usr/bin/env python3
"""Checks the CUDA back end on a machine with a GPU, and times networks beside PyTorch. One call, at most ten minutes.

    tests/cuda/measure.py [--build build.cuda] [--nets mobilenet_v1_p resnet50_p ...] [--out FILE]

Builds what is missing in the build folder (preset cuda: needs nvcc and the packages of the tests), then runs every suite of
operators and networks on the device against the host's results, and stops if one fails. A network is timed with the input on the
host, as an application runs it: copies included. PyTorch runs modules with the same layers and random weights, where it is
installed: eager, channels last, and as a CUDA graph, each with float32 arithmetic and with TF32. Its times include the copy of
the input and of the output as well. Minimum and mean of the runs, in milliseconds, as Markdown.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = ("test_cuda", "benchmark_bin", "materialise_zoo")
PATHS = {"test_cuda": "tests/cuda/test_cuda", "benchmark_bin": "lite/api/benchmark_bin",
         "materialise_zoo": "tests/perf/materialise_zoo"}
WARMUP, REPEATS = 20, 100


def build(folder):
    if all(os.path.exists(os.path.join(folder, path)) for path in PATHS.values()):
        return
    if not os.path.exists(os.path.join(folder, "CMakeCache.txt")):
        subprocess.run(["cmake", "--preset", "cuda", "-B", folder, "-DLITE_WITH_UNITY=ON"], cwd=ROOT, check=True)
    subprocess.run(["cmake", "--build", folder, "--target", *PROGRAMS], cwd=ROOT, check=True)


def check(folder, out):
    """Runs the suites; the number of failures."""
    environment = dict(os.environ, LITE_TEST_KERNEL="/3/")
    result = subprocess.run([os.path.join(folder, PATHS["test_cuda"]), "--gtest_brief=1"], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, env=environment, check=False)
    counts = {word: 0 for word in ("PASSED", "SKIPPED", "FAILED")}
    for word in counts:
        found = re.search(r"\[\s+%s\s+\] (\d+) test" % word, result.stdout)
        counts[word] = int(found.group(1)) if found else 0
    print("Suites on the device: %(PASSED)d passed, %(FAILED)d failed, %(SKIPPED)d skipped.\n" % counts, file=out)
    if result.returncode != 0:
        print(result.stdout[-8000:], file=sys.stderr)
    return result.returncode


def time_own(folder, net, work):
    """Milliseconds of each run."""
    model = os.path.join(work, net)
    written = subprocess.run([os.path.join(folder, PATHS["materialise_zoo"]), net, model], cwd=ROOT, stdout=subprocess.PIPE,
                             text=True, check=True).stdout.split()
    result = os.path.join(work, net + ".txt")
    command = [os.path.join(folder, PATHS["benchmark_bin"]), "--model_file=" + os.path.join(model, os.path.basename(written[0])),
               "--param_file=" + os.path.join(model, os.path.basename(written[1])), "--input_shape=1,3,224,224",
               "--backend=cuda,x86", "--warmup=%d" % WARMUP, "--repeats=%d" % REPEATS, "--result_path=" + result]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    with open(result, encoding="utf-8") as f:
        text = f.read()
    return {word: float(re.search(r"%s\s*[:=]\s*([\d.]+)" % word, text).group(1)) for word in ("min", "avg")}


def make_modules(torch):
    """Network -> a function that makes a module with its layers, after folding of batch normalisations."""
    nn = torch.nn

    def conv(inputs, outputs, kernel, stride=1, groups=1, act=nn.ReLU):
        layers = [nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups)]
        return nn.Sequential(*layers, *([act()] if act else []))

    class Residual(nn.Module):
        def __init__(self, body, shortcut=None, act=None):
            super().__init__()
            self.body, self.shortcut, self.act = body, shortcut or nn.Identity(), act or nn.Identity()

        def forward(self, x):
            return self.act(self.body(x) + self.shortcut(x))

    def classifier(width):
        return [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, 1000), nn.Softmax(-1)]

    def resnet50():
        layers = [conv(3, 64, 7, 2), nn.MaxPool2d(3, 2, 1)]
        inputs = 64
        for width, count, first in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
            for i in range(count):
                stride = first if i == 0 else 1
                body = nn.Sequential(conv(inputs, width, 1), conv(width, width, 3, stride), conv(width, width * 4, 1, act=None))
                shortcut = conv(inputs, width * 4, 1, stride, act=None) if i == 0 else None
                layers.append(Residual(body, shortcut, nn.ReLU()))
                inputs = width * 4
        return nn.Sequential(*layers, *classifier(2048))

    def mobilenet_v1():
        layers = [conv(3, 32, 3, 2)]
        inputs = 32
        for outputs, stride in ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)):
            layers += [conv(inputs, inputs, 3, stride, inputs), conv(inputs, outputs, 1)]
            inputs = outputs
        return nn.Sequential(*layers, *classifier(1024))

    def mobilenet_v2():
        layers = [conv(3, 32, 3, 2, act=nn.ReLU6)]
        inputs = 32
        for factor, outputs, count, first in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                                              (6, 160, 3, 2), (6, 320, 1, 1)):
            for i in range(count):
                stride, wide = (first if i == 0 else 1), inputs * factor
                body = nn.Sequential(*([conv(inputs, wide, 1, act=nn.ReLU6)] if factor > 1 else []),
                                     conv(wide, wide, 3, stride, wide, act=nn.ReLU6), conv(wide, outputs, 1, act=None))
                layers.append(Residual(body) if stride == 1 and inputs == outputs else body)
                inputs = outputs
        return nn.Sequential(*layers, conv(320, 1280, 1, act=nn.ReLU6), *classifier(1280))

    return {"resnet50_p": resnet50, "mobilenet_v1_p": mobilenet_v1, "mobilenet_v2_p": mobilenet_v2}


def time_torch(torch, make, form, tf32):
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = tf32
    torch.backends.cudnn.benchmark = True
    module = make().eval().cuda()
    source = torch.randn(1, 3, 224, 224).pin_memory()
    x = source.cuda()
    if form == "channels last":
        module, x = module.to(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last)
    with torch.inference_mode():
        def forward():
            return module(x)
        for _ in range(WARMUP):
            forward()
        torch.cuda.synchronize()
        run = forward
        if form == "graph":
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                y = forward()

            def run():
                graph.replay()
                return y
        times = []
        for _ in range(REPEATS):
            begin = time.perf_counter()
            x.copy_(source, non_blocking=True)
            run().cpu()
            times.append((time.perf_counter() - begin) * 1e3)
    return {"min": min(times), "avg": statistics.mean(times)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build.cuda"))
    parser.add_argument("--nets", nargs="+", default=["mobilenet_v1_p", "mobilenet_v2_p", "resnet50_p"])
    parser.add_argument("--out", help="file for the result instead of the standard output")
    args = parser.parse_args()
    build(args.build)
    work = os.path.join(args.build, "measure")
    os.makedirs(work, exist_ok=True)
    out = open(args.out, "w", encoding="utf-8") if args.out else sys.stdout  # pylint: disable=consider-using-with
    if check(args.build, out) != 0:
        return 1
    try:
        import torch
    except ImportError:
        torch = None
    print("| network | engine | minimum, ms | mean, ms |\n| --- | --- | --- | --- |", file=out)
    for net in args.nets:
        rows = [("Lite", time_own(args.build, net, work))]
        modules = make_modules(torch) if torch is not None and torch.cuda.is_available() else {}
        if net in modules:
            for form in ("eager", "channels last", "graph"):
                for tf32 in (False, True):
                    name = "PyTorch %s, %s%s" % (torch.__version__, form, ", TF32" if tf32 else "")
                    rows.append((name, time_torch(torch, modules[net], form, tf32)))
        for engine, times in rows:
            print("| %s | %s | %.3f | %.3f |" % (net, engine, times["min"], times["avg"]), file=out, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
