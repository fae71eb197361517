#!/usr/bin/env python3
"""Writes tests/data/nnadapter/operations.json: calls of NNAdapter's operations with their results.

    v26/bin/python tools/golden/make_nnadapter.py        # make_golden.py says how to make v26

Results are those of PaddlePaddle in double precision, where it has the operation, and otherwise of the definition in
numpy ("by": "numpy"). A case without outputs is a wrong use: "error" is a part of the message.

An operand is [precision, shape, values] with a fourth element, 1, if it is a constant; null is an absent operand.
"""

import json
import os

import numpy as np
import paddle
import paddle.nn.functional as F
from paddle import _C_ops as ops
from paddle.vision import ops as vision

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "data", "nnadapter", "operations.json")
PRECISIONS = {"bool": "BOOL8", "int32": "INT32", "int64": "INT64", "float32": "FLOAT32", "float64": "FLOAT32",
              "int8": "QUANT_INT8_SYMM_PER_LAYER", "uint8": "UINT8"}
CODES = {"BOOL8": 0, "INT8": 1, "UINT8": 2, "INT32": 5, "INT64": 7, "FLOAT32": 10}
random = np.random.RandomState(20)
cases = []


def number(value):
    if isinstance(value, (bool, np.bool_)):
        return int(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    return float("%.8g" % value)


def operand(array, constant=False):
    array = np.asarray(array.numpy() if isinstance(array, paddle.Tensor) else array)
    return [PRECISIONS[str(array.dtype)], list(array.shape), [number(v) for v in array.ravel()]] + [1] * constant


class Constant:
    def __init__(self, values, dtype):
        self.array = np.atleast_1d(np.asarray(values, dtype))


def I(*values):
    return Constant(values, "int32")


def L(*values):
    return Constant(values, "int64")


def R(*values):
    return Constant(values, "float32")


def B(value):
    return Constant([value], "bool")


def listed(item):
    return None if item is None else operand(item.array, True) if isinstance(item, Constant) else operand(item)


def case(operation, inputs, outputs, by="paddle"):
    entry = {"operation": operation, "inputs": [listed(item) for item in inputs], "outputs": [listed(item) for item in outputs]}
    if by != "paddle":
        entry["by"] = by
    cases.append(entry)


def wrong(operation, inputs, error, outputs=1):
    cases.append({"operation": operation, "inputs": [listed(item) for item in inputs], "outputs": [None] * outputs, "error": error})


def x_(*shape, low=-2.0, high=2.0):
    """Values with three decimals, so that they are the same in every text form."""
    return np.round(random.uniform(low, high, shape), 3).astype("float32")


def distinct(*shape):
    """Values without ties, also when they are quantised."""
    count = int(np.prod(shape))
    return ((random.permutation(count) - count // 2) / 32.0).astype("float32").reshape(shape)


def d(array):
    return paddle.to_tensor(np.asarray(array, "float64"))


NONE, RELU, RELU1, RELU6 = I(0), I(1), I(2), I(3)
FUSED = {0: lambda t: t, 1: F.relu, 2: lambda t: paddle.clip(t, -1, 1), 3: F.relu6}


def fused(tensor, fuse):
    return FUSED[int(fuse.array[0])](tensor)


# --- arithmetic
def binary(name, function, a, b, fuse=NONE):
    case(name, [a, b, fuse], [fused(function(d(a), d(b)), fuse)])


for name, function in (("ADD", paddle.add), ("SUB", paddle.subtract), ("MUL", paddle.multiply), ("DIV", paddle.divide),
                       ("MAX", paddle.maximum), ("MIN", paddle.minimum)):
    positive = 0.5 if name == "DIV" else -2.0
    binary(name, function, x_(2, 3, 4), x_(2, 3, 4, low=positive))
    binary(name, function, x_(2, 1, 4), x_(3, 1, low=positive), RELU6)
    ints = [np.array([[7, -8, 9]], "int32"), np.array([[2], [-3]], "int32")]
    case(name, ints + [RELU if name == "MAX" else NONE],
         [np.asarray(fused(paddle.to_tensor({"ADD": np.add, "SUB": np.subtract, "MUL": np.multiply, "MAX": np.maximum,
                                             "MIN": np.minimum, "DIV": lambda a, b: np.trunc(a / b)}[name](*ints).astype("float64")),
                                   RELU if name == "MAX" else NONE).numpy(), "int32")], by="numpy")
    wrong(name, [x_(2, 3), x_(2, 4), NONE], "broadcast")
    wrong(name, [x_(2, 3), x_(2, 3), I(4)], "fuse")
binary("POW", paddle.pow, x_(2, 3, low=0.5), x_(3))
binary("POW", paddle.pow, x_(2, 3, low=0.5), np.float32([[0.5]]), RELU1)
case("POW", [np.array([2, -3, 1], "int64"), np.array([5, 3, -2], "int64"), NONE], [np.array([32, -27, 1], "int64")], by="numpy")
quotients = [np.array([7, -7, 7, -7], "int32"), np.array([2, 2, -2, -2], "int32")]
case("FLOOR_DIV", quotients + [NONE], [np.floor_divide(*quotients)], by="numpy")
a, b = x_(2, 5) * 4, x_(5, low=0.6)
case("FLOOR_DIV", [a, b, NONE], [np.floor(a.astype("float64") / b)], by="numpy")
wrong("FLOOR_DIV", [np.int32([1]), np.int32([0]), NONE], "divisor")
wrong("DIV", [np.int64([1]), np.int64([0]), NONE], "divisor")
sums = [x_(2, 1, 3), x_(4, 1), x_(3)]
case("SUM", sums, [d(sums[0]) + d(sums[1]) + d(sums[2])])
case("SUM", [np.int64([[1, 2]]), np.int64([[3], [4]])], [np.int64([[4, 5], [5, 6]])], by="numpy")

# --- comparisons and logic
a, b = np.round(x_(2, 4)), np.round(x_(4))
for name, function in (("EQUAL", paddle.equal), ("NOT_EQUAL", paddle.not_equal), ("GREATER", paddle.greater_than),
                       ("GREATER_EQUAL", paddle.greater_equal), ("LESS", paddle.less_than), ("LESS_EQUAL", paddle.less_equal)):
    case(name, [a, b], [function(d(a), d(b))])
    for dtype in ("int32", "int64"):
        case(name, [a.astype(dtype), b.astype(dtype)], [function(d(a), d(b))])
    flags = [np.array([[True, False]]), np.array([[True], [False]])]
    case(name, flags, [function(d(flags[0]), d(flags[1]))])
    wrong(name, [x_(2), np.int32([1, 2])], "precision")
p, q = random.rand(2, 4) > 0.5, random.rand(4) > 0.5
for name, function in (("AND", paddle.logical_and), ("OR", paddle.logical_or), ("XOR", paddle.logical_xor)):
    case(name, [p, q], [function(paddle.to_tensor(p), paddle.to_tensor(q))])
case("NOT", [p], [paddle.logical_not(paddle.to_tensor(p))])
a, b = x_(2, 4), x_(2, 1)
case("WHERE", [p, a, b], [paddle.where(paddle.to_tensor(p), d(a), d(np.broadcast_to(b, (2, 4))))])
case("WHERE", [p, np.int64([[1]]), np.int64([[2]])], [np.where(p, 1, 2).astype("int64")], by="numpy")

# --- functions of an element
x = x_(2, 3, 5, low=-4, high=4)
for name, function in (("ABS", paddle.abs), ("COS", paddle.cos), ("EXP", paddle.exp), ("FLOOR", paddle.floor), ("RELU", F.relu),
                       ("RELU6", F.relu6), ("SIGMOID", F.sigmoid), ("SIN", paddle.sin), ("SQUARE", paddle.square),
                       ("SWISH", F.swish), ("TANH", paddle.tanh)):
    argument = x * 2 if name == "RELU6" else x
    case(name, [argument], [function(d(argument))])
x = x_(2, 7, low=0.1, high=4)
case("LOG", [x], [paddle.log(d(x))])
case("RSQRT", [x], [paddle.rsqrt(d(x))])
x = x_(2, 7, low=-5, high=5)
case("HARD_SIGMOID", [x, R(0.2), R(0.5)], [F.hardsigmoid(d(x), slope=float(np.float32(0.2)), offset=0.5)])
case("HARD_SWISH", [x, R(1 / 6), R(0.5)], [F.hardswish(d(x))])
case("LEAKY_RELU", [x, R(0.1)], [F.leaky_relu(d(x), float(np.float32(0.1)))])
case("SOFTPLUS", [x, R(1.5), R(4.0)], [F.softplus(d(x), 1.5, 4.0)])
wrong("SOFTPLUS", [x, R(0.0), R(4.0)], "beta")
case("GELU", [x, B(False)], [F.gelu(d(x))])
case("GELU", [x, B(True)], [F.gelu(d(x), approximate=True)])
case("CLIP", [x, R(-1.5), R(2.25)], [paddle.clip(d(x), -1.5, 2.25)])
wrong("CLIP", [x, R(2.0), R(1.0)], "min")
x = x_(2, 3, 4)
case("PRELU", [x, np.float32([0.25])], [F.prelu(d(x), d([0.25]))])
case("PRELU", [x, np.float32([0.25, 0.5, -0.5])], [F.prelu(d(x), d([0.25, 0.5, -0.5]))])
wrong("PRELU", [x, np.float32([0.25, 0.5])], "slope")

# --- conversions
x = np.float32([[-2.75, -1.5, 0, 0.5], [1.5, 2.25, 100, -100]])
for dtype in ("int32", "int64", "bool"):
    case("CAST", [x, I(CODES[PRECISIONS[dtype]])], [paddle.cast(paddle.to_tensor(x), dtype)])
case("CAST", [np.int64([[-3, 1 << 40]]), I(5)], [np.int32([[-3, 0]])], by="numpy")
case("CAST", [p, I(10)], [p.astype("float32")], by="numpy")
wrong("CAST", [x, I(24)], "dtype")
wrong("CAST", [x, I(99)], "dtype")
shape = [2, 1, 3]
half = np.float32([0.25, -0.25, 0.75, -0.75, 100, -100]).reshape(shape)
cases.append({"operation": "QUANTIZE", "by": "numpy", "inputs": [listed(i) for i in (half, I(1), R(0.5), I(0))],
              "outputs": [["QUANT_INT8_SYMM_PER_LAYER", shape, [1, -1, 2, -2, 127, -127], 0, 0.5]]})
cases.append({"operation": "QUANTIZE", "by": "numpy", "inputs": [listed(i) for i in (half, I(1), R(0.5), I(100))],
              "outputs": [["QUANT_UINT8_ASYMM_PER_LAYER", shape, [101, 99, 102, 98, 255, 0], 0, 0.5, 100]]})
cases.append({"operation": "QUANTIZE", "by": "numpy", "inputs": [listed(i) for i in (half, I(0), R(0.5, 2.0), I(0, 0))],
              "outputs": [["QUANT_INT8_SYMM_PER_CHANNEL", shape, [1, -1, 2, 0, 50, -50], 0, [0.5, 2.0], 0]]})
wrong("QUANTIZE", [half, I(1), R(-1.0), I(0)], "scale")
wrong("QUANTIZE", [half, I(2), R(1.0, 1.0), I(0, 0)], "scale")
cases.append({"operation": "DEQUANTIZE", "by": "numpy", "inputs": [["QUANT_INT8_SYMM_PER_LAYER", [4], [1, -1, 127, -127], 0, 0.5]],
              "outputs": [listed(np.float32([0.5, -0.5, 63.5, -63.5]))]})
cases.append({"operation": "DEQUANTIZE", "by": "numpy", "inputs": [["QUANT_UINT8_ASYMM_PER_LAYER", [3], [0, 100, 255], 0, 0.5, 100]],
              "outputs": [listed(np.float32([-50, 0, 77.5]))]})
cases.append({"operation": "DEQUANTIZE", "by": "numpy",
              "inputs": [["QUANT_INT8_SYMM_PER_CHANNEL", [2, 2], [1, -1, 127, -127], 0, [0.5, 2.0], 0]],
              "outputs": [listed(np.float32([[0.5, -0.5], [254, -254]]))]})

# --- shapes
x = x_(2, 3, 4)
case("ASSIGN", [x], [paddle.assign(d(x))])
case("ASSIGN", [p], [p], by="numpy")
case("FLATTEN", [x, I(1), I(-1)], [paddle.flatten(d(x), 1, -1)])
wrong("FLATTEN", [x, I(2), I(1)], "end_axis")
wrong("FLATTEN", [x, I(3), I(3)], "start_axis")
case("RESHAPE", [x, I(0, -1, 2)], [paddle.reshape(d(x), [0, -1, 2])])
case("RESHAPE", [x, np.int64([4, 6])], [paddle.reshape(d(x), [4, 6])])
wrong("RESHAPE", [x, I(5, -1)], "-1")
wrong("RESHAPE", [x, I(-1, -1)], "-1")
wrong("RESHAPE", [x, I(2, 3, 4, 0)], "zero")
wrong("RESHAPE", [x, I(2, 3, 5)], "elements")
wrong("RESHAPE", [x, I(1, 1, 1, 1, 1, 1, 1, 1, 24)], "extents")
y = x_(1, 3, 1, 2)
case("SQUEEZE", [y, I(0, 1, -2)], [paddle.squeeze(d(y), [0, 2])])
case("SQUEEZE", [y, None], [paddle.squeeze(d(y))])
case("UNSQUEEZE", [x, I(0, -1)], [paddle.unsqueeze(d(x), [0, -1])])
wrong("UNSQUEEZE", [x, I(4)], "axes")
case("SHAPE", [x, I(5)], [np.int32([2, 3, 4])], by="numpy")
case("SHAPE", [x, I(7)], [np.int64([2, 3, 4])], by="numpy")
wrong("SHAPE", [x, I(10)], "dtype")

# --- movement
case("TRANSPOSE", [x, I(2, 0, 1)], [paddle.transpose(d(x), [2, 0, 1])])
case("TRANSPOSE", [x, None], [paddle.transpose(d(x), [2, 1, 0])])
wrong("TRANSPOSE", [x, I(0, 0, 1)], "perm")
wrong("TRANSPOSE", [x, I(0, 1)], "perm")
y = x_(2, 6, 2, 3)
case("CHANNEL_SHUFFLE", [y, I(3)], [F.channel_shuffle(d(y), 3)])
wrong("CHANNEL_SHUFFLE", [y, I(4)], "group")
case("SLICE", [x, I(0, -1), I(1, -3), I(2, 100), I(1, 2)], [paddle.strided_slice(d(x), [0, 2], [1, -3], [2, 100], [1, 2])])
case("SLICE", [x, I(2), I(-1), I(-100), I(-2)], [x[:, :, ::-2]], by="numpy")
case("SLICE", [x, None, I(0, 1, 2), I(2, 2, 4), I(1, 1, 1)], [paddle.slice(d(x), [0, 1, 2], [0, 1, 2], [2, 2, 4])])
case("SLICE", [x, I(1), I(2), I(1), I(1)], [x[:, 2:1]], by="numpy")
wrong("SLICE", [x, I(1), I(0), I(1), I(0)], "steps")
wrong("SLICE", [x, I(1, 1), I(0, 0), I(1, 1), I(1, 1)], "axes")
wrong("SLICE", [x, I(1), I(0, 0), I(1, 1), I(1, 1)], "starts")
y = x_(1, 2, 3, 4)
for mode, name in ((1, "constant"), (2, "reflect"), (4, "replicate"), (3, "replicate")):
    case("PAD", [y, I(0, 0, 0, 0, 1, 2, 2, 1), I(mode), R(1.5)], [F.pad(d(y), [2, 1, 1, 2], mode=name, value=1.5)])
case("PAD", [np.int64([1, 2]), I(1, 0), I(1), L(9)], [np.int64([9, 1, 2])], by="numpy")
wrong("PAD", [y, I(0, 0), I(1), R(0)], "pads")
wrong("PAD", [y, I(0, 0, 0, 0, 3, 0, 0, 0), I(2), R(0)], "pads")
wrong("PAD", [y, I(0, 0, 0, 0, 0, 0, 0, 0), I(0), R(0)], "mode")
case("ROLL", [x, I(1, -2), I(0, 2)], [paddle.roll(d(x), [1, -2], [0, 2])])
wrong("ROLL", [x, I(1), I(3)], "axes")
parts = [x_(2, 1, 3), x_(2, 2, 3)]
case("CONCAT", parts + [I(1)], [paddle.concat([d(a) for a in parts], 1)])
case("CONCAT", [p, p, I(-1)], [np.concatenate([p, p], -1)], by="numpy")
wrong("CONCAT", parts + [I(2)], "axis")
wrong("CONCAT", parts + [I(3)], "axis")
same = [x_(2, 3), x_(2, 3)]
for axis in (0, 1, -1):
    case("STACK", same + [I(axis)], [paddle.stack([d(a) for a in same], axis)])
wrong("STACK", [x_(2, 3), x_(3, 2), I(0)], "shape")
case("SPLIT", [x, I(1), I(1, 2)], paddle.split(d(x), [1, 2], 1))
wrong("SPLIT", [x, I(1), I(1, 1)], "split", 2)
case("UNSTACK", [x, I(1), I(3)], paddle.unstack(d(x), 1))
wrong("UNSTACK", [x, I(1), I(2)], "num", 2)
case("GATHER", [x, np.int32([[2, 0], [1, 1]]), I(1)], [np.take(x, [[2, 0], [1, 1]], 1)], by="numpy")
case("GATHER", [x, np.int64([1, 0]), I(0)], [paddle.gather(d(x), paddle.to_tensor([1, 0]), 0)])
wrong("GATHER", [x, np.int32([3]), I(1)], "indices")
wrong("GATHER", [x, np.int32([-1]), I(1)], "indices")
y = x_(3, 1)
case("EXPAND", [y, I(2, 3, 4)], [paddle.expand(d(y), [2, 3, 4])])
case("EXPAND", [y, np.int64([-1, 2])], [paddle.expand(d(y), [-1, 2])])
wrong("EXPAND", [y, I(2, 4)], "broadcast")
case("TILE", [y, I(2, 1, 3)], [paddle.tile(d(y), [2, 1, 3])])
case("TILE", [x, I(2)], [paddle.tile(d(x), [2])])
wrong("TILE", [y, I(2, -1)], "repeats")
case("FILL", [I(2, 3), R(1.5)], [paddle.full([2, 3], 1.5)])
case("FILL", [np.int64([2]), L(7)], [np.int64([7, 7])], by="numpy")
wrong("FILL", [I(2, -3), R(1.5)], "shape")
wrong("FILL", [I(65536, 65536), R(1.5)], "output")
case("FILL_LIKE", [x, R(2.5)], [paddle.full_like(d(x), 2.5)])
case("FILL_LIKE", [x, I(3)], [np.full_like(x, 3).astype("int32")], by="numpy")
grid = [x_(2), x_(3)]
case("MESHGRID", grid, paddle.meshgrid([d(a) for a in grid]))
wrong("MESHGRID", [x_(2), x_(2, 3)], "axis", 2)
case("RANGE", [np.float32([1]), np.float32([4]), np.float32([0.75])], [paddle.arange(1, 4, 0.75)])
case("RANGE", [np.int32([7]), np.int32([-2]), np.int32([-3])], [paddle.arange(7, -2, -3, "int32")])
wrong("RANGE", [np.int64([7]), np.int64([9]), np.int64([0])], "step")

# --- pools
x = x_(2, 2, 5, 6)
for k, s, pads, ceil in (((2, 3), (1, 2), (0, 0, 0, 0), False), ((3, 3), (2, 2), (1, 1, 1, 1), False), ((3, 2), (2, 2), (1, 0, 0, 0), True)):
    for include in (False, True):
        if ceil and include:
            continue  # Paddle divides by the part of the window within the padding
        y = F.avg_pool2d(d(x), k, s, list(pads), ceil_mode=ceil, exclusive=not include)
        case("AVERAGE_POOL_2D", [x, I(0), I(*pads), I(*k), I(*s), B(ceil), B(include), NONE], [y])
    y = F.max_pool2d(d(x), k, s, list(pads), ceil_mode=ceil)
    case("MAX_POOL_2D", [x, I(0), I(*pads), I(*k), I(*s), B(ceil), B(False), I(5), RELU], [F.relu(y), None])
case("AVERAGE_POOL_2D", [x, I(1), None, I(3, 3), I(2, 2), B(False), B(False), RELU],
     [F.relu(F.avg_pool2d(d(x), 3, 2, "SAME", exclusive=True))])
case("AVERAGE_POOL_2D", [x, I(2), None, I(5, 6), I(1, 1), B(False), B(False), NONE], [F.adaptive_avg_pool2d(d(x), 1)])
z = distinct(1, 2, 4, 5)
y, index = F.max_pool2d(d(z), 2, 2, 0, return_mask=True)
case("MAX_POOL_2D", [z, I(0), I(0, 0, 0, 0), I(2, 2), I(2, 2), B(False), B(True), I(7), NONE], [y, index.astype("int64")])
wrong("MAX_POOL_2D", [x, I(0), I(0, 0, 0, 0), I(9, 2), I(2, 2), B(False), B(False), I(5), NONE], "window", 2)
wrong("AVERAGE_POOL_2D", [x, I(0), None, I(2, 2), I(2, 2), B(False), B(False), NONE], "pads")
wrong("AVERAGE_POOL_2D", [x, I(3), None, I(2, 2), I(2, 2), B(False), B(False), NONE], "auto_pad")
wrong("AVERAGE_POOL_2D", [x, I(2), None, I(2, 2), I(0, 2), B(False), B(False), NONE], "strides")
wrong("AVERAGE_POOL_2D", [x[0], I(2), None, I(2, 2), I(2, 2), B(False), B(False), NONE], "rank")
case("ADAPTIVE_AVERAGE_POOL_2D", [x, I(2, 4)], [F.adaptive_avg_pool2d(d(x), [2, 4])])
z = distinct(1, 2, 5, 6)
y, index = F.adaptive_max_pool2d(d(z), [2, 4], return_mask=True)
case("ADAPTIVE_MAX_POOL_2D", [z, np.int64([2, 4]), B(True), I(5)], [y, index.astype("int32")])
case("ADAPTIVE_MAX_POOL_2D", [z, I(2, 4), B(False), I(5)], [y, None])
wrong("ADAPTIVE_AVERAGE_POOL_2D", [x, I(0, 4)], "output_shape")
wrong("ADAPTIVE_AVERAGE_POOL_2D", [x, I(4)], "output_shape")

# --- convolutions and products
x = x_(2, 4, 6, 7)
for w, pads, strides, group, dilations, fuse in (
        (x_(3, 4, 3, 2), (1, 1, 0, 1), (1, 2), 1, (1, 1), NONE), (x_(6, 2, 2, 2), (0, 1, 1, 0), (2, 1), 2, (2, 1), RELU),
        (x_(4, 1, 3, 3), (1, 1, 1, 1), (1, 1), 4, (1, 1), RELU6)):
    bias = x_(w.shape[0])
    y = F.conv2d(d(x), d(w), d(bias), list(strides), list(pads), list(dilations), group)
    case("CONV_2D", [x, w, bias, I(0), I(*pads), I(*strides), I(group), I(*dilations), fuse], [fused(y, fuse)])
w, bias = x_(3, 4, 3, 3), x_(3)
case("CONV_2D", [x, w, bias, I(1), None, I(2, 2), I(1), I(1, 1), NONE], [F.conv2d(d(x), d(w), d(bias), 2, "SAME")])
wrong("CONV_2D", [x, w, x_(2), I(2), None, I(1, 1), I(1), I(1, 1), NONE], "bias")
wrong("CONV_2D", [x, x_(3, 3, 3, 3), bias, I(2), None, I(1, 1), I(1), I(1, 1), NONE], "channels")
wrong("CONV_2D", [x, w, bias, I(2), None, I(1, 1), I(2), I(1, 1), NONE], "group")
wrong("CONV_2D", [x, w, bias, I(0), I(0, 0, -1, 0), I(1, 1), I(1), I(1, 1), NONE], "pads")
wrong("CONV_2D", [x, w, bias, I(2), None, I(1, 1), I(1), I(9, 1), NONE], "window")
for w, pads, strides, group, extra, size in ((x_(4, 3, 3, 2), (1, 1, 0, 1), (2, 1), 1, None, None), (x_(4, 2, 2, 3), (0, 0, 1, 1), (1, 2), 2, None, None),
                                             (x_(4, 3, 3, 3), (1, 1, 1, 1), (2, 2), 1, (1, 0), None), (x_(4, 3, 3, 3), (1, 1, 1, 1), (2, 2), 1, None, (12, 13))):
    bias = x_(w.shape[1] * group)
    y = F.conv2d_transpose(d(x), d(w), d(bias), list(strides), list(pads), list(extra) if extra else 0, groups=group,
                           output_size=list(size) if size else None)
    case("CONV_2D_TRANSPOSE", [x, w, bias, I(0), I(*pads), I(*strides), I(group), I(1, 1), I(*extra) if extra else None,
                               I(*size) if size else None, RELU], [F.relu(y)])
wrong("CONV_2D_TRANSPOSE", [x, x_(3, 3, 3, 3), x_(3), I(2), None, I(1, 1), I(1), I(1, 1), None, None, NONE], "channels")
wrong("CONV_2D_TRANSPOSE", [x, w, bias, I(2), None, I(1, 1), I(1), I(1, 1), I(-1, 0), None, NONE], "output_padding")
w, bias, offset, mask = x_(4, 2, 3, 2), x_(4), x_(2, 24, 3, 8), x_(2, 12, 3, 8, low=0, high=1)
y = vision.deform_conv2d(d(x), d(offset), d(w), d(bias), [2, 1], [1, 1], [1, 1], 2, 2, d(mask))
case("DEFORMABLE_CONV_2D", [x, offset, mask, w, bias, I(1, 1, 1, 1), I(2, 1), I(2), I(2), I(1, 1), RELU], [F.relu(y)])
wrong("DEFORMABLE_CONV_2D", [x, offset, mask, w, bias, I(1, 1, 1, 1), I(2, 1), I(2), I(1), I(1, 1), RELU], "offset")
x, w, bias = x_(2, 3, 4), x_(5, 6), x_(5)
case("FULLY_CONNECTED", [x, w, bias, RELU], [F.relu(F.linear(d(x.reshape(4, 6)), d(w.T), d(bias)))])
wrong("FULLY_CONNECTED", [x_(3, 5), w, bias, NONE], "input")
wrong("FULLY_CONNECTED", [x, w, x_(6), NONE], "bias")
for a, b, transposed in ((x_(2, 3, 4), x_(4, 5), (0, 0)), (x_(2, 4, 3), x_(2, 5, 4), (1, 1)), (x_(4), x_(2, 4, 3), (0, 0)),
                         (x_(2, 3, 4), x_(4), (0, 0)), (x_(1, 2, 3, 4), x_(3, 1, 4, 2), (0, 0))):
    case("MAT_MUL", [a, b, B(transposed[0]), B(transposed[1])], [paddle.matmul(d(a), d(b), bool(transposed[0]), bool(transposed[1]))])
a, b = x_(4), x_(4)
case("MAT_MUL", [a, b, B(0), B(0)], [np.array([np.dot(a.astype("float64"), b)])], by="numpy")
wrong("MAT_MUL", [x_(2, 3), x_(2, 3), B(0), B(0)], "y")

# --- normalisations
x, scale, bias, mean, variance = x_(2, 4, 3, 2), x_(4), x_(4), x_(4), x_(4, low=0.5, high=2)
case("BATCH_NORMALIZATION", [x, scale, bias, mean, variance, R(1e-3)],
     [F.batch_norm(d(x), d(mean), d(variance), d(scale), d(bias), epsilon=float(np.float32(1e-3)))])
wrong("BATCH_NORMALIZATION", [x, scale, bias, mean, x_(3), R(1e-3)], "variance")
wrong("BATCH_NORMALIZATION", [x, scale, bias, mean, variance, R(-1)], "epsilon")
y = ops.group_norm(d(x), d(scale), d(bias), 1e-3, 2, "NCHW")
case("GROUP_NORMALIZATION", [x, scale, bias, R(1e-3), I(2)], [y[0] if isinstance(y, (list, tuple)) else y])
wrong("GROUP_NORMALIZATION", [x, scale, bias, R(1e-3), I(3)], "groups")
case("INSTANCE_NORMALIZATION", [x, scale, bias, R(1e-3)], [F.instance_norm(d(x), weight=d(scale), bias=d(bias), eps=1e-3)])
wrong("INSTANCE_NORMALIZATION", [x, scale, x_(3), R(1e-3)], "bias")
w, b = x_(3, 2), x_(6)
case("LAYER_NORMALIZATION", [x, w, b, I(2), R(1e-3)], [F.layer_norm(d(x), [3, 2], d(w.ravel()), d(b), 1e-3)])
wrong("LAYER_NORMALIZATION", [x, w, b, I(1), R(1e-3)], "scale")
wrong("LAYER_NORMALIZATION", [x, w, b, I(4), R(1e-3)], "begin_norm_axis")
t = x.astype("float64")
case("LP_NORMALIZATION", [x, I(1), I(2), R(1e-3)], [t / (np.sqrt((t * t).sum(1, keepdims=True)) + float(np.float32(1e-3)))], by="numpy")
case("LP_NORMALIZATION", [x, I(-1), I(1), R(1e-3)], [t / (np.abs(t).sum(-1, keepdims=True) + float(np.float32(1e-3)))], by="numpy")
wrong("LP_NORMALIZATION", [x, I(1), I(3), R(1e-3)], "p")
squares = np.pad(t * t, ((0, 0), (1, 1), (0, 0), (0, 0)))
window = squares[:, 0:4] + squares[:, 1:5] + squares[:, 2:6]
case("LRN", [x, I(3), R(1.0), R(0.1), R(0.75)], [t / (1 + float(np.float32(0.1)) * window) ** 0.75], by="numpy")
wrong("LRN", [x, I(0), R(1.0), R(0.1), R(0.75)], "size")
for axis in (1, -1):
    case("SOFTMAX", [x, I(axis)], [F.softmax(d(x), axis)])
    case("LOG_SOFTMAX", [x, I(axis)], [F.log_softmax(d(x), axis)])
wrong("SOFTMAX", [x, I(4)], "axis")
wrong("LOG_SOFTMAX", [x, I(-5)], "axis")

# --- along axes
x = x_(2, 3, 4)
for name, function in (("REDUCE_MEAN", paddle.mean), ("REDUCE_MAX", paddle.max), ("REDUCE_SUM", paddle.sum)):
    case(name, [x, I(1), B(True)], [function(d(x), 1, keepdim=True)])
    case(name, [x, I(0, -1), B(False)], [function(d(x), [0, 2], keepdim=False)])
    case(name, [x, I(0, 1, 2), B(False)], [np.atleast_1d(function(d(x)).numpy())])
    wrong(name, [x, I(3), B(True)], "axes")
    wrong(name, [x, I(), B(True)], "axes")
z = distinct(2, 3, 4)
for name, function in (("ARG_MAX", paddle.argmax), ("ARG_MIN", paddle.argmin)):
    case(name, [z, I(1), B(False), I(7)], [function(d(z), 1)])
    case(name, [z, I(-1), B(True), I(5)], [function(d(z), -1, True).astype("int32")])
    wrong(name, [z, I(1), B(False), I(10)], "dtype")
case("CUM_SUM", [x, I(1), B(False), B(False)], [paddle.cumsum(d(x), 1)])
for exclusive, reverse in ((True, False), (True, True), (False, True)):
    case("CUM_SUM", [x, I(-1), B(exclusive), B(reverse)], [ops.cumsum(d(x), -1, False, exclusive, reverse)])
for largest in (True, False):
    y, index = paddle.topk(d(z), 2, 1, largest)
    case("TOP_K", [z, I(2), I(1), B(largest), B(True), I(7)], [y, index])
wrong("TOP_K", [z, I(4), I(1), B(True), B(True), I(7)], "k", 2)

# --- images
x = x_(1, 2, 4, 5)
for shape, scales in (((7, 3), None), (None, (2.0, 1.5))):
    size = [I(*shape) if shape else None, R(*scales) if scales else None]
    to = {"size": list(shape)} if shape else {"scale_factor": list(scales)}
    for corners in (False, True):
        case("RESIZE_NEAREST", [x] + size + [B(corners)], [F.interpolate(d(x), mode="nearest", align_corners=corners, **to)]
             if not corners else [ops.nearest_interp(d(x), None, None, None, "NCHW", -1, *(shape or (-1, -1)), list(scales or []), "nearest", True, 1)])
        for mode in (0, 1):
            case("RESIZE_LINEAR", [x] + size + [B(corners), I(mode)],
                 [F.interpolate(d(x), mode="bilinear", align_corners=corners, align_mode=mode, **to)])
wrong("RESIZE_NEAREST", [x, I(2, 2), R(2, 2), B(False)], "both")
wrong("RESIZE_LINEAR", [x, None, None, B(False), I(0)], "none")
wrong("RESIZE_LINEAR", [x, I(2, 2), None, B(False), I(2)], "align_mode")
wrong("RESIZE_LINEAR", [x, None, R(0.1, 1), B(False), I(0)], "scales")
grid = x_(1, 3, 4, 2, low=-1.5, high=1.5)
for mode, code in (("bilinear", 1), ("nearest", 2)):
    for padding, pad in (("zeros", 1), ("reflection", 2), ("border", 4)):
        case("GRID_SAMPLE", [x, grid, B(pad != 1), I(code), I(pad)], [F.grid_sample(d(x), d(grid), mode, padding, pad != 1)])
case("GRID_SAMPLE", [x, grid, B(False), I(1), I(2)], [F.grid_sample(d(x), d(grid), "bilinear", "reflection", False)])
wrong("GRID_SAMPLE", [x, x_(1, 3, 4, 3), B(True), I(1), I(1)], "grid")
wrong("GRID_SAMPLE", [x, grid, B(True), I(0), I(1)], "mode")
x, rois = x_(2, 2, 6, 7), np.float32([[0.5, 1, 5, 4.5], [2, 2, 11, 9], [-3, 0, 1, 1]])
for ratio, aligned in ((2, True), (-1, False)):
    case("ROI_ALIGN", [x, rois, np.int32([0, 0, 1]), I(2), I(3), I(ratio), R(0.5), B(aligned)],
         [vision.roi_align(d(x), d(rois), paddle.to_tensor([2, 1], "int32"), (2, 3), 0.5, ratio, aligned)])
wrong("ROI_ALIGN", [x, rois, np.int32([0, 0, 2]), I(2), I(3), I(2), R(0.5), B(True)], "batch_indices")
wrong("ROI_ALIGN", [x, rois * np.float32(1e9), np.int32([0, 0, 1]), I(2), I(3), I(0), R(0.5), B(True)], "rois")

# --- detection
x, image = x_(1, 2, 2, 3), x_(1, 3, 8, 12)
for maximum, flip, order in (([9.0, 14.0], True, False), ([9.0, 14.0], True, True), ([], False, False)):
    boxes, variances = ops.prior_box(paddle.to_tensor(x), paddle.to_tensor(image), [4.0, 6.0], maximum, [2.0, 1.0, 2.0], [0.1, 0.1, 0.2, 0.2],
                                     flip, True, 0.0, 0.0, 0.5, order)
    case("PRIOR_BOX", [x, image, R(4, 6), R(*maximum) if maximum else None, R(2, 1, 2), R(0.1, 0.1, 0.2, 0.2), B(flip), B(True), R(0), R(0),
                       R(0.5), B(order)], [boxes, variances])
wrong("PRIOR_BOX", [x, image, R(4, 6), R(9), R(2), R(0.1, 0.1, 0.2, 0.2), B(0), B(1), R(0), R(0), R(0.5), B(0)], "max_sizes", 2)
size = np.int32([[90, 120]])
for aware, clip in ((False, True), (True, False)):
    x = x_(1, 2 * (5 + 3 + aware), 2, 3)
    boxes, scores = vision.yolo_box(d(x), paddle.to_tensor(size), [10, 13, 16, 30], 3, 0.4, 32, clip, scale_x_y=1.2, iou_aware=aware, iou_aware_factor=0.4)
    case("YOLO_BOX", [x, size, I(10, 13, 16, 30), I(3), R(0.4), I(32), B(clip), R(1.2), B(aware), R(0.4)], [boxes, scores])
wrong("YOLO_BOX", [x, size, I(10, 13, 16), I(3), R(0.4), I(32), B(True), R(1), B(True), R(0.4)], "anchors", 2)
wrong("YOLO_BOX", [x, size, I(10, 13, 16, 30), I(4), R(0.4), I(32), B(True), R(1), B(True), R(0.4)], "channels", 2)
corner = np.round(random.uniform(0, 6, (2, 8, 2)), 3)
boxes = np.concatenate([corner, corner + np.round(random.uniform(2, 6, (2, 8, 2)), 3)], 2).astype("float32")
scores = (random.permutation(48).reshape(2, 3, 8) / 48).astype("float32")
for background, top_k, keep, normalized, eta, threshold in ((0, 5, 6, True, 1.0, 0.3), (-1, -1, -1, False, 0.9, 0.7)):
    out, index, counts = ops.multiclass_nms3(paddle.to_tensor(boxes), paddle.to_tensor(scores), None, 0.2, top_k, keep, threshold, normalized, eta,
                                             background)
    case("NON_MAX_SUPPRESSION", [boxes, scores, None, I(background), R(0.2), I(top_k), R(threshold), R(eta), I(keep), B(normalized), B(True)],
         [out, counts, index])
rows = np.concatenate([boxes[:, :6].reshape(4, 3, 4)], 0)
row_scores = (random.permutation(12).reshape(4, 3) / 12).astype("float32")
out, index, counts = ops.multiclass_nms3(paddle.to_tensor(rows), paddle.to_tensor(row_scores), paddle.to_tensor([3, 1], "int32"), 0.1, 5, 6, 0.3, True,
                                         1.0, 0)
case("NON_MAX_SUPPRESSION", [rows, row_scores, np.int32([3, 1]), I(0), R(0.1), I(5), R(0.3), R(1.0), I(6), B(True), B(True)], [out, counts, index])
case("NON_MAX_SUPPRESSION", [boxes, scores, None, I(0), R(1.0), I(5), R(0.3), R(1.0), I(6), B(True), B(False)],
     [np.zeros((0, 6), "float32"), np.int32([0, 0]), None], by="numpy")
wrong("NON_MAX_SUPPRESSION", [rows, row_scores, np.int32([3, 2]), I(0), R(0.1), I(5), R(0.3), R(1.0), I(6), B(True), B(True)], "rois_num", 3)
wrong("NON_MAX_SUPPRESSION", [boxes, row_scores, None, I(0), R(0.1), I(5), R(0.3), R(1.0), I(6), B(True), B(True)], "scores", 3)

with open(OUT, "w") as f:
    f.write("[\n" + ",\n".join(json.dumps(entry, separators=(",", ":"), allow_nan=False) for entry in cases) + "\n]\n")
print(len(cases), "cases,", len({entry["operation"] for entry in cases}), "operations,", os.path.getsize(OUT), "bytes")
