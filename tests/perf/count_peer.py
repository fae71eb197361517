#!/usr/bin/env python3
"""Counts the instructions of networks in ncnn on emulated ARM processors, as arm_counts.py counts those of this library.

    python3 -m pip download --no-deps --only-binary=:all: --platform manylinux2014_aarch64 --python-version 3.11 ncnn==1.0.20250503
    python3 -m zipfile -e ncnn-*.whl SITE
    tests/perf/count_peer.py --root ROOT --site SITE [--kinds fp32 fp16 int8 int8_dot int8_i8mm]
    tests/perf/count_peer.py --root ROOT --site SITE --kinds fp32 fp16 --nets mobilenet_v2_p resnet50_p
    tests/perf/count_peer.py --root ROOT --site SITE --kinds fp32 fp16 --files model.ncnn --shape 3 48 120

ROOT is a system of Debian 12 for arm64 with python3.11-minimal and libgomp1, from "debootstrap --foreign" or from unpacked packages.
A network has the layers of its fixture (peer_networks.py), with weights by formula. MobileNetV1 also has int8, whose results are
requantised between layers, as by ncnn's quantiser. --files names a network that pnnx has made, with one input and one output. A
count is the difference between processes with one run and with none.
"""
import argparse
import os
import random
import struct
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

# Which processor model of qemu makes ncnn choose which instructions.
KINDS = {"fp32": "max", "fp16": "max", "int8": "cortex-a53", "int8_dot": "cortex-a76", "int8_i8mm": "max"}
WIDTHS = [(32, 64, 1), (64, 128, 2), (128, 128, 1), (128, 256, 2), (256, 256, 1), (256, 512, 2)] + [(512, 512, 1)] * 5 + [
    (512, 1024, 2), (1024, 1024, 1)]


