"""crop, crop_tensor, max_pool3d_with_index, roi_perspective_transform."""

from golden import Case, floats, ints, values

CASES = []


def add(op, name, inputs, attrs=None, outputs=("Out",), others=(), fluid=False):
    CASES.append(Case(op, name, inputs, list(outputs), attrs or {}, others=others, fluid=fluid))


for fluid in (False, True):
    for dtype in ("float32", "float64"):
        add("crop", dtype, {"X": floats((3, 4, 5), dtype=dtype)}, {"shape": [2, 2, 2], "offsets": [0, 1, 2]}, fluid=fluid)
    for name, offsets in (("across_rows", [0, 0, 3]), ("row_before", [0, 1, -1]), ("plane_before", [-1, 5, 0])):
        add("crop", name, {"X": floats((3, 4, 5))}, {"shape": [2, 3, 5], "offsets": offsets}, fluid=fluid)
    add("crop", "like", {"X": floats((3, 4, 5), lod=[[0, 1, 3]]), "Y": floats((3, 2, 3))}, {"offsets": [0, 1, 1]}, fluid=fluid)
    add("crop", "offsets", {"X": floats((3, 4, 5, 2)), "Offsets": values([0, 1, 2, 1], "int32")}, {"shape": [3, 1, 3, 1]},
        fluid=fluid)
    for dtype in ("float32", "float64", "int32", "int64"):
        add("crop_tensor", dtype, {"X": ints((3, 4, 5), 0, 99, dtype)}, {"shape": [2, 2, 2], "offsets": [0, 1, 2]}, fluid=fluid)
    add("crop_tensor", "rest", {"X": floats((3, 4, 5))}, {"shape": [-1, -1, 2], "offsets": [1, 0, 2]}, fluid=fluid)
    add("crop_tensor", "tensors", {"X": floats((3, 4, 5)), "Shape": values([2, 2, 3], "int32"),
                                   "Offsets": values([0, 1, 2], "int32")}, fluid=fluid)
    add("crop_tensor", "lists", {"X": floats((3, 4, 5)), "ShapeTensor": [values([n], "int32") for n in (2, 3, 2)],
                                 "OffsetsTensor": [values([n], "int32") for n in (1, 1, 2)]}, fluid=fluid)
    for name, attrs in (("sliding", dict(ksize=[2, 3, 2], strides=[2, 2, 1], paddings=[1, 1, 0])),
                        ("adaptive", dict(ksize=[2, 3, 4], adaptive=True)),
                        ("global", dict(ksize=[1, 1, 1], global_pooling=True))):
        for dtype in ("float32", "float64"):
            add("max_pool3d_with_index", name + "_" + dtype, {"X": floats((2, 2, 4, 5, 6), dtype=dtype)}, attrs, ("Out", "Mask"),
                fluid=fluid)
    add("max_pool3d_with_index", "ties", {"X": ints((1, 1, 4, 4, 4), 0, 2, "float32")}, dict(ksize=[2, 2, 2], strides=[2, 2, 2]),
        ("Out", "Mask"), fluid=fluid)

for name, rois, attrs in (
        ("axes", [[1, 1, 5, 1, 5, 4, 1, 4], [0, 0, 9, 0, 9, 7, 0, 7], [2, 2, 7, 1, 8, 6, 1, 5]],
         dict(transformed_height=3, transformed_width=5)),
        ("scaled", [[4, 6, 18, 2, 20, 14, 3, 15], [-4, -2, 10, 1, 12, 9, -3, 8], [8, 8, 8, 8, 8, 8, 8, 8]],
         dict(transformed_height=6, transformed_width=4, spatial_scale=0.5)),
        ("rotated", [[7, 1, 8, 6, 2, 7, 1, 2], [5, 5, 1, 5, 1, 1, 5, 1], [1, 1, 8, 7, 8, 1, 1, 7]],
         dict(transformed_height=4, transformed_width=4))):
    add("roi_perspective_transform", name, {"X": floats((2, 2, 8, 10)), "ROIs": values(rois, lod=[[0, 2, 3]])}, attrs,
        ("Out", "Mask", "TransformMatrix"), others=("Out2InIdx", "Out2InWeights"), fluid=True)
