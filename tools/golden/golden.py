"""How a golden case is written down; used by the cases_*.py beside it."""

import numpy as np

MASK = (1 << 64) - 1


def fnv1a64(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def splitmix64(start, count):
    """Values start, start + 1, ... hashed; the same numbers as tests/support/zoo.cc."""
    x = np.uint64(start) + np.arange(count, dtype=np.uint64)
    x = x + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


class Tensor:
    """An input. `make` turns a key, which is made of the case and the slot, into the array and into the text that
    lets the reader make it again."""

    def __init__(self, make, lod=None, weight=False):
        self.make, self.lod, self.is_weight = make, lod, weight
        self.array = self.recipe = None

    def materialize(self, key):
        self.array, self.recipe = self.make(key)


def _bits(key, shape):
    with np.errstate(over="ignore"):
        return splitmix64(fnv1a64(key), int(np.prod(shape, dtype=np.int64))) >> np.uint64(40)


def floats(shape, bound=1.0, center=0.0, dtype="float32", lod=None, weight=False):
    """Uniform in center +- bound."""
    bound, center = float(np.float32(bound)), float(np.float32(center))

    def make(key):
        u = _bits(key, shape).astype(np.float64) * 2.0**-24
        numbers = (center + (2 * u - 1) * bound).astype(np.float32).astype(dtype)
        return numbers.reshape(shape), "formula %s %.9g %.9g" % (key, bound, center)

    return Tensor(make, lod, weight)


def weight(shape, bound=1.0, center=0.0, dtype="float32"):
    return floats(shape, bound, center, dtype, weight=True)


def ints(shape, low, high, dtype="int64", lod=None):
    """Uniform in [low, high)."""

    def make(key):
        numbers = low + _bits(key, shape).astype(np.int64) % (high - low)
        return numbers.astype(dtype).reshape(shape), "ints %s %d %d" % (key, low, high)

    return Tensor(make, lod)


def values(array, dtype="float32", lod=None, weight=False):
    """Given numbers."""
    return Tensor(lambda key: (np.array(array, dtype=dtype), None), lod, weight)


class Case:
    """One operator call. `inputs` maps a slot to a Tensor or a list of Tensors. `outputs` maps or lists the slots
    that are recorded; a number per slot gives the length of a list slot. `others` are output slots that
    Paddle needs but that are not recorded. `alias` maps an output slot to the input slot whose variable it must share.
    `tolerance` is (absolute, relative, of_max, integer). `fluid` asks for
    Paddle 1.8 instead of 2.6."""

    def __init__(self, op, name, inputs, outputs, attrs=None, others=(), tolerance=None, fluid=False,
                 alias=None):
        self.op, self.name, self.inputs = op, name, inputs
        self.outputs = outputs if isinstance(outputs, dict) else {slot: 1 for slot in outputs}
        self.attrs, self.others, self.tolerance, self.fluid = attrs or {}, others, tolerance, fluid
        self.alias = alias or {}
