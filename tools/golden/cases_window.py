"""conv2d, depthwise_conv2d, their transposed forms, pool2d, batch_norm."""

from golden import Case, floats, weight

CASES = []


def conv(op, name, x, w, fluid=False, **attrs):
    CASES.append(Case(op, name, {"Input": x, "Filter": w}, ["Output"], attrs, fluid=fluid))


def conv2d(name, x, w, **attrs):
    conv("conv2d", name, floats(x), weight(w), **attrs)


conv2d("plain_3x3", (1, 3, 7, 6), (4, 3, 3, 3))
conv2d("pointwise", (2, 5, 4, 3), (7, 5, 1, 1))
conv2d("pad_pair", (1, 2, 5, 5), (3, 2, 3, 3), paddings=[1, 2])
conv2d("pad_four", (1, 2, 5, 6), (3, 2, 3, 3), paddings=[0, 1, 2, 1], strides=[2, 2])
conv2d("stride_beyond_kernel", (1, 2, 9, 9), (2, 2, 2, 2), strides=[3, 4])
conv2d("stride_pointwise", (1, 3, 6, 7), (4, 3, 1, 1), strides=[2, 2])
# Negative paddings crop the image.
conv2d("cropped", (2, 3, 7, 8), (4, 3, 3, 3), paddings=[-1, -2])
conv2d("cropped_four", (1, 2, 7, 8), (3, 2, 2, 3), paddings=[-1, 2, 1, -2], strides=[2, 1])
conv2d("cropped_pointwise", (1, 3, 6, 5), (5, 3, 1, 1), paddings=[-1, -1])
conv2d("cropped_nhwc", (1, 6, 5, 4), (4, 2, 2, 2), paddings=[-1, 0], groups=2, data_format="NHWC")
conv2d("kernel_5x1", (1, 2, 8, 5), (2, 2, 5, 1), paddings=[2, 0])
conv2d("dilated", (1, 2, 9, 10), (3, 2, 3, 3), dilations=[2, 3], paddings=[2, 3])
conv2d("more_dilations", (1, 2, 9, 10), (3, 2, 3, 3), dilations=[2, 3, 4])
conv2d("groups", (2, 6, 5, 5), (4, 3, 3, 3), groups=2, paddings=[1, 1])
conv2d("depthwise", (1, 4, 6, 6), (4, 1, 3, 3), groups=4, paddings=[1, 1])
conv2d("depthwise_twice", (1, 3, 6, 6), (6, 1, 3, 3), groups=3, strides=[2, 2])
for size in (5, 6):
    for kernel in (2, 3):
        for stride in (1, 2):
            conv2d("same_%d_%d_%d" % (size, kernel, stride), (1, 2, size, size), (2, 2, kernel, kernel),
                   strides=[stride, stride], padding_algorithm="SAME", paddings=[7, 7])
conv2d("same_ignores_dilation", (1, 2, 7, 7), (2, 2, 3, 3), padding_algorithm="SAME", dilations=[2, 2])
conv2d("valid", (1, 2, 6, 6), (2, 2, 3, 3), padding_algorithm="VALID", paddings=[3, 3])
conv2d("valid_dilated", (1, 2, 7, 7), (2, 2, 3, 3), padding_algorithm="VALID", dilations=[2, 2])
conv2d("nhwc", (2, 6, 5, 3), (4, 3, 3, 3), data_format="NHWC", paddings=[1, 0], strides=[1, 2])
conv2d("nhwc_groups", (1, 5, 5, 4), (4, 2, 3, 3), data_format="NHWC", groups=2, padding_algorithm="SAME")
conv("conv2d", "double", floats((1, 2, 5, 5), dtype="float64"), weight((3, 2, 3, 3), dtype="float64"))
# Paddle 2.6 drops the level of detail; it only matters to fluid programs.
conv("conv2d", "lod", floats((2, 2, 3, 3), lod=[[0, 1, 2]]), weight((2, 2, 2, 2)), fluid=True)
conv("conv2d", "same", floats((2, 2, 6, 5)), weight((2, 2, 3, 3)), fluid=True, padding_algorithm="SAME",
     strides=[2, 2], dilations=[2, 2])
