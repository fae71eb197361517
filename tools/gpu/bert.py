"""An encoder of the sizes of BERT-base as a Paddle program, with parameters by formula."""
import os

import numpy as np

from paddle_program import Op, Program, write

MASK = (1 << 64) - 1


def formula(key, shape, bound, center=0.0):
    """center + (2u - 1) * bound, with u the upper 24 bits of SplitMix64(Fnv1a64(key) + i): the numbers of tests/support/zoo.h."""
    start = 0xcbf29ce484222325
    for byte in key.encode():
        start = ((start ^ byte) * 0x100000001b3) & MASK
    with np.errstate(over="ignore"):
        z = np.arange(int(np.prod(shape)), dtype=np.uint64) + np.uint64((start + 0x9E3779B97F4A7C15) & MASK)
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
    unit = (z >> np.uint64(40)).astype(np.float64) * 2.0 ** -24
    return (center + (2 * unit - 1) * bound).astype(np.float32).reshape(shape)


class Builder:
    def __init__(self, layers, hidden, heads, tokens, vocabulary):
        self.program, self.count = Program(), 0
        self.layers, self.hidden, self.heads, self.tokens, self.vocabulary = layers, hidden, heads, tokens, vocabulary

    def param(self, name, shape, bound, center=0.0):
        self.program.params[name] = formula(name, shape, bound, center)
        self.program.vars[name] = ("float32", list(shape), True)
        return name

    def op(self, kind, shape, attrs=None, out="Out", more=(), **inputs):
        self.count += 1
        name = "t%d" % self.count
        self.program.vars[name] = ("float32", list(shape), False)
        outputs = {out: [name]}
        for slot in more:  # results that are not used
            outputs[slot] = [name + slot]
            self.program.vars[name + slot] = ("float32", list(shape), False)
        self.program.ops.append(Op(kind, {slot: [value] for slot, value in inputs.items()}, outputs, attrs or {}))
        return name

    def dense(self, x, name, width, outputs):
        weight = self.param(name + ".w", (width, outputs), 1.7 / width ** 0.5)
        shape = [-1, self.tokens, outputs]
        product = self.op("matmul_v2", shape, {"trans_x": False, "trans_y": False}, X=x, Y=weight)
        return self.op("elementwise_add", shape, {"axis": -1}, X=product, Y=self.param(name + ".b", (outputs,), 0.1))

    def add(self, x, y):
        return self.op("elementwise_add", [-1, self.tokens, self.hidden], {"axis": -1}, X=x, Y=y)

    def norm(self, x, name):
        return self.op("layer_norm", [-1, self.tokens, self.hidden], {"epsilon": 1e-5, "begin_norm_axis": 2}, out="Y",
                       more=("Mean", "Variance"), X=x, Scale=self.param(name + ".s", (self.hidden,), 0.1, 1.0),
                       Bias=self.param(name + ".b", (self.hidden,), 0.1))

    def move(self, kind, x, shape, attrs):
        return self.op(kind, shape, attrs, more=("XShape",), X=x)

    def layer(self, x, name):
        width = self.hidden // self.heads
        split = [-1, self.heads, self.tokens, width]
        parts = []
        for part in "qkv":
            y = self.dense(x, name + "." + part, self.hidden, self.hidden)
            y = self.move("reshape2", y, [-1, self.tokens, self.heads, width], {"shape": [0, 0, self.heads, width]})
            parts.append(self.move("transpose2", y, split, {"axis": [0, 2, 1, 3]}))
        square = [-1, self.heads, self.tokens, self.tokens]
        scores = self.op("matmul_v2", square, {"trans_x": False, "trans_y": True}, X=parts[0], Y=parts[1])
        scores = self.op("scale", square, {"scale": width ** -0.5, "bias": 0.0, "bias_after_scale": True}, X=scores)
        scores = self.op("softmax", square, {"axis": -1}, X=scores)
        y = self.op("matmul_v2", split, {"trans_x": False, "trans_y": False}, X=scores, Y=parts[2])
        y = self.move("transpose2", y, [-1, self.tokens, self.heads, width], {"axis": [0, 2, 1, 3]})
        y = self.move("reshape2", y, [-1, self.tokens, self.hidden], {"shape": [0, 0, self.hidden]})
        x = self.norm(self.add(x, self.dense(y, name + ".out", self.hidden, self.hidden)), name + ".norm1")
        y = self.dense(x, name + ".wide", self.hidden, 4 * self.hidden)
        y = self.op("gelu", [-1, self.tokens, 4 * self.hidden], {"approximate": False}, X=y)
        return self.norm(self.add(x, self.dense(y, name + ".narrow", 4 * self.hidden, self.hidden)), name + ".norm2")

    def build(self):
        shape = [-1, self.tokens, self.hidden]
        feeds = ["ids", "types"]
        for col, name in enumerate(feeds):
            self.program.vars[name] = ("int64", [-1, self.tokens], False)
            self.program.ops.append(Op("feed", {"X": ["feed"]}, {"Out": [name]}, {"col": col}))
        attrs = {"is_sparse": False}
        words = self.op("lookup_table_v2", shape, attrs, Ids="ids", W=self.param("words", (self.vocabulary, self.hidden), 1.0))
        types = self.op("lookup_table_v2", shape, attrs, Ids="types", W=self.param("types.w", (2, self.hidden), 1.0))
        x = self.add(self.add(words, types), self.param("positions", (self.tokens, self.hidden), 1.0))
        x = self.norm(x, "norm")
        for i in range(self.layers):
            x = self.layer(x, "layer%d" % i)
        self.program.ops.append(Op("fetch", {"X": [x]}, {"Out": ["fetch"]}, {"col": 0}))
        return self.program


def make(folder, batch, layers=12, hidden=768, heads=12, tokens=128, vocabulary=30522):
    """Writes the network and its inputs, in the form of materialise_zoo."""
    os.makedirs(folder, exist_ok=True)
    program = Builder(layers, hidden, heads, tokens, vocabulary).build()
    write(program, os.path.join(folder, "model.pdmodel"), os.path.join(folder, "model.pdiparams"))
    numbers = np.random.default_rng(1)
    with open(os.path.join(folder, "inputs.txt"), "w", encoding="ascii") as f:
        for i, (name, limit) in enumerate((("ids", vocabulary), ("types", 2))):
            f.write("%s int64_t %dx%d\n" % (name, batch, tokens))
            numbers.integers(0, limit, (batch, tokens), dtype=np.int64).tofile(os.path.join(folder, "input.%d" % i))
