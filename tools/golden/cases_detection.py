"""Prior boxes, box coding, suppression, proposals and the operators between them."""

from golden import Case, floats, ints, values

CASES = []


def add(op, name, inputs, outputs, attrs=None, others=(), fluid=False, tolerance=None):
    CASES.append(Case(op, name, inputs, outputs, attrs or {}, others=others, fluid=fluid, tolerance=tolerance))


# --- prior boxes
def priors(op, name, cells, image, outputs=("Boxes", "Variances"), fluid=False, **attrs):
    attrs.setdefault("variances", [0.1, 0.1, 0.2, 0.2])
    inputs = {"Input": floats(cells)}
    if image:
        inputs["Image"] = floats(image)
    add(op, name, inputs, outputs, attrs, fluid=fluid)


# Of Image, only the size counts.
for kind in ("uint8", "int32"):
    for op, attrs in (("prior_box", {"min_sizes": [7.5], "aspect_ratios": [2.0]}),
                      ("density_prior_box", {"fixed_sizes": [4.0], "fixed_ratios": [1.0], "densities": [2]})):
        add(op, "image_of_" + kind, {"Input": floats((1, 2, 3, 4)), "Image": ints((1, 3, 30, 50), 0, 100, kind)}, ("Boxes", "Variances"),
            dict(attrs, variances=[0.1, 0.1, 0.2, 0.2]))


def prior_box(name, **attrs):
    priors("prior_box", name, (1, 2, 3, 4), (1, 3, 30, 50), **attrs)


prior_box("plain", min_sizes=[7.5], aspect_ratios=[1.0], flip=False, clip=False)
prior_box("defaults", min_sizes=[7.5], aspect_ratios=[2.0])
prior_box("ratios", min_sizes=[4.0, 9.5], max_sizes=[8.25, 20.0], aspect_ratios=[2.0, 1.0, 3.0, 2.0], flip=True,
          clip=False)
prior_box("order", min_sizes=[4.0, 9.5], max_sizes=[8.25, 20.0], aspect_ratios=[2.0, 3.0], flip=True, clip=True,
          min_max_aspect_ratios_order=True, offset=0.25)
prior_box("order_without_max", min_sizes=[4.0], aspect_ratios=[2.0], flip=False, clip=False,
          min_max_aspect_ratios_order=True)
prior_box("steps", min_sizes=[4.0], aspect_ratios=[1.0], flip=False, clip=False, step_w=8.0, step_h=6.0)
prior_box("one_step", min_sizes=[4.0], aspect_ratios=[1.0], flip=False, clip=False, step_w=8.0)
prior_box("fluid", min_sizes=[4.0, 9.5], max_sizes=[8.25, 20.0], aspect_ratios=[2.0, 3.0], flip=True, clip=False,
          fluid=True)


def density(name, **attrs):
    priors("density_prior_box", name, (1, 2, 3, 4), (1, 3, 30, 50), **attrs)


density("plain", fixed_sizes=[8.5], fixed_ratios=[1.0], densities=[2], clip=False)
density("several", fixed_sizes=[8.5, 16.0], fixed_ratios=[1.0, 2.0], densities=[3, 1], clip=True)
density("steps", fixed_sizes=[8.5], fixed_ratios=[0.5], densities=[4], clip=False, step_w=9.0, step_h=8.0, offset=0.25)
density("flat", fixed_sizes=[4.0], fixed_ratios=[1.0], densities=[2], clip=False, flatten_to_2d=True)
density("fluid", fixed_sizes=[8.5, 16.0], fixed_ratios=[1.0, 2.0], densities=[3, 1], clip=True, fluid=True)


def anchors(name, **attrs):
    priors("anchor_generator", name, (1, 2, 3, 4), None, outputs=("Anchors", "Variances"), **attrs)


anchors("plain", anchor_sizes=[32.0, 64.0], aspect_ratios=[0.5, 1.0, 2.0])
anchors("stride", anchor_sizes=[20.0], aspect_ratios=[0.7, 1.3], stride=[8.0, 4.0], offset=0.0)
anchors("fluid", anchor_sizes=[32.0, 64.0], aspect_ratios=[0.5, 1.0, 2.0], fluid=True)