conv("conv2d", "groups_nhwc", floats((1, 5, 4, 4)), weight((4, 2, 3, 3)), fluid=True, groups=2,
     paddings=[0, 1, 2, 1], data_format="NHWC")
conv("conv2d_transpose", "lod", floats((2, 2, 3, 3), lod=[[0, 1, 2]]), weight((2, 2, 2, 2)))
conv("conv2d_transpose", "same", floats((1, 2, 4, 4)), weight((2, 2, 3, 3)), fluid=True, strides=[2, 2],
     padding_algorithm="SAME")
conv("conv2d_transpose", "same_ignores_dilations", floats((1, 2, 4, 4)), weight((2, 2, 3, 3)), strides=[2, 2], dilations=[2, -1, 3],
     padding_algorithm="SAME")


def depthwise(name, x, w, **attrs):
    conv("depthwise_conv2d", name, floats(x), weight(w), **attrs)


depthwise("plain", (2, 3, 6, 7), (3, 1, 3, 3), groups=3)
depthwise("pad_stride", (1, 5, 7, 7), (5, 1, 3, 3), groups=5, paddings=[1, 1], strides=[2, 2])
depthwise("kernel_5", (1, 4, 8, 9), (4, 1, 5, 5), groups=4, paddings=[2, 2])
depthwise("cropped", (1, 4, 8, 9), (4, 1, 3, 3), groups=4, paddings=[-1, 1], strides=[2, 2])
depthwise("twice", (1, 3, 5, 5), (6, 1, 3, 3), groups=3, paddings=[1, 1])
depthwise("dilated", (1, 3, 8, 8), (3, 1, 3, 3), groups=3, dilations=[2, 2], paddings=[2, 2])
depthwise("same", (1, 3, 6, 6), (3, 1, 3, 3), groups=3, strides=[2, 2], padding_algorithm="SAME")
depthwise("nhwc", (1, 5, 6, 3), (3, 1, 3, 3), groups=3, paddings=[1, 1], data_format="NHWC")


def transpose(name, x, w, op="conv2d_transpose", **attrs):
    conv(op, name, floats(x), weight(w), **attrs)


transpose("plain", (1, 3, 4, 5), (3, 2, 3, 3))
transpose("stride", (2, 3, 3, 4), (3, 2, 3, 3), strides=[2, 2])
transpose("stride_pad", (1, 3, 4, 4), (3, 2, 4, 4), strides=[2, 2], paddings=[1, 1])
transpose("pad_four", (1, 2, 4, 4), (2, 2, 3, 3), strides=[2, 2], paddings=[0, 1, 1, 0])
transpose("kernel_below_stride", (1, 2, 3, 3), (2, 2, 2, 2), strides=[3, 4])
transpose("cropped", (1, 3, 4, 4), (3, 2, 3, 3), strides=[2, 2], paddings=[-1, 1, 0, -2])
transpose("dilated", (1, 2, 4, 4), (2, 3, 3, 3), dilations=[2, 3], strides=[2, 1], paddings=[1, 2])
transpose("dilations_of_three_axes", (1, 2, 4, 4), (2, 3, 3, 3), dilations=[2, 3, -1])
transpose("groups", (1, 4, 4, 4), (4, 3, 3, 3), groups=2, strides=[2, 2])
for extra in (0, 1):
    transpose("output_size_%d" % extra, (1, 2, 3, 3), (2, 2, 3, 3), strides=[2, 2], paddings=[1, 1],
              output_size=[5 + extra, 5])
    transpose("output_padding_%d" % extra, (1, 2, 3, 3), (2, 2, 3, 3), strides=[2, 2], paddings=[1, 1],
              output_padding=[extra, 1])
