"""conv3d, conv3d_transpose, pool3d, temporal_shift."""

from golden import Case, floats, weight

CASES = []


def conv3d(name, x, w, fluid=False, **attrs):
    CASES.append(Case("conv3d", name, {"Input": floats(x), "Filter": weight(w)}, ["Output"], attrs, fluid=fluid))


conv3d("plain", (1, 2, 4, 5, 6), (3, 2, 2, 3, 3))
conv3d("stride_pad", (2, 2, 5, 6, 7), (3, 2, 3, 3, 3), strides=[1, 2, 3], paddings=[1, 0, 2])
conv3d("pad_six", (1, 2, 4, 5, 5), (2, 2, 2, 2, 2), paddings=[0, 1, 1, 0, 2, 1])
conv3d("cropped", (1, 2, 5, 6, 5), (3, 2, 2, 3, 2), paddings=[-1, 0, 1, -2, -1, -1], strides=[1, 2, 1])
conv3d("dilated_groups", (1, 4, 5, 6, 6), (6, 2, 2, 2, 3), dilations=[2, 1, 2], groups=2, paddings=[1, 1, 1])
conv3d("more_dilations", (1, 2, 5, 6, 6), (3, 2, 2, 2, 3), dilations=[2, 1, 2, 3])
conv3d("same", (1, 2, 4, 5, 6), (2, 2, 3, 2, 3), strides=[2, 2, 2], padding_algorithm="SAME")
conv3d("valid", (1, 2, 4, 5, 6), (2, 2, 3, 2, 3), paddings=[1, 1, 1], padding_algorithm="VALID")
conv3d("ndhwc", (1, 4, 5, 6, 4), (6, 2, 2, 3, 2), groups=2, paddings=[1, 0, 1], data_format="NDHWC")
conv3d("fluid", (1, 2, 4, 5, 6), (3, 2, 2, 3, 3), paddings=[1, 1, 0], fluid=True)


def conv3d_transpose(name, x, w, fluid=False, **attrs):
    CASES.append(Case("conv3d_transpose", name, {"Input": floats(x), "Filter": weight(w)}, ["Output"], attrs, fluid=fluid))


conv3d_transpose("plain", (1, 2, 2, 3, 4), (2, 3, 2, 2, 3))
conv3d_transpose("stride_pad", (2, 2, 3, 2, 3), (2, 3, 3, 3, 4), strides=[1, 2, 3], paddings=[1, 0, 2])
conv3d_transpose("pad_six", (1, 2, 3, 4, 3), (2, 2, 2, 3, 3), paddings=[0, 1, 1, 0, 2, 1])
conv3d_transpose("dilated_groups", (1, 4, 3, 2, 3), (4, 3, 2, 2, 3), dilations=[2, 1, 2], groups=2, paddings=[1, 0, 1])
conv3d_transpose("uneven_groups", (1, 5, 2, 2, 3), (5, 2, 2, 2, 2), groups=2)
conv3d_transpose("more_dilations", (1, 2, 2, 2, 3), (2, 3, 2, 2, 2), strides=[2, 2, 2], dilations=[1, 1, 1, 7])
conv3d_transpose("output_padding", (1, 2, 3, 2, 2), (2, 3, 2, 2, 2), strides=[2, 2, 3], output_padding=[1, 0, 2])
conv3d_transpose("output_size", (1, 2, 3, 2, 2), (2, 3, 2, 3, 2), strides=[2, 2, 2], output_size=[7, 5, 4])
conv3d_transpose("same", (1, 2, 3, 2, 3), (2, 2, 3, 2, 3), strides=[2, 2, 2], padding_algorithm="SAME")
conv3d_transpose("valid", (1, 2, 3, 2, 3), (2, 2, 3, 2, 3), paddings=[1, 1, 1], padding_algorithm="VALID")
conv3d_transpose("nhwc", (1, 2, 3, 2, 4), (4, 3, 2, 2, 2), groups=2, strides=[2, 1, 2], paddings=[1, 0, 1], data_format="NHWC")
conv3d_transpose("ndhwc_is_first", (1, 2, 2, 3, 3), (2, 3, 2, 2, 2), data_format="NDHWC")
conv3d_transpose("depthwise", (1, 3, 2, 3, 3), (3, 1, 3, 3, 3), groups=3, strides=[2, 2, 2], paddings=[1, 1, 1])
conv3d_transpose("none", (1, 2, 0, 2, 2), (2, 3, 2, 2, 2), strides=[2, 2, 2])
conv3d_transpose("fluid", (1, 2, 3, 4, 3), (2, 3, 2, 2, 3), paddings=[1, 1, 0], fluid=True)


def pool3d(name, shape, **attrs):
    # As for pool2d, Paddle ignores `adaptive` for max.
    for kind in ("avg",) if attrs.get("adaptive") else ("max", "avg"):
        CASES.append(Case("pool3d", kind + "_" + name, {"X": floats(shape)}, ["Out"], dict(attrs, pooling_type=kind)))


pool3d("plain", (2, 3, 4, 5, 6), ksize=[2, 2, 3])
pool3d("stride_pad", (1, 2, 5, 6, 7), ksize=[3, 3, 3], strides=[1, 2, 3], paddings=[1, 0, 1])
pool3d("inclusive", (1, 2, 5, 6, 7), ksize=[3, 3, 3], strides=[2, 2, 2], paddings=[1, 1, 1], exclusive=False)
pool3d("ceil", (1, 2, 5, 6, 7), ksize=[2, 3, 2], strides=[2, 2, 2], ceil_mode=True)
pool3d("ceil_inclusive", (1, 2, 5, 6, 7), ksize=[2, 3, 2], strides=[2, 2, 2], ceil_mode=True, exclusive=False)
pool3d("cropped", (1, 2, 5, 6, 7), ksize=[2, 3, 2], strides=[2, 1, 2], paddings=[-1, -1, -2])
pool3d("global", (2, 3, 3, 4, 5), ksize=[1, 1, 1], global_pooling=True, paddings=[1, 1, 1])
pool3d("adaptive", (1, 2, 5, 4, 7), ksize=[2, 4, 3], adaptive=True)
pool3d("same", (1, 2, 5, 4, 7), ksize=[2, 2, 3], strides=[2, 2, 2], padding_algorithm="SAME")
pool3d("ndhwc", (1, 4, 5, 6, 3), ksize=[2, 3, 2], strides=[2, 2, 2], paddings=[1, 0, 1], data_format="NDHWC")

for name, shape, attrs in (("plain", (4, 8, 2, 3), {"seg_num": 2, "shift_ratio": 0.25}),
                           ("uneven", (6, 7, 2, 3), {"seg_num": 3, "shift_ratio": 0.3}),
                           ("nhwc", (4, 2, 3, 9), {"seg_num": 4, "shift_ratio": 0.3, "data_format": "NHWC"})):
    CASES.append(Case("temporal_shift", name, {"X": floats(shape)}, ["Out"], attrs))
CASES.append(Case("temporal_shift", "fluid", {"X": floats((4, 8, 2, 3))}, ["Out"],
                  {"seg_num": 2, "shift_ratio": 0.25}, fluid=True))