# --- box_coder, boxes from YOLO heads, clipping
BOXES = [[1, 2, 8, 9.5], [0, 0, 4, 6], [3, 1, 20, 12.25], [2, 2, 2.5, 8]]
VARIANCES = [[0.1, 0.1, 0.2, 0.2], [0.2, 0.1, 0.3, 0.1], [0.1, 0.2, 0.2, 0.3], [0.5, 0.4, 0.1, 0.2]]


def coder(name, target, variances=True, fluid=False, **attrs):
    inputs = {"PriorBox": values(BOXES, lod=[[0, 1, 4]] if attrs.get("axis") else None), "TargetBox": target}
    if variances:
        inputs["PriorBoxVar"] = values(VARIANCES)
    add("box_coder", name, inputs, ["OutputBox"], attrs, fluid=fluid)


for normalized in (True, False):
    coder("encode_%d" % normalized, values(BOXES[1:] + [[5, 5, 6, 9]], lod=[[0, 3, 4]]), box_normalized=normalized,
          code_type="encode_center_size")
    coder("decode_%d" % normalized, floats((3, 4, 4), lod=[[0, 1, 3]]), box_normalized=normalized,
          code_type="decode_center_size")
    coder("decode_rows_%d" % normalized, floats((4, 2, 4)), box_normalized=normalized,
          code_type="decode_center_size", axis=1)
coder("encode_variance", values(BOXES[:2]), False, variance=[0.1, 0.2, 0.3, 0.4], code_type="encode_center_size")
coder("decode_variance", floats((2, 4, 4)), False, variance=[0.1, 0.2, 0.3, 0.4], code_type="decode_center_size")
coder("encode_bare", values(BOXES[:2]), False, code_type="encode_center_size")
coder("decode_bare", floats((2, 4, 4)), False, code_type="decode_center_size")
coder("decode_rows", floats((4, 2, 4)), code_type="decode_center_size", axis=1, box_normalized=False, fluid=True)


def yolo(name, shape, size, fluid=False, **attrs):
    attrs = dict({"anchors": [10, 13, 16, 30], "class_num": 3, "conf_thresh": 0.4, "downsample_ratio": 8}, **attrs)
    add("yolo_box", name, {"X": floats(shape, 2), "ImgSize": values(size, "int32")}, ["Boxes", "Scores"], attrs,
        fluid=fluid)


yolo("square", (1, 16, 3, 3), [[60, 90]])
yolo("wide", (2, 16, 2, 5), [[60, 90], [33, 20]])
yolo("no_clip", (1, 16, 4, 2), [[60, 90]], clip_bbox=False, scale_x_y=1.2)
yolo("overlap_aware", (2, 18, 2, 3), [[60, 90], [40, 41]], iou_aware=True, iou_aware_factor=0.4)
yolo("all", (1, 16, 2, 2), [[64, 64]], conf_thresh=0.0)
yolo("square", (1, 16, 3, 3), [[60, 90]], fluid=True)

add("box_clip", "one", {"Input": floats((4, 4), 60, 20, lod=[[0, 4]]), "ImInfo": values([[40, 50, 1]])}, ["Output"])
add("box_clip", "divided_box", {"Input": values([-3, 45, 70, 80], lod=[[0, 1, 4]]), "ImInfo": values([[40, 50, 1], [61, 35, 1.7]])},
    ["Output"])
add("box_clip", "images", {"Input": floats((5, 2, 4), 60, 20, lod=[[0, 2, 5]]),
                           "ImInfo": values([[40, 50, 1], [61, 35, 1.7]])}, ["Output"])
add("box_clip", "more_info", {"Input": floats((3, 4), 60, 20, lod=[[0, 1, 3]]),
                              "ImInfo": values([[40, 50, 1], [61, 35, 1.7], [5, 5, 1]])}, ["Output"])
add("box_clip", "fluid", {"Input": floats((5, 2, 4), 60, 20, lod=[[0, 2, 5]]),
                          "ImInfo": values([[40, 50, 1], [61, 35, 1.7]])}, ["Output"], fluid=True)


# --- suppression
def boxes_near(count, pixel=1.0, per_row=1):
    """Boxes in a row that overlap their neighbours."""
    rows = []
    for i in range(count):
        x, y = (i * 7) % 10 * pixel, (i * 3) % 4 * pixel
        rows.append([[x, y, x + (6 + i % 3 + c) * pixel, y + (5 + c) * pixel] for c in range(per_row)])
    return [row[0] for row in rows] if per_row == 1 else rows


