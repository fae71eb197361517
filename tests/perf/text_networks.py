#!/usr/bin/env python3
"""Makes text, recurrent and attention networks for compare_engines.py: tests/perf/text_networks.py OUT [NET...] [--paddle2onnx COMMAND]

The interpreter needs PaddlePaddle 2.6.2, for ONNX also onnx<1.17; COMMAND is paddle2onnx 1.2.11. Weights and inputs are random
numbers that only depend on names. For every network:
  OUT/NET/model.pdmodel, model.pdiparams, and with --paddle2onnx model.onnx, repaired where the converter is wrong
  OUT/NET/CASE/   inputs as materialise_zoo writes them, and in `multiply_adds` the number of one run
Then, for instance: tests/perf/compare_engines.py --build build.release --work WORK --peers onnxruntime openvino --nets OUT/gru2:8x50
"""
import argparse
import math
import os
import subprocess
import sys
import zlib

import numpy as np
import paddle
from paddle import nn
from paddle.nn import functional
from paddle.static import InputSpec

NETWORKS = {}  # by name: a function that returns a layer, its input specifications, and inputs by case and name


def network(function):
    NETWORKS[function.__name__] = function
    return function


def numbers(name):
    return np.random.RandomState(zlib.crc32(name.encode()))


def floats(name, *shape):
    return numbers(name).uniform(-1, 1, shape).astype("float32")


def words(name, vocabulary, *shape):
    return numbers(name).randint(0, vocabulary, shape).astype("int64")


def lengths(*values):
    return np.array(values, "int64")


class Bert(nn.Layer):
    """An encoder with norms after the sums, whose mask becomes a bias of the scores."""

    def __init__(self, layers, width, heads, vocabulary=30522, positions=512):
        super().__init__()
        self.words, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(positions, width)
        self.segments, self.norm = nn.Embedding(2, width), nn.LayerNorm(width, epsilon=1e-12)
        layer = nn.TransformerEncoderLayer(width, heads, 4 * width, dropout=0.1, activation="gelu")
        self.encoder, self.pool = nn.TransformerEncoder(layer, layers), nn.Linear(width, width)

    def forward(self, ids, mask):
        ones = paddle.ones_like(ids)
        positions = self.positions(paddle.cumsum(ones, axis=-1) - ones)
        x = self.norm(self.words(ids) + positions + self.segments(paddle.zeros_like(ids)))
        bias = (1.0 - mask.unsqueeze([1, 2]).astype("float32")) * -1e4
        x = self.encoder(x, bias)
        return x, functional.tanh(self.pool(x[:, 0]))