def write_network(name, int8):
    """ncnn's files NAME.param and NAME.bin."""
    rng = random.Random(1)
    pool = [rng.uniform(-0.1, 0.1) for _ in range(997)]

    def floats(count):
        return struct.pack("%df" % count, *(pool * (count // len(pool) + 1))[:count])

    convolutions = [(False, 3, 32, 3, 2)]
    for inputs, outputs, stride in WIDTHS:
        convolutions += [(True, inputs, inputs, 3, stride), (False, inputs, outputs, 1, 1)]
    lines, blob = ["Input data 0 1 data 0=224 1=224 2=3"], "data"
    with open(name + ".bin", "wb") as out:
        for number, (depthwise, inputs, outputs, kernel, stride) in enumerate(convolutions):
            weights = outputs * kernel * kernel * (1 if depthwise else inputs)
            layer, last = "l%d" % number, number == len(convolutions) - 1
            fields = {0: outputs, 1: kernel, 3: stride, 4: kernel // 2, 5: 1, 6: weights, 9: 1}
            if depthwise:
                fields[7] = inputs
            if int8:  # the scales that follow; from 100 on, the results are int8
                fields[8] = (1 if depthwise else 2) + (0 if last else 100)
                out.write(struct.pack("I", 0x000D4B38))  # the mark of int8 weights
                pattern = bytes((x * 37 + 11) % 127 for x in range(997))
                out.write((pattern * (weights // 997 + 1))[:weights] + b"\0" * (-weights % 4))
            else:
                out.write(struct.pack("I", 0) + floats(weights))
            out.write(floats(outputs))
            if int8:
                out.write(struct.pack("%df" % outputs, *[50.0 if depthwise else 5000.0] * outputs))
                out.write(struct.pack("f", 40.0) * (1 if last else 2))
            lines.append("%s %s 1 1 %s %s %s" % ("ConvolutionDepthWise" if depthwise else "Convolution", layer, blob, layer,
                                                 " ".join("%d=%d" % item for item in sorted(fields.items()))))
            blob = layer
        lines += ["Pooling pool 1 1 %s pool 0=1 4=1" % blob, "InnerProduct fc 1 1 pool fc 0=1000 1=1 2=1024000",
                  "Softmax prob 1 1 fc prob 0=0 1=1"]
        out.write(struct.pack("I", 0) + floats(1024000) + floats(1000))
    with open(name + ".param", "w") as file:
        file.write("7767517\n%d %d\n%s\n" % (len(lines), len(lines), "\n".join(lines)))


def run_network(name, kind, blobs, shape, runs):
    """What the emulated Python does."""
    import ncnn
    net = ncnn.Net()
    net.opt.num_threads = 1
    net.opt.lightmode = True
    net.opt.use_bf16_storage = False
    for option in ("packed", "storage", "arithmetic"):
        setattr(net.opt, "use_fp16_" + option, kind == "fp16")
    assert net.load_param(name + ".param") == 0 and net.load_model(name + ".bin") == 0
    source, output = blobs.split(",")
    channels, height, width = (int(extent) for extent in shape.split(","))
    image = ncnn.Mat(width, height, channels)
    image.fill(0.5)
    for _ in range(runs):
        extractor = net.create_extractor()
        extractor.input(source, image)
        status, result = extractor.extract(output)
        assert status == 0 and result.w > 1


def main():
    if sys.argv[1:2] == ["--emulated"]:
        return run_network(*sys.argv[2:6], int(sys.argv[6]))
    import arm_counts
    import peer_networks
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", required=True)
    parser.add_argument("--site", required=True, help="folder of the package ncnn for arm64")
    parser.add_argument("--kinds", nargs="+", choices=sorted(KINDS), default=list(KINDS))
    parser.add_argument("--nets", nargs="+", choices=sorted(peer_networks.NETWORKS), help="only in fp32 and fp16")
    parser.add_argument("--files", metavar="NAME", help="NAME.param and NAME.bin of pnnx, only in fp32 and fp16")
    parser.add_argument("--shape", nargs=3, type=int, metavar=("CHANNELS", "HEIGHT", "WIDTH"), help="of the input, for --files")
    args = parser.parse_args()
    if bool(args.files) != bool(args.shape) or args.files and args.nets:
        parser.error("--files: expected --shape, and no --nets")
    if (args.nets or args.files) and any(kind.startswith("int8") for kind in args.kinds):
        parser.error("--nets, --files: expected --kinds fp32 fp16")
    root, site = os.path.abspath(args.root), os.path.abspath(args.site)
    libraries = root + "/usr/lib/aarch64-linux-gnu"
    with tempfile.TemporaryDirectory() as work:
        library = arm_counts.counter(work)
        for kind, net in ((kind, net) for net in args.nets or [None] for kind in args.kinds):
            name, blobs, shape = os.path.join(work, kind), "data,prob", (3, 224, 224)
            if args.files:
                name, blobs, shape = os.path.abspath(args.files), "in0,out0", args.shape
            elif net is None:
                write_network(name, kind.startswith("int8"))
            else:
                blobs = "data," + peer_networks.write(net, name)
            emulator = ["qemu-aarch64", "-cpu", KINDS[kind], "-L", root, "-E", "PYTHONHOME=%s/usr" % root, "-E",
                        "PYTHONPATH=%s:%s/usr/lib/python3/dist-packages" % (site, root), "-E",
                        "LD_LIBRARY_PATH=" + ":".join(libraries + part for part in ("", "/blas", "/lapack", "/openblas-pthread"))]
            program = [root + "/usr/bin/python3.11", os.path.abspath(__file__), "--emulated", name, kind, blobs,
                       ",".join(map(str, shape))]
            totals = [sum(arm_counts.count_process(emulator, library, work, program + [str(runs)]).values()) for runs in (0, 1)]
            print("%-20s %-10s %8.1f M" % (args.files or net or "mobilenet_v1_p", kind, (totals[1] - totals[0]) * 1e-6), flush=True)
    return None


if __name__ == "__main__":
    sys.exit(main())
