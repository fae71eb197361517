"""gru, gru_unit, lstm, rnn."""

import numpy as np

from golden import Case, floats, values, weight

CASES = []
SUMS = (2e-6, 1e-5, 1e-5, 0)


def add(op, name, inputs, outputs, attrs=None, fluid=None, others=()):
    for release in (False, True) if fluid is None else (fluid,):
        CASES.append(Case(op, name, inputs, outputs, attrs or {}, fluid=release, tolerance=SUMS, others=others))


LEVELS = [[0, 1, 1, 5, 8, 9]]


def gru(name, d=3, bias=True, h0=False, dtype="float32", more=(), **attrs):
    inputs = {"Input": floats((9, 3 * d), dtype=dtype, lod=LEVELS), "Weight": weight((d, 3 * d) + more, dtype=dtype)}
    if bias:
        inputs["Bias"] = weight((1, 3 * d), dtype=dtype)
    if h0:
        inputs["H0"] = floats((5, d), dtype=dtype)
        if h0 == "full":
            inputs["Input"].lod = [[0, 1, 2, 5, 8, 9]]
    add("gru", name, inputs, ["Hidden"], attrs, others=("BatchGate", "BatchResetHiddenPrev", "BatchHidden"))


gru("plain")
gru("no_bias", bias=False)
gru("float64", dtype="float64")
gru("reverse", is_reverse=True)
gru("origin", origin_mode=True)
gru("h0", h0="full")
gru("h0_reverse_origin", h0="full", is_reverse=True, origin_mode=True)
gru("relu", activation="relu", gate_activation="sigmoid")
gru("identity", activation="identity", gate_activation="tanh")
gru("wide", d=37)
gru("weight_axes", more=(2, 1))


def gru_unit(name, d=3, bias=True, dtype="float32", rows=4, more=(), states=0, **attrs):
    inputs = {"Input": floats((rows, 3 * d), dtype=dtype), "HiddenPrev": floats((states or rows, d), dtype=dtype),
              "Weight": weight((d, 3 * d) + more, dtype=dtype)}
    if bias:
        inputs["Bias"] = weight((1, 3 * d), dtype=dtype)
    add("gru_unit", name, inputs, ["Gate", "ResetHiddenPrev", "Hidden"], attrs)


gru_unit("plain")
gru_unit("no_bias", bias=False)
gru_unit("float64", dtype="float64")
gru_unit("origin", origin_mode=True)
gru_unit("relu", activation=3, gate_activation=1)
gru_unit("identity", activation=0, gate_activation=2)
gru_unit("wide", d=37, rows=9)
gru_unit("weight_axes", more=(1, 3))
gru_unit("more_states", states=6)


def lstm(name, d=3, peepholes=True, states=False, dtype="float32", lod=None, **attrs):
    inputs = {"Input": floats((9, 4 * d), dtype=dtype, lod=lod or LEVELS), "Weight": weight((d, 4 * d), dtype=dtype),
              "Bias": weight((1, (7 if peepholes else 4) * d), dtype=dtype)}
    if states:
        inputs["H0"], inputs["C0"] = floats((5, d), dtype=dtype), floats((5, d), dtype=dtype)
        inputs["Input"].lod = [[0, 1, 2, 5, 8, 9]]
    add("lstm", name, inputs, ["Hidden", "Cell"], dict(attrs, use_peepholes=peepholes),
        others=("BatchGate", "BatchCellPreAct"))


lstm("peepholes")
lstm("plain", peepholes=False)
lstm("float64", dtype="float64")
lstm("reverse", is_reverse=True)
lstm("states", states=True)
lstm("states_reverse", states=True, peepholes=False, is_reverse=True)
lstm("relu", candidate_activation="relu", cell_activation="identity")
lstm("wide", d=37)


def rnn(name, mode, layers=1, both=False, lengths=None, i=4, h=3, t=5, b=3, dtype="float32", is_test=True, prob=0.0):
    gates = {"LSTM": 4, "GRU": 3}.get(mode, 1)
    directions = 2 if both else 1
    weights, biases = [], []
    for layer in range(layers):
        for _ in range(directions):
            weights += [weight((gates * h, i if layer == 0 else directions * h), dtype=dtype),
                        weight((gates * h, h), dtype=dtype)]
            biases += [weight((gates * h,), dtype=dtype), weight((gates * h,), dtype=dtype)]
    count = 2 if mode == "LSTM" else 1
    inputs = {"Input": floats((t, b, i), dtype=dtype), "WeightList": weights + biases,
              "PreState": [floats((layers * directions, b, h), dtype=dtype) for _ in range(count)]}
    if lengths:
        inputs["SequenceLength"] = values(lengths, "int32")
    add("rnn", name, inputs, {"Out": 1, "State": count},
        {"mode": mode, "num_layers": layers, "is_bidirec": both, "input_size": i, "hidden_size": h, "is_test": is_test,
         "dropout_prob": prob, "seed": 0}, False, others=("DropoutState", "Reserve"))


for mode in ("LSTM", "GRU", "RNN_TANH", "RNN_RELU"):
    rnn(mode, mode)
    rnn(mode + "_both", mode, both=True)
    rnn(mode + "_layers", mode, layers=3, both=True, lengths=[5, 2, 4])
    rnn(mode + "_lengths", mode, lengths=[1, 5, 3])
    rnn(mode + "_float64", mode, layers=2, dtype="float64")
    rnn(mode + "_dropout", mode, layers=2, prob=0.5)
rnn("wide", "LSTM", i=21, h=37, t=3, b=9)
rnn("wide_gru", "GRU", i=21, h=37, t=3, b=9, both=True)
for mode in ("LSTM", "GRU"):
    rnn("wide_lengths_" + mode, mode, layers=2, both=True, lengths=[4, 1, 0, 3, 4, 2, 1, 4, 1], i=9, h=17, t=4, b=9)
