"""match_matrix_tensor, var_conv_2d, cos_sim."""

from golden import Case, floats, values, weight

CASES = []


def add(op, name, inputs, attrs=None, outputs=("Out",), others=(), fluid=False):
    CASES.append(Case(op, name, inputs, list(outputs), attrs or {}, others=others, fluid=fluid))


for fluid in (False, True):
    for name, of_x, of_y, forms in (("one", [0, 3], [0, 4], 1), ("three", [0, 2, 5, 6], [0, 4, 5, 8], 3)):
        add("match_matrix_tensor", name,
            {"X": floats((of_x[-1], 5), lod=[of_x]), "Y": floats((of_y[-1], 5), lod=[of_y]), "W": weight((5, forms, 5))},
            {"dim_t": forms}, others=("Tmp",), fluid=fluid)
    for name, heights, widths, attrs in (
            ("plain", [3, 2], [4, 5], dict(InputChannel=2, OutputChannel=3, KernelH=3, KernelW=3)),
            ("strided", [5, 2, 1], [4, 7, 1], dict(InputChannel=2, OutputChannel=2, KernelH=5, KernelW=3, StrideH=2, StrideW=3)),
            ("even", [3], [4], dict(InputChannel=1, OutputChannel=2, KernelH=2, KernelW=4))):
        channels = attrs["InputChannel"]
        sizes, of_row, of_column = [0], [0], [0]
        for h, w in zip(heights, widths):
            sizes.append(sizes[-1] + channels * h * w)
            of_row.append(of_row[-1] + h)
            of_column.append(of_column[-1] + w)
        add("var_conv_2d", name,
            {"X": floats((sizes[-1], 1), lod=[sizes]), "ROW": floats((of_row[-1], 2), lod=[of_row]),
             "COLUMN": floats((of_column[-1], 2), lod=[of_column]),
             "W": weight((attrs["OutputChannel"], channels * attrs["KernelH"] * attrs["KernelW"]))},
            attrs, others=("Col",), fluid=fluid)

add("cos_sim", "rows", {"X": floats((4, 5), lod=[[0, 1, 4]]), "Y": floats((4, 5))}, outputs=("Out", "XNorm", "YNorm"), fluid=True)
add("cos_sim", "one_row", {"X": floats((4, 2, 3)), "Y": floats((1, 2, 3))}, outputs=("Out", "XNorm", "YNorm"), fluid=True)
add("cos_sim", "zeros", {"X": values([[0, 0], [1, 2], [0, 0], [1e-4, 0], [1e-25, 0]]),
                         "Y": values([[1, 2], [0, 0], [0, 0], [1e-4, 1e-4], [1e-25, 1]])},
    outputs=("Out", "XNorm", "YNorm"), fluid=True)