def nms(name, boxes, scores, ops=("multiclass_nms", "multiclass_nms2", "multiclass_nms3"), rois_num=None, fluid=False,
        **attrs):
    attrs = dict({"score_threshold": 0.3, "nms_top_k": -1, "keep_top_k": -1, "nms_threshold": 0.4}, **attrs)
    for op in ops:
        inputs = {"BBoxes": boxes, "Scores": scores}
        if rois_num:
            inputs["RoisNum"] = values(rois_num, "int32")
        outputs = {"multiclass_nms": ["Out"], "multiclass_nms2": ["Out", "Index"],
                   "multiclass_nms3": ["Out", "Index", "NmsRoisNum"]}[op]
        add(op, name, inputs, outputs, attrs, fluid=fluid)


def two_images(fluid=False):
    return values([boxes_near(12), boxes_near(12, 1.5)])


def class_scores(shape=(2, 3, 12), **kw):
    return floats(shape, 0.5, 0.5, **kw)


nms("plain", two_images(), class_scores())
nms("no_background", two_images(), class_scores(), background_label=-1)
nms("other_background", two_images(), class_scores(), background_label=2)
nms("pixels", two_images(), class_scores(), normalized=False)
nms("top", two_images(), class_scores(), nms_top_k=5, keep_top_k=4, background_label=-1)
nms("keep_none", two_images(), class_scores(), keep_top_k=0)
nms("eta", two_images(), class_scores(), nms_threshold=0.8, nms_eta=0.7, background_label=-1)
nms("ties", two_images(), values([[[0.5] * 12] * 3] * 2), keep_top_k=5, background_label=-1)
nms("nothing", two_images(), class_scores(), score_threshold=2.0)
nms("one_image_empty", two_images(), values([[[0.1] * 12] * 3, [[0.9, 0.8] * 6] * 3]))
for corners in (4, 8, 12, 16):
    quads = []
    for i in range(8):
        cx, cy = 3.0 + (i * 5) % 7, 4.0 + (i * 3) % 5
        ring = [(3.0, 0.0), (2.6, 1.5), (2.0, 2.4), (1.0, 2.9), (0.0, 3.0), (-1.2, 2.7), (-2.1, 2.0), (-2.8, 1.0),
                (-3.0, 0.0), (-2.7, -1.4), (-2.2, -2.2), (-1.0, -2.9), (0.0, -3.0), (1.1, -2.6), (2.0, -2.1), (2.6, -1.2)]
        stretch = 1.0 + (i % 3) * 0.5
        quads.append([v for x, y in ring[:: 16 // corners] for v in (cx + x * stretch, cy + y)])
    nms("polygon_%d" % (2 * corners), values([quads]), class_scores((1, 2, 8)), background_label=-1,
        score_threshold=0.0)
    nms("polygon_%d_eta" % (2 * corners), values([quads]), class_scores((1, 2, 8)), background_label=-1,
        score_threshold=0.0, nms_threshold=0.55, nms_eta=1.5)
nms("rows_lod", values(boxes_near(9, 1.0, 3), lod=[[0, 4, 9]]), class_scores((9, 3), lod=[[0, 4, 9]]), keep_top_k=6,
    ops=("multiclass_nms", "multiclass_nms2"), normalized=False)
nms("rows_empty_image", values(boxes_near(9, 1.0, 3), lod=[[0, 4, 4, 9]]), class_scores((9, 3), lod=[[0, 4, 4, 9]]),
    ops=("multiclass_nms", "multiclass_nms2"))
nms("rows_counts", values(boxes_near(9, 1.0, 3)), class_scores((9, 3), lod=[[0, 9]]), rois_num=[4, 0, 5], ops=("multiclass_nms3",),
    normalized=False)
nms("rows_left", values(boxes_near(9, 1.0, 3)), class_scores((9, 3), lod=[[0, 9]]), rois_num=[4, 2], ops=("multiclass_nms3",))
nms("more_boxes", two_images(), class_scores((1, 3, 12)), keep_top_k=5)
nms("fluid", two_images(), class_scores(), ops=("multiclass_nms", "multiclass_nms2"), fluid=True, keep_top_k=5)
nms("fluid_nothing", two_images(), class_scores(), ops=("multiclass_nms",), fluid=True,
    score_threshold=2.0)
nms("fluid_rows", values(boxes_near(9, 1.0, 3), lod=[[0, 4, 9]]), class_scores((9, 3), lod=[[0, 4, 9]]),
    keep_top_k=6, ops=("multiclass_nms", "multiclass_nms2"), normalized=False, fluid=True)


def matrix_nms(name, scores=None, fluid=False, **attrs):
    attrs = dict({"score_threshold": 0.2, "post_threshold": 0.1, "nms_top_k": -1, "keep_top_k": -1}, **attrs)
    add("matrix_nms", name, {"BBoxes": two_images(), "Scores": scores or class_scores()},
        ["Out", "Index"] if fluid else ["Out", "Index", "RoisNum"], attrs, fluid=fluid)


matrix_nms("linear")
matrix_nms("gaussian", use_gaussian=True)
matrix_nms("sigma", use_gaussian=True, gaussian_sigma=0.5, normalized=False, background_label=-1)
matrix_nms("top", nms_top_k=5, keep_top_k=4, background_label=-1)
matrix_nms("one_image_empty", values([[[0.1] * 12] * 3, [[0.9 - 0.05 * i - 0.01 * c for i in range(12)] for c in range(3)]]), keep_top_k=3,
           background_label=1)
matrix_nms("nothing", score_threshold=2.0)
matrix_nms("more_images", values([[[0.9 - 0.05 * i - 0.01 * c for i in range(12)] for c in range(3)]]))
matrix_nms("fluid", fluid=True)


# --- text corners, moved taps
add("polygon_box_transform", "plain", {"Input": floats((2, 8, 3, 5), 2)}, ["Output"])
add("polygon_box_transform", "fluid", {"Input": floats((1, 8, 3, 5), 2)}, ["Output"], fluid=True)


def deformable(name, shape, weights, out, moved=1, images=0, more=(), **attrs):
    taps = weights[2] * weights[3]
    images = images or shape[0]
    inputs = {"Input": floats(shape), "Filter": floats(weights, weight=True),
              "Offset": floats((images, moved * 2 * taps) + out + more, 1.5)}
    mask = floats((images, moved * taps) + out + more, 0.5, 0.5)
    attrs = dict({"deformable_groups": moved, "im2col_step": 1}, **attrs)
    add("deformable_conv_v1", name, inputs, ["Output"], attrs)
    add("deformable_conv", name, dict(inputs, Mask=mask), ["Output"], attrs)
    if name == "plain":
        add("deformable_conv", name, dict(inputs, Mask=mask), ["Output"], attrs, fluid=True)


deformable("plain", (2, 3, 6, 7), (4, 3, 3, 3), (6, 7), paddings=[1, 1])
deformable("stride", (1, 2, 7, 8), (3, 2, 3, 2), (4, 4), paddings=[1, 0], strides=[2, 2])
deformable("dilated", (1, 2, 8, 9), (3, 2, 3, 3), (4, 7), paddings=[0, 1], dilations=[2, 2])
deformable("no_channels", (1, 0, 5, 6), (0, 0, 3, 3), (5, 6), paddings=[1, 1])
deformable("groups", (2, 4, 5, 5), (6, 2, 3, 3), (5, 5), moved=2, groups=2, paddings=[1, 1])
deformable("moved", (2, 8, 5, 6), (4, 8, 3, 3), (5, 6), moved=2, paddings=[1, 1])
deformable("more_offsets", (1, 2, 5, 6), (4, 2, 3, 3), (5, 6), images=2, paddings=[1, 1])
# Further numbers are skipped after each step of images.
deformable("more_axes", (2, 2, 4, 5), (3, 2, 3, 3), (4, 5), more=(2,), paddings=[1, 1])
deformable("many_images", (66, 1, 1, 2), (1, 1, 1, 1), (1, 2), more=(2,), im2col_step=3)
deformable("fewer_offsets", (2, 2, 4, 3), (3, 2, 3, 3), (4, 3), images=1, more=(2,), paddings=[1, 1])
deformable("no_filters", (1, 2, 5, 6), (0, 2, 3, 3), (5, 6), paddings=[1, 1])
# The taps of 99 positions do not fit the cache.
deformable("blocks", (1, 512, 9, 11), (3, 512, 3, 3), (9, 11), paddings=[1, 1])


# --- proposals
def proposals(name, cells=(2, 3, 4, 5), pixel_offset=None, deltas=1.0, fluid=False, **attrs):
    n, a, h, w = cells
    anchors = [[[[x * 8 - 6.0 * (k + 1), y * 8 - 5.0 * (k + 1), x * 8 + 6.0 * (k + 1), y * 8 + 5.0 * (k + 1)]
                 for k in range(a)] for x in range(w)] for y in range(h)]
    attrs = dict({"pre_nms_topN": 40, "post_nms_topN": 12, "nms_thresh": 0.5, "min_size": 3.0, "eta": 1.0}, **attrs)
    common = {"Scores": floats(cells), "BboxDeltas": floats((n, 4 * a, h, w), deltas), "Anchors": values(anchors),
              "Variances": floats((h, w, a, 4), 0.2, 0.8)}
    rows = ["RpnRois", "RpnRoiProbs"]
    info = [[30, 38, 1.5], [26, 33, 0.5]][:n]
    if pixel_offset is None:
        add("generate_proposals", name, dict(common, ImInfo=values(info)), rows if fluid else rows + ["RpnRoisNum"],
            attrs, fluid=fluid)
    if not fluid:
        if pixel_offset is not None:
            attrs["pixel_offset"] = pixel_offset
        add("generate_proposals_v2", name, dict(common, ImShape=values([row[:2] for row in info])),
            rows + ["RpnRoisNum"], attrs)


proposals("plain")
proposals("all", pre_nms_topN=0, post_nms_topN=1000)
proposals("no_nms", nms_thresh=0.0, pre_nms_topN=0, post_nms_topN=7)
proposals("no_nms_some", nms_thresh=0.0, pre_nms_topN=3)
proposals("eta", nms_thresh=0.9, eta=0.8)
proposals("large_deltas", deltas=6.0)
proposals("nothing", min_size=1000.0)
proposals("points", pixel_offset=False)
proposals("fluid", fluid=True)

ROIS = [[1, 2, 12, 14], [0, 0, 3, 2.5], [5, 6, 5, 6], [2.5, 1, 30, 25], [-4, -3, 6, 5]]


def roi_align(name, lod=True, aligned=None, fluid=False, **attrs):
    attrs = dict({"pooled_height": 2, "pooled_width": 3, "spatial_scale": 0.5}, **attrs)
    if aligned is not None:
        attrs["aligned"] = aligned
    rois = [roi for roi in ROIS if roi[0] != roi[2]] if aligned else ROIS
    inputs = {"X": floats((2, 3, 9, 11), lod=None if lod else [[0, 2]]),
              "ROIs": values(rois, lod=[[0, 2, len(rois)]] if lod else None)}
    if not lod:
        inputs["RoisLod" if fluid else "RoisNum"] = values([0, 2, len(rois)], "int64") if fluid else values([1, len(rois) - 1], "int32")
    add("roi_align", name, inputs, ["Out"], attrs, fluid=fluid)


roi_align("plain")
roi_align("counts", lod=False)
roi_align("ratio", sampling_ratio=2, spatial_scale=1.0)
roi_align("aligned", aligned=True)
roi_align("aligned_counts", lod=False, aligned=True, sampling_ratio=3)
roi_align("fluid", fluid=True)
roi_align("offsets", lod=False, fluid=True)
# Positions, weights and the reciprocal of the number of samples are cut off.
INTEGER_ROIS = [[0, 0, 3, 3], [1, 2, 4, 9], [-1, -1, 2, 2], [-3, -2, 2, 2], [4, 4, 1, 1], [2, 2, 2, 2], [9, 8, 14, 12]]
for name, attrs in (("one", {"pooled_height": 1, "pooled_width": 1}), ("bins", {"pooled_height": 2, "pooled_width": 3}),
                    ("one_sample", {"pooled_height": 2, "pooled_width": 3, "sampling_ratio": 1}),
                    ("aligned", {"pooled_height": 2, "pooled_width": 3, "sampling_ratio": 1, "aligned": True, "spatial_scale": 0.75}),
                    ("samples", {"pooled_height": 2, "pooled_width": 2, "sampling_ratio": 2})):
    add("roi_align", "int32_" + name, {"X": ints((2, 2, 6, 5), -50, 50, "int32", lod=[[0, 2]]), "ROIs": values(INTEGER_ROIS, "int32"),
                                       "RoisNum": values([3, 4], "int32")}, ["Out"], dict({"spatial_scale": 1.0}, **attrs))

for name, x_lod, y_lod, level in (("rows", None, [[0, 2, 2, 5]], 0), ("sequences", [[0, 1, 3, 4]], [[0, 2, 2, 5]], 0),
                                  ("innermost", [[0, 1, 3, 4]], [[0, 1, 3], [0, 2, 3, 5]], -1),
                                  ("outer", None, [[0, 1, 3, 4], [0, 2, 3, 5, 6]], 0)):
    for fluid in (False, True):
        if name == "innermost" and not fluid:
            continue
        add("sequence_expand", name, {"X": floats((4 if x_lod else 3, 2), lod=x_lod),
                                      "Y": floats((y_lod[-1][-1], 1), lod=y_lod)}, ["Out"], {"ref_level": level},
            fluid=fluid)


def retinanet(name, threshold=0.4, fluid=False, images=2, info=([40, 60, 1.0], [30, 44, 1.5]), **attrs):
    cells = [(6, 8.0), (3, 16.0)]
    anchors = [[[x * s - s, x * s / 2 - s, x * s + s, x * s / 2 + s] for x in range(count)] for count, s in cells]
    attrs = dict({"score_threshold": threshold, "nms_top_k": 12, "nms_threshold": 0.4, "nms_eta": 1.0,
                  "keep_top_k": 9}, **attrs)
    add("retinanet_detection_output", name,
        {"BBoxes": [floats((2, count, 4)) for count, s in cells],
         "Scores": [floats((images, count, 3), 0.5, 0.5) for count, s in cells],
         "Anchors": [values(a) for a in anchors], "ImInfo": values(list(info))},
        ["Out"], attrs, fluid=fluid)


for fluid in (False, True):
    retinanet("plain", fluid=fluid)
    retinanet("all", threshold=0.0, nms_top_k=-1, keep_top_k=1000, fluid=fluid)
    retinanet("eta", nms_threshold=0.9, nms_eta=0.7, fluid=fluid)
retinanet("more_images", images=1)
retinanet("more_numbers", info=([40, 60, 1.0, 7], [30, 44, 1.5, 8]))


def collect(name, counts, fluid=False, axes=(), **attrs):
    sizes = [(3, [[0, 1, 3]]), (4, [[0, 4, 4]]), (2, [[0, 0, 2]])]
    inputs = {"MultiLevelRois": [floats((rows, 4) + axes, 9, lod=lod) for rows, lod in sizes],
              "MultiLevelScores": [floats((rows, 1), lod=lod) for rows, lod in sizes]}
    if counts:
        inputs["MultiLevelRoIsNum"] = [values([b - a for a, b in zip(lod[0], lod[0][1:])], "int32")
                                       for rows, lod in sizes]
    add("collect_fpn_proposals", name, inputs, ["FpnRois", "RoisNum"] if counts else ["FpnRois"], attrs, fluid=fluid)


collect("counts", True, post_nms_topN=5)
collect("lod", False, post_nms_topN=5, fluid=True)
collect("all", False, post_nms_topN=50, fluid=True)
collect("all", True, post_nms_topN=50)
collect("axis_more", True, axes=(1,), post_nms_topN=5)
collect("axes_more", True, axes=(2, 3), post_nms_topN=5)

FPN_ROIS = [[0, 0, 223, 223], [0, 0, 111, 111], [5, 5, 460, 460], [3, 3, 3, 3], [10, 10, 5, 5], [0, 0, 60, 30],
            [0, 0, 900, 900], [1, 1, 224, 224]]


def distribute(name, counts, fluid=False, divided=False, **attrs):
    attrs = dict({"min_level": 2, "max_level": 5, "refer_level": 4, "refer_scale": 224}, **attrs)
    inputs = {"FpnRois": values(FPN_ROIS, lod=[[0, 3, 8]])}
    outputs = {"MultiFpnRois": 4, "RestoreIndex": 1}
    if counts:
        inputs["RoisNum"] = values([3, 5], "int32")
        outputs["MultiLevelRoIsNum"] = 4
    if divided:
        inputs["FpnRois"] = values([[box] for box in FPN_ROIS], lod=[[0, 3, 8]])
    add("distribute_fpn_proposals", name, inputs, outputs, attrs, fluid=fluid)


distribute("counts", True)
distribute("points", True, pixel_offset=False)
distribute("divided", True, divided=True)
distribute("lod", False)
distribute("fluid", False, fluid=True)
