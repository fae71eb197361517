"""Networks of the fixture zoo in ncnn's format, with weights by formula, for count_peer.py."""
import json
import os
import random
import struct

ZOO = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data/zoo")
RELU, RELU6, HARD_SWISH = "9=1", "9=3 -23310=2,0.0,6.0", "9=6 -23310=2,0.166667,0.5"


class Network:
    """Layers in the order of their execution. A value is a pair of its name and its shape (channels, height and width)."""

    def __init__(self):
        rng = random.Random(1)
        self.pool = [rng.uniform(-0.1, 0.1) for _ in range(997)]
        self.layers, self.weights, self.macs = [], [], 0

    def floats(self, count):
        return struct.pack("%df" % count, *(self.pool * (count // len(self.pool) + 1))[:count])

    def layer(self, kind, inputs, outputs, fields=""):
        """The values of a new layer's outputs, whose shapes are given."""
        names = ["b%d_%d" % (len(self.layers), i) for i in range(len(outputs))]
        self.layers.append((kind, [name for name, _ in inputs], names, fields))
        return list(zip(names, outputs))

    def image(self, size=224):
        self.layers.append(("Input", [], ["data"], "0=%d 1=%d 2=3" % (size, size)))
        return "data", (3, size, size)

    def conv(self, x, channels, kernel, stride=1, activation="", depthwise=False, pad=None):
        inputs, size = x[1][0], x[1][1]
        pad = kernel // 2 if pad is None else pad
        size = (size + 2 * pad - kernel) // stride + 1
        count = channels * kernel * kernel * (1 if depthwise else inputs)
        self.weights += [struct.pack("I", 0), self.floats(count), self.floats(channels)]
        self.macs += count * size * size
        return self.layer("ConvolutionDepthWise" if depthwise else "Convolution", [x], [(channels, size, size)],
                          "0=%d 1=%d 3=%d 4=%d 5=1 6=%d%s %s" % (channels, kernel, stride, pad, count,
                                                                  " 7=%d" % channels if depthwise else "", activation))[0]

    def depthwise(self, x, kernel, stride=1, activation=""):
        return self.conv(x, x[1][0], kernel, stride, activation, depthwise=True)

    def fc(self, x, channels, activation=""):
        count = channels * x[1][0]
        self.weights += [struct.pack("I", 0), self.floats(count), self.floats(channels)]
        self.macs += count
        return self.layer("InnerProduct", [x], [(channels, 1, 1)], "0=%d 1=1 2=%d %s" % (channels, count, activation))[0]

    def max_pool(self, x, pad):
        size = (x[1][1] + 2 * pad - 3) // 2 + 1
        return self.layer("Pooling", [x], [(x[1][0], size, size)], "0=0 1=3 2=2 3=%d 5=1" % pad)[0]

    def mean(self, x):
        return self.layer("Pooling", [x], [(x[1][0], 1, 1)], "0=1 4=1")[0]

    def same(self, kind, inputs, fields=""):
        return self.layer(kind, inputs, [inputs[0][1]], fields)[0]

    def concat(self, inputs):
        channels = sum(shape[0] for _, shape in inputs)
        return self.layer("Concat", inputs, [(channels,) + inputs[0][1][1:]], "0=0")[0]

    def classify(self, x):
        return self.same("Softmax", [x], "0=0 1=1")

    def write(self, name):
        """ncnn's files NAME.param and NAME.bin; returns the name of the last value. Several readers need a layer Split."""
        readers = {}
        for _, inputs, _, _ in self.layers:
            for value in inputs:
                readers[value] = readers.get(value, 0) + 1
        lines, blobs, used = [], 0, {}
        for number, (kind, inputs, outputs, fields) in enumerate(self.layers):
            sources = []
            for value in inputs:
                used[value] = used.get(value, -1) + 1
                sources.append("%s_%d" % (value, used[value]) if readers[value] > 1 else value)
            lines.append(" ".join([kind, "l%d" % number, str(len(inputs)), str(len(outputs))] + sources + outputs + [fields]))
            blobs += len(outputs)
            for value in outputs:
                count = readers.get(value, 0)
                if count > 1:
                    lines.append(" ".join(["Split", "s" + value, "1", str(count), value] + ["%s_%d" % (value, i) for i in range(count)]))
                    blobs += count
        with open(name + ".param", "w") as file:
            file.write("7767517\n%d %d\n%s\n" % (len(lines), blobs, "\n".join(lines)))
        with open(name + ".bin", "wb") as file:
            file.write(b"".join(self.weights))
        return self.layers[-1][2][0]


def mobilenet_v2(net):
    x = net.conv(net.image(), 32, 3, 2, RELU6)
    for expand, channels, count, stride in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2),
                                            (6, 320, 1, 1)):
        for i in range(count):
            y = net.conv(x, x[1][0] * expand, 1, 1, RELU6) if expand > 1 else x
            y = net.conv(net.depthwise(y, 3, stride if i == 0 else 1, RELU6), channels, 1)
            x = y if i == 0 else net.same("BinaryOp", [x, y], "0=0")
    net.classify(net.fc(net.mean(net.conv(x, 1280, 1, 1, RELU6)), 1000))


def mobilenet_v3_large(net):
    x = net.conv(net.image(), 16, 3, 2, HARD_SWISH)
    for kernel, wide, channels, gate, act, stride in (
            (3, 16, 16, 0, RELU, 1), (3, 64, 24, 0, RELU, 2), (3, 72, 24, 0, RELU, 1), (5, 72, 40, 24, RELU, 2), (5, 120, 40, 32, RELU, 1),
            (5, 120, 40, 32, RELU, 1), (3, 240, 80, 0, HARD_SWISH, 2), (3, 200, 80, 0, HARD_SWISH, 1), (3, 184, 80, 0, HARD_SWISH, 1),
            (3, 184, 80, 0, HARD_SWISH, 1), (3, 480, 112, 120, HARD_SWISH, 1), (3, 672, 112, 168, HARD_SWISH, 1),
            (5, 672, 160, 168, HARD_SWISH, 2), (5, 960, 160, 240, HARD_SWISH, 1), (5, 960, 160, 240, HARD_SWISH, 1)):
        y = net.conv(x, wide, 1, 1, act) if wide != x[1][0] else x
        y = net.depthwise(y, kernel, stride, act)
        if gate:
            factor = net.conv(net.conv(net.mean(y), gate, 1, 1, RELU), wide, 1)
            y = net.same("BinaryOp", [y, net.same("HardSigmoid", [factor], "0=0.166667 1=0.5")], "0=2")
        y = net.conv(y, channels, 1)
        x = net.same("BinaryOp", [x, y], "0=0") if x[1] == y[1] else y
    x = net.fc(net.mean(net.conv(x, 960, 1, 1, HARD_SWISH)), 1280, HARD_SWISH)
    net.classify(net.fc(x, 1000))


def shufflenet_v2(net):
    x = net.max_pool(net.conv(net.image(), 24, 3, 2, RELU), 1)
    for channels, count in ((116, 4), (232, 8), (464, 4)):
        for i in range(count):
            if i == 0:
                left = net.conv(net.depthwise(x, 3, 2), channels // 2, 1, 1, RELU)
                right, stride = x, 2
            else:
                half = (channels // 2,) + x[1][1:]
                left, right = net.layer("Slice", [x], [half, half], "-23300=2,-233,-233 1=0")
                stride = 1
            right = net.conv(net.depthwise(net.conv(right, channels // 2, 1, 1, RELU), 3, stride), channels // 2, 1, 1, RELU)
            x = net.same("ShuffleChannel", [net.concat([left, right])], "0=2")
    net.classify(net.fc(net.mean(net.conv(x, 1024, 1, 1, RELU)), 1000))


def squeezenet(net):
    x = net.max_pool(net.conv(net.image(), 64, 3, 2, RELU), 0)
    for i, (narrow, wide) in enumerate(((16, 64), (16, 64), (32, 128), (32, 128), (48, 192), (48, 192), (64, 256), (64, 256))):
        y = net.conv(x, narrow, 1, 1, RELU)
        x = net.concat([net.conv(y, wide, 1, 1, RELU), net.conv(y, wide, 3, 1, RELU)])
        if i in (1, 3):
            x = net.max_pool(x, 0)
    net.classify(net.mean(net.conv(x, 1000, 1, 1, RELU)))


def resnet50(net):
    x = net.max_pool(net.conv(net.image(), 64, 7, 2, RELU), 1)
    for narrow, count, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for i in range(count):
            step = stride if i == 0 else 1
            shortcut = net.conv(x, 4 * narrow, 1, step) if i == 0 else x
            y = net.conv(net.conv(net.conv(x, narrow, 1, 1, RELU), narrow, 3, step, RELU), 4 * narrow, 1)
            x = net.same("ReLU", [net.same("BinaryOp", [shortcut, y], "0=0")])
    net.classify(net.fc(net.mean(x), 1000))


NETWORKS = {"mobilenet_v2_p": mobilenet_v2, "mobilenet_v3_large_p": mobilenet_v3_large, "shufflenet_v2_p": shufflenet_v2,
            "squeezenet_p": squeezenet, "resnet50_p": resnet50}


def write(fixture, name):
    """The network of this fixture; the name of its output. It has the fixture's multiply-adds, or this fails."""
    net = Network()
    NETWORKS[fixture](net)
    with open(os.path.join(ZOO, fixture, "net.json")) as file:
        expected = json.load(file)["macs_case0"]
    assert net.macs == expected, "%s: %d multiply-adds, the fixture has %d" % (fixture, net.macs, expected)
    return net.write(name)