transpose("output_size_without_pads", (1, 2, 3, 3), (2, 2, 2, 2), strides=[3, 3], output_size=[10, 9])
transpose("same_3", (1, 2, 3, 3), (2, 2, 3, 3), strides=[2, 2], padding_algorithm="SAME")
transpose("same_4", (1, 2, 4, 4), (2, 2, 3, 3), strides=[2, 2], padding_algorithm="SAME")
transpose("valid", (1, 2, 3, 3), (2, 2, 3, 3), strides=[2, 2], padding_algorithm="VALID", paddings=[1, 1])
transpose("nhwc", (1, 4, 3, 2), (2, 3, 3, 3), strides=[2, 2], paddings=[1, 1], data_format="NHWC")
transpose("no_rows", (1, 2, 0, 3), (2, 2, 3, 3))
transpose("no_pixels", (1, 2, 0, 0), (2, 2, 3, 3), strides=[2, 2])
transpose("nothing", (2, 2, 0, 0), (2, 1, 2, 1), strides=[2, 1])
transpose("all_padding", (1, 3, 1, 4), (3, 2, 2, 1), strides=[2, 2], paddings=[1, 1])
transpose("all_padding_plain", (2, 3, 1, 4), (3, 2, 2, 2), paddings=[1, 1])
transpose("all_padding", (1, 3, 1, 4), (3, 1, 2, 2), op="depthwise_conv2d_transpose", groups=3, strides=[2, 2],
          paddings=[1, 1])
transpose("no_rows", (1, 3, 0, 4), (3, 1, 4, 4), op="depthwise_conv2d_transpose", groups=3, strides=[2, 2], paddings=[0, 1])
transpose("plain", (1, 3, 4, 5), (3, 1, 3, 3), op="depthwise_conv2d_transpose", groups=3)
transpose("uneven_groups", (2, 5, 3, 4), (5, 2, 2, 3), groups=3)
transpose("uneven_groups", (1, 5, 3, 4), (5, 1, 3, 3), op="depthwise_conv2d_transpose", groups=2)
transpose("stride", (2, 3, 4, 4), (3, 1, 4, 4), op="depthwise_conv2d_transpose", groups=3, strides=[2, 2],
          paddings=[1, 1])
transpose("same", (1, 3, 4, 4), (3, 1, 3, 3), op="depthwise_conv2d_transpose", groups=3, strides=[2, 2],
          padding_algorithm="SAME")


def pool2d(name, shape, **attrs):
    # Paddle's pool2d ignores `adaptive` for max (its windows are the sliding ones); its own
    # programs use max_pool2d_with_index there. This library follows the definition, which Paddle
    # cannot confirm.
    for kind in ("avg",) if attrs.get("adaptive") else ("max", "avg"):
        CASES.append(Case("pool2d", kind + "_" + name, {"X": floats(shape)}, ["Out"],
                          dict(attrs, pooling_type=kind)))


pool2d("plain", (2, 3, 6, 7), ksize=[2, 3])
pool2d("stride", (1, 2, 7, 8), ksize=[3, 3], strides=[2, 2])
pool2d("pad", (1, 2, 5, 6), ksize=[3, 3], strides=[2, 2], paddings=[1, 1])
pool2d("pad_inclusive", (1, 2, 5, 6), ksize=[3, 3], strides=[2, 2], paddings=[1, 1], exclusive=False)
pool2d("pad_four", (1, 2, 6, 6), ksize=[3, 3], strides=[2, 2], paddings=[0, 1, 1, 0])
pool2d("cropped", (2, 3, 7, 8), ksize=[3, 2], strides=[2, 1], paddings=[-1, -2])
pool2d("cropped_inclusive", (1, 9, 7, 8), ksize=[2, 2], strides=[2, 2], paddings=[-1, 0, 1, -1], exclusive=False)
pool2d("cropped_ceil", (1, 2, 7, 8), ksize=[3, 3], strides=[2, 2], paddings=[-1, -1], ceil_mode=True)
pool2d("cropped_nhwc", (1, 7, 6, 4), ksize=[3, 3], strides=[2, 2], paddings=[-1, -1], data_format="NHWC")
pool2d("pad_four_inclusive", (1, 2, 6, 6), ksize=[3, 3], strides=[2, 2], paddings=[0, 1, 1, 0], exclusive=False)
pool2d("ceil", (1, 2, 5, 6), ksize=[2, 2], strides=[2, 2], ceil_mode=True)
pool2d("ceil_inclusive", (1, 2, 5, 6), ksize=[2, 2], strides=[2, 2], ceil_mode=True, exclusive=False)
pool2d("ceil_pad", (1, 2, 6, 7), ksize=[3, 3], strides=[2, 2], paddings=[1, 1], ceil_mode=True)
pool2d("ceil_pad_inclusive", (1, 2, 6, 7), ksize=[3, 3], strides=[2, 2], paddings=[1, 1], ceil_mode=True,
       exclusive=False)