def bert(layers, width, heads):
    cases = {}
    for batch, count in ((1, 16), (1, 64), (1, 128), (1, 384), (4, 128)):
        kept = np.array([count, count * 3 // 4, count // 2, count // 8][:batch])
        cases["%dx%d" % (batch, count)] = {"ids": words("ids", 30522, batch, count),
                                           "mask": (np.arange(count) < kept[:, None]).astype("int64")}
    return Bert(layers, width, heads), [InputSpec([None, None], "int64", name) for name in ("ids", "mask")], cases


@network
def bert_base():
    return bert(12, 768, 12)


@network
def bert_small():
    return bert(4, 512, 8)


class Attention(nn.Layer):
    """Parts of a layer with norms before attention and perceptron, which add to their input. Queries, keys and values: [N, heads, T, D]."""

    def __init__(self, width, heads, epsilon=1e-5, tanh_gelu=False):
        super().__init__()
        self.heads, self.width, self.tanh_gelu = heads, width, tanh_gelu
        self.norm1, self.norm2 = nn.LayerNorm(width, epsilon=epsilon), nn.LayerNorm(width, epsilon=epsilon)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def split(self, x, count):
        qkv = self.qkv(x).reshape([-1, count, 3, self.heads, self.width // self.heads]).transpose([2, 0, 3, 1, 4])
        return qkv[0], qkv[1], qkv[2]

    def weighted(self, q, k, v, count, bias=lambda scores: scores):
        scores = paddle.matmul(q * (self.width // self.heads) ** -0.5, k, transpose_y=True)
        values = paddle.matmul(functional.softmax(bias(scores)), v)
        return self.out(values.transpose([0, 2, 1, 3]).reshape([-1, count, self.width]))

    def perceptron(self, x):
        return x + self.down(functional.gelu(self.up(self.norm2(x)), approximate=self.tanh_gelu))


class GptStep(nn.Layer):
    """A decoder's step for one word: keys and values of the past come in, and leave with one more."""

    def __init__(self, layers, width, heads, vocabulary, positions=1024):
        super().__init__()
        self.words, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(positions, width)
        self.blocks = nn.LayerList([Attention(width, heads, tanh_gelu=True) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)

    def forward(self, ids, position, past):
        x, present = self.words(ids) + self.positions(position), []
        for i, block in enumerate(self.blocks):
            q, k, v = block.split(block.norm1(x), 1)
            k, v = paddle.concat([past[2 * i], k], axis=2), paddle.concat([past[2 * i + 1], v], axis=2)
            present += [k, v]
            x = block.perceptron(x + block.weighted(q, k, v, 1))
        return paddle.matmul(self.norm(x), self.words.weight, transpose_y=True), present


@network
def gpt_step():
    layers, width, heads, vocabulary = 6, 512, 8, 8000
    names = [kind + str(i) for i in range(layers) for kind in "kv"]
    specs = [InputSpec([None, 1], "int64", "ids"), InputSpec([None, 1], "int64", "position"),
             [InputSpec([None, heads, None, width // heads], "float32", name) for name in names]]
    cases = {str(count): {"ids": words("ids", vocabulary, 1, 1), "position": np.array([[count]], "int64"),
                          **{name: floats(name, 1, heads, count, width // heads) for name in names}} for count in (64, 256)}
    return GptStep(layers, width, heads, vocabulary), specs, cases


class Recurrent(nn.Layer):
    def __init__(self, kind, width):
        super().__init__()
        self.rnn = kind(width, width, num_layers=2, direction="bidirect")

    def forward(self, x, lengths):
        y, states = self.rnn(x, None, lengths)
        return (y, *(states if isinstance(states, tuple) else (states,)))


def recurrent(kind, width=256):
    counts = {"1x50": [50], "8x50": [50, 50, 45, 40, 31, 22, 10, 1], "8x50full": [50] * 8}
    cases = {case: {"x": floats("x", len(count), 50, width), "lengths": lengths(*count)} for case, count in counts.items()}
    return Recurrent(kind, width), [InputSpec([None, None, width], "float32", "x"), InputSpec([None], "int64", "lengths")], cases


@network
def lstm2():
    return recurrent(nn.LSTM)


@network
def gru2():
    return recurrent(nn.GRU)


class TextMatch(nn.Layer):
    """The cosine between the last states of two texts."""

    def __init__(self, vocabulary, width):
        super().__init__()
        self.words, self.rnn = nn.Embedding(vocabulary, width), nn.GRU(width, width)

    def forward(self, query, title, query_lengths, title_lengths):
        a = self.rnn(self.words(query), None, query_lengths)[1][0]
        b = self.rnn(self.words(title), None, title_lengths)[1][0]
        return functional.cosine_similarity(a, b, axis=-1)


@network
def text_match():
    vocabulary, cases = 5000, {}
    for query, title in (([12], [32]), ([12, 7, 3, 1], [32, 20, 9, 5])):
        cases[str(len(query))] = {"query": words("query", vocabulary, len(query), 12), "title": words("title", vocabulary, len(title), 32),
                                  "query_lengths": lengths(*query), "title_lengths": lengths(*title)}
    specs = [InputSpec([None, None], "int64", name) for name in ("query", "title")]
    return TextMatch(vocabulary, 128), specs + [InputSpec([None], "int64", name + "_lengths") for name in ("query", "title")], cases


class Crnn(nn.Layer):
    """Reads a line of text of height 32: a step of the recurrent layers for every four columns of pixels."""

    def __init__(self, characters):
        super().__init__()
        layers, depth = [], 3
        for width, pool in ((32, (2, 2)), (64, (2, 2)), (128, None), (128, (2, 1)), (256, None), (256, (2, 1))):
            layers += [nn.Conv2D(depth, width, 3, padding=1, bias_attr=False), nn.BatchNorm2D(width), nn.ReLU()]
            layers += [] if pool is None else [nn.MaxPool2D(pool, pool)]
            depth = width
        layers += [nn.Conv2D(depth, 256, (2, 1), bias_attr=False), nn.BatchNorm2D(256), nn.ReLU()]
        self.features, self.rnn = nn.Sequential(*layers), nn.LSTM(256, 128, num_layers=2, direction="bidirect")
        self.scores = nn.Linear(256, characters)

    def forward(self, image):
        steps = self.features(image).squeeze(2).transpose([0, 2, 1])
        return functional.softmax(self.scores(self.rnn(steps)[0]), axis=2)


@network
def crnn():
    return Crnn(97), [InputSpec([None, 3, 32, None], "float32", "image")], {"1x3x32x320": {"image": floats("image", 1, 3, 32, 320)}}


class Vit(nn.Layer):
    def __init__(self, layers, width, heads, size, patch, classes):
        super().__init__()
        self.count = (size // patch) ** 2 + 1
        self.patches = nn.Conv2D(3, width, patch, patch)
        self.first = self.create_parameter([1, 1, width])
        self.positions = self.create_parameter([1, self.count, width])
        self.blocks = nn.LayerList([Attention(width, heads, epsilon=1e-6) for _ in range(layers)])
        self.norm, self.classes = nn.LayerNorm(width, epsilon=1e-6), nn.Linear(width, classes)

    def forward(self, image):
        x = self.patches(image).flatten(2).transpose([0, 2, 1])
        x = paddle.concat([self.first.expand([paddle.shape(x)[0], -1, -1]), x], axis=1) + self.positions
        for block in self.blocks:
            q, k, v = block.split(block.norm1(x), self.count)
            x = block.perceptron(x + block.weighted(q, k, v, self.count))
        return self.classes(self.norm(x)[:, 0])


@network
def vit_tiny():
    return Vit(12, 192, 3, 224, 16, 1000), [InputSpec([None, 3, 224, 224], "float32", "image")], {
        "1x3x224x224": {"image": floats("image", 1, 3, 224, 224)}}


class SwinBlock(nn.Layer):
    """Attention within windows of an image of size x size, which may be shifted, with a bias for the distance of two positions."""

    def __init__(self, width, heads, size, window, shift):
        super().__init__()
        self.size, self.window, self.shift, self.block = size, window, shift, Attention(width, heads)
        self.bias = self.create_parameter([(2 * window - 1) ** 2, heads])
        y, x = (part.reshape(-1) for part in np.meshgrid(np.arange(window), np.arange(window), indexing="ij"))
        distance = (y[:, None] - y + window - 1) * (2 * window - 1) + x[:, None] - x + window - 1
        self.register_buffer("distance", paddle.to_tensor(distance.reshape(-1).astype("int64")))
        if shift:
            # Positions that the shift brings into one window do not see each other.
            region = (np.arange(size) >= size - window).astype("int64") + (np.arange(size) >= size - shift)
            region = self.windows((3 * region[:, None] + region).reshape(1, size, size, 1), np.transpose)[..., 0]
            apart = np.where(region[:, None] == region[:, :, None], 0.0, -100.0).astype("float32")
            self.register_buffer("apart", paddle.to_tensor(apart[None, :, None]))

    def windows(self, x, transpose=paddle.transpose):
        n, w = self.size // self.window, self.window
        return transpose(x.reshape([-1, n, w, n, w, x.shape[-1]]), [0, 1, 3, 2, 4, 5]).reshape([-1, w * w, x.shape[-1]])

    def forward(self, x):
        n, w, area, width = self.size // self.window, self.window, self.window ** 2, x.shape[2]
        y = self.block.norm1(x).reshape([-1, self.size, self.size, width])
        if self.shift:
            y = paddle.roll(y, [-self.shift, -self.shift], [1, 2])
        bias = paddle.index_select(self.bias, self.distance, axis=0).reshape([area, area, -1]).transpose([2, 0, 1]).unsqueeze(0)

        def add_bias(scores):
            scores = scores + bias
            if not self.shift:
                return scores
            heads = self.block.heads
            return (scores.reshape([-1, n * n, heads, area, area]) + self.apart).reshape([-1, heads, area, area])

        q, k, v = self.block.split(self.windows(y), area)
        y = self.block.weighted(q, k, v, area, add_bias)
        y = y.reshape([-1, n, n, w, w, width]).transpose([0, 1, 3, 2, 4, 5]).reshape([-1, self.size, self.size, width])
        if self.shift:
            y = paddle.roll(y, [self.shift, self.shift], [1, 2])
        return self.block.perceptron(x + y.reshape([-1, self.size ** 2, width]))


@network
def swin_block():
    layer = nn.Sequential(SwinBlock(96, 3, 56, 7, 0), SwinBlock(96, 3, 56, 7, 3))
    return layer, [InputSpec([None, 56 * 56, 96], "float32", "x")], {"1x3136x96": {"x": floats("x", 1, 56 * 56, 96)}}


def fill(layer):
    """Weights that keep activations at about unit size."""
    for name, weight in layer.named_parameters():
        if name.endswith("_variance") or (name.endswith("weight") and len(weight.shape) == 1):
            weight.set_value(1 + floats(name, *weight.shape) / 4)
            continue
        fan = {2: weight.shape[0], 4: int(np.prod(weight.shape[1:]))}.get(len(weight.shape))
        if "weight_hh" in name or "weight_ih" in name:
            fan = weight.shape[1]
        if ("words" in name or "positions" in name or "segments" in name) and len(weight.shape) == 2:
            fan = None
        weight.set_value(floats(name, *weight.shape) * (0.1 if fan is None else math.sqrt(3 / fan)))
    layer.eval()


def multiply_adds(layer, feeds):
    """Of matrix products, convolutions and recurrent layers; steps after the end of a sequence do not count."""
    total, matmul, modules = [0], paddle.matmul, (paddle, nn.layer.transformer.tensor)

    def counted(x, y, transpose_x=False, transpose_y=False, name=None):
        result = matmul(x, y, transpose_x, transpose_y, name)
        total[0] += int(np.prod(result.shape)) * x.shape[-2 if transpose_x else -1]
        return result

    def count(owner, inputs, result):
        if isinstance(owner, nn.Linear):
            total[0] += int(np.prod(result.shape)) * owner.weight.shape[0]
        elif isinstance(owner, nn.Conv2D):
            total[0] += int(np.prod(result.shape)) * int(np.prod(owner.weight.shape[1:]))
        else:
            steps = int(inputs[2].sum()) if len(inputs) > 2 else int(np.prod(inputs[0].shape[:2]))
            total[0] += steps * sum(int(np.prod(weight.shape)) for weight in owner.parameters() if len(weight.shape) > 1)

    hooks = [part.register_forward_post_hook(count) for part in layer.sublayers() if isinstance(part, (nn.Linear, nn.Conv2D, nn.LSTM, nn.GRU))]
    for module in modules:
        module.matmul = counted
    try:
        with paddle.no_grad():
            layer(*feeds)
    finally:
        for module in modules:
            module.matmul = matmul
        for hook in hooks:
            hook.remove()
    return total[0]


def write_case(folder, names, inputs, count):
    os.makedirs(folder, exist_ok=True)
    types = {"float32": "float", "int64": "int64_t"}
    with open(folder + "/inputs.txt", "w", encoding="utf-8") as lines:
        for i, name in enumerate(names):
            lines.write("%s %s %s\n" % (name, types[str(inputs[name].dtype)], "x".join(map(str, inputs[name].shape))))
            inputs[name].tofile("%s/input.%d" % (folder, i))
    with open(folder + "/multiply_adds", "w", encoding="ascii") as f:
        f.write(str(count))


def repair(name, path):
    """paddle2onnx 1.2.11 leaves out lengths, gives the states of the last layer for those of all, and takes tanh gelu for erf."""
    import onnx
    from onnx import helper, numpy_helper

    model = onnx.load(path)
    graph = model.graph
    recurrent_nodes = [node for node in graph.node if node.op_type in ("LSTM", "GRU")]
    sources = {"lstm2": ["lengths"] * 2, "gru2": ["lengths"] * 2, "text_match": ["query_lengths", "title_lengths"]}.get(name, [])
    if sources == ["lengths"] * 2:
        for at, states in enumerate([output.name for output in graph.output][1:], 1):
            recurrent_nodes[-1].output[at] = "last.%d" % at
            graph.node.append(helper.make_node("Concat", [node.output[at] for node in recurrent_nodes], [states], axis=0))
    for source in sorted(set(sources)):
        graph.node.insert(0, helper.make_node("Cast", [source], [source + ".int32"], to=onnx.TensorProto.INT32))
    for node, source in zip(recurrent_nodes, sources):
        node.input[4] = source + ".int32"
    if name == "gpt_step":
        constants = {"half": 0.5, "one": 1.0, "three": 3.0, "cubic": 0.044715, "slope": math.sqrt(2 / math.pi)}
        for key, value in constants.items():
            graph.initializer.append(numpy_helper.from_array(np.array(value, "float32"), "gelu." + key))

        def reader(node):
            return next(other for other in graph.node if node.output[0] in other.input)

        for erf in [node for node in graph.node if node.op_type == "Erf"]:
            division = next(node for node in graph.node if erf.input[0] in node.output)
            chain = [erf]  # 1 + erf, times x, times 0.5
            while len(chain) < 4:
                chain.append(reader(chain[-1]))
            x, result, at = division.input[0], chain[-1].output[0], list(graph.node).index(chain[-1])
            steps = [("Pow", x, "gelu.three"), ("Mul", 0, "gelu.cubic"), ("Add", 1, x), ("Mul", 2, "gelu.slope"), ("Tanh", 3),
                     ("Add", 4, "gelu.one"), ("Mul", 5, x), ("Mul", 6, "gelu.half")]
            for i, (kind, *operands) in enumerate(steps):
                operands = ["%s.%d" % (result, one) if isinstance(one, int) else one for one in operands]
                target = result if i + 1 == len(steps) else "%s.%d" % (result, i)
                graph.node.insert(at + i, helper.make_node(kind, operands, [target]))
            for node in (division, *chain):
                graph.node.remove(node)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def make(name, out, paddle2onnx):
    folder = os.path.join(out, name)
    with paddle.utils.unique_name.guard():
        layer, specs, cases = NETWORKS[name]()
        fill(layer)
        paddle.jit.save(layer, folder + "/model", input_spec=specs)
    paddle.enable_static()
    names = paddle.static.load_inference_model(folder + "/model", paddle.static.Executor())[1]
    paddle.disable_static()
    for case, inputs in cases.items():
        feeds = [[paddle.to_tensor(inputs[one.name]) for one in spec] if isinstance(spec, list) else paddle.to_tensor(inputs[spec.name])
                 for spec in specs]
        write_case(os.path.join(folder, case), names, inputs, multiply_adds(layer, feeds))
    if paddle2onnx:
        target = folder + "/model.onnx"
        done = subprocess.run([paddle2onnx, "--model_dir", folder, "--model_filename", "model.pdmodel", "--params_filename",
                               "model.pdiparams", "--save_file", target, "--opset_version", "13"], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0 or not os.path.exists(target):
            raise SystemExit("error: %s: paddle2onnx ended with status %d\n%s" % (name, done.returncode, done.stdout[-2000:]))
        repair(name, target)
    print("%s: %s" % (name, " ".join(cases)), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("networks", nargs="*", metavar="NET", help=", ".join(NETWORKS))
    parser.add_argument("--paddle2onnx", metavar="COMMAND", help="also write model.onnx")
    args = parser.parse_args()
    unknown = sorted(set(args.networks) - set(NETWORKS))
    if unknown:
        parser.error("unknown network %s, expected %s" % (unknown[0], ", ".join(NETWORKS)))
    for name in args.networks or NETWORKS:
        make(name, args.out, args.paddle2onnx)


if __name__ == "__main__":
    sys.exit(main())
