#!/usr/bin/env python3
"""torch_runner.py FOLDER FORM ARITHMETIC DEVICE OUTPUTS: PyTorch as one of the engines of tools/gpu_report.py.

FORM is eager, "channels last", graph (channels last, as a CUDA graph) or compile (channels last, torch.compile). ARITHMETIC is
fp32, tf32 or fp16. Prints one JSON line when it is ready, then answers each line "run K" with a JSON list of K times in ms.
"""
import json
import os
import sys
import time

import numpy as np
import torch

import paddle_program
import torch_network

TYPES = {"float": np.float32, "int64_t": np.int64, "int32_t": np.int32}


def inputs_of(folder):
    with open(os.path.join(folder, "inputs.txt"), encoding="ascii") as f:
        for i, line in enumerate(f):
            _, kind, shape = line.split()[:3]
            values = np.fromfile(os.path.join(folder, "input.%d" % i), TYPES[kind])
            yield torch.from_numpy(values.reshape([int(d) for d in shape.split("x")]))


def make_run(folder, form, arithmetic, device):
    """A function that copies the inputs, runs, and returns the first output on the host."""
    on_gpu = device == "cuda"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = arithmetic == "tf32"
    torch.backends.cudnn.benchmark = True
    program = paddle_program.read(os.path.join(folder, "model.pdmodel"), os.path.join(folder, "model.pdiparams"))
    module = torch_network.module_of(torch, program).eval().to(device)
    if arithmetic == "fp16":
        module = module.half()
        module.number = torch.float16
    sources = [source.half() if arithmetic == "fp16" and source.is_floating_point() else source for source in inputs_of(folder)]
    if on_gpu:
        sources = [source.pin_memory() for source in sources]
    targets = [source.to(device) for source in sources]
    if form != "eager":
        for name, value in list(module.named_buffers()):
            if value.dim() == 4:
                setattr(module, name, value.to(memory_format=torch.channels_last))
        targets = [t.to(memory_format=torch.channels_last) if t.dim() == 4 else t for t in targets]
    if form == "compile":
        module = torch.compile(module)

    def forward():
        return module(*targets)[0]

    replay = forward
    if form == "graph" and on_gpu:
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            for _ in range(3):
                forward()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            result = forward()

        def replay(_=module):  # the graph has only addresses of the module's parameters
            graph.replay()
            return result

    def run():
        for target, source in zip(targets, sources):
            target.copy_(source, non_blocking=True)
        return replay().cpu()

    return run


def main():
    folder, form, arithmetic, device, outputs = sys.argv[1:]
    begin = time.perf_counter()
    with torch.inference_mode():
        run = make_run(folder, form, arithmetic, device)
        result = run().float().contiguous().numpy()
        first = (time.perf_counter() - begin) * 1e3
        result.tofile(outputs + ".0")
        for _ in range(3):
            run()
        print(json.dumps({"first_ms": first, "torch": torch.__version__}), flush=True)
        for line in sys.stdin:
            times = []
            for _ in range(int(line.split()[1])):
                start = time.perf_counter()
                run()
                times.append((time.perf_counter() - start) * 1e3)
            print(json.dumps(times), flush=True)


if __name__ == "__main__":
    main()