pool2d("stride_beyond_kernel", (1, 2, 9, 8), ksize=[2, 1], strides=[3, 3])
pool2d("global", (2, 3, 5, 4), ksize=[1, 1], global_pooling=True, paddings=[1, 1])
pool2d("adaptive_1", (2, 3, 5, 4), ksize=[1, 1], adaptive=True)
pool2d("adaptive", (1, 2, 7, 5), ksize=[3, 2], adaptive=True)
pool2d("adaptive_grows", (1, 2, 3, 2), ksize=[5, 4], adaptive=True)
pool2d("adaptive_inclusive", (1, 2, 7, 5), ksize=[3, 2], adaptive=True, exclusive=False)
pool2d("adaptive_global", (1, 2, 3, 4), ksize=[1, 1], adaptive=True, global_pooling=True)
for size in (5, 6):
    pool2d("same_%d" % size, (1, 2, size, size), ksize=[3, 3], strides=[2, 2], padding_algorithm="SAME")
    pool2d("same_inclusive_%d" % size, (1, 2, size, size), ksize=[2, 2], strides=[1, 1], padding_algorithm="SAME",
           exclusive=False)
pool2d("valid", (1, 2, 6, 6), ksize=[3, 3], strides=[2, 2], paddings=[1, 1], padding_algorithm="VALID")
pool2d("valid_ceil", (1, 2, 6, 6), ksize=[3, 3], strides=[2, 2], padding_algorithm="VALID", ceil_mode=True)
pool2d("nhwc", (1, 6, 5, 3), ksize=[3, 2], strides=[2, 2], paddings=[1, 1], data_format="NHWC")
pool2d("nhwc_adaptive", (1, 6, 5, 3), ksize=[4, 2], adaptive=True, data_format="NHWC")
pool2d("nhwc_global", (2, 6, 5, 3), ksize=[1, 1], global_pooling=True, data_format="NHWC")
CASES.append(Case("pool2d", "double", {"X": floats((1, 2, 5, 5), dtype="float64")}, ["Out"],
                  {"pooling_type": "avg", "ksize": [3, 3], "paddings": [1, 1]}))


def batch_norm(name, shape, channels, outputs=("Y",), **attrs):
    inputs = {"X": floats(shape, 2, 0.5), "Scale": weight((channels,)), "Bias": weight((channels,)),
              "Mean": weight((channels,), 0.5, 0.3), "Variance": weight((channels,), 0.4, 0.6)}
    slots = ("MeanOut", "VarianceOut", "SavedMean", "SavedVariance", "ReserveSpace")
    others = [s for s in slots if s not in outputs]
    attrs.setdefault("is_test", True)
    CASES.append(Case("batch_norm", name, inputs, list(outputs), attrs, others,
                      alias={"MeanOut": "Mean", "VarianceOut": "Variance"}))


batch_norm("plain", (2, 3, 4, 5), 3)
batch_norm("epsilon", (2, 3, 2, 2), 3, epsilon=1e-3)
batch_norm("rank2", (4, 5), 5)
batch_norm("rank3", (2, 3, 4), 3)
batch_norm("rank5", (1, 3, 2, 2, 2), 3)
batch_norm("nhwc", (2, 4, 5, 3), 3, data_layout="NHWC")
batch_norm("nhwc_rank2", (4, 3), 3, data_layout="NHWC")
batch_norm("global", (2, 3, 2, 2), 3, is_test=False, use_global_stats=True)
batch_norm("batch_statistics", (2, 3, 4, 5), 3, ("Y", "SavedMean", "SavedVariance", "MeanOut", "VarianceOut"),
           is_test=False, momentum=0.8)
batch_norm("batch_statistics_nhwc", (2, 4, 5, 3), 3, is_test=False, data_layout="NHWC")
batch_norm("trainable", (2, 3, 4, 5), 3, is_test=True, trainable_statistics=True)
