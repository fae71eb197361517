#!/usr/bin/env python3
"""Compares what lite_model_debug_tool wrote with a reference, operator by operator, and reports where they part.

The reference is PaddlePaddle (1.8 or 2.x) when Python can import it, or a tensor file of an earlier run or another
machine (--reference_file). Tensors are compared on the values that both sides have.

Status: 0 equal, 1 different, 2 error.
"""
import argparse
import math
import os
import sys
import tempfile


class Failure(Exception):
    """An error message for the user."""


def read_tensors(path):
    """{name: (shape text, [values])} of a tensor file: name TAB {shape} TAB values."""
    tensors = {}
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                fields = line.rstrip("\n").split("\t")
                if len(fields) != 3:
                    raise Failure("%s, line %d: expected three fields between tabs, found %d" % (path, number, len(fields)))
                tensors[fields[0]] = (fields[1], [float(v) for v in fields[2].split()])
    except (OSError, ValueError) as error:
        raise Failure("%s: %s" % (path, error)) from error
    return tensors


def tensor_line(name, tensor, length=-1):
    values = tensor[1] if length < 0 else tensor[1][:length]
    return "%s\t%s\t%s\n" % (name, tensor[0], " ".join("%.9g" % v for v in values))


def read_topology(path):
    """[(line, [input names], [output names])] in execution order."""
    def names(field):
        return [n for part in field.strip("()").split() for n in part.split(":", 1)[1].split("#")]

    operators = []
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                fields = line.rstrip("\n").split("\t")
                if len(fields) != 3:
                    raise Failure("%s, line %d: expected three fields between tabs" % (path, number))
                operators.append((line.rstrip("\n"), names(fields[1]), names(fields[2])))
    except OSError as error:
        raise Failure("%s: %s" % (path, error)) from error
    return operators


def write_whole(path, text):
    """Writes the file atomically."""
    handle, name = tempfile.mkstemp(dir=os.path.dirname(os.path.abspath(path)))
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except OSError as error:
        os.unlink(name)
        raise Failure("%s: %s" % (path, error)) from error


def model_files(folder):
    for program, params in (("__model__", "__params__"), ("model.pdmodel", "model.pdiparams"),
                            ("inference.pdmodel", "inference.pdiparams"), ("model", "params")):
        if os.path.exists(os.path.join(folder, program)):
            return program, params if os.path.exists(os.path.join(folder, params)) else None
    raise Failure("%s: no __model__, model.pdmodel, inference.pdmodel or model" % folder)


def run_paddle(args, wanted):
    """Runs the model with PaddlePaddle; {name: tensor} for the names in `wanted` that exist."""
    try:
        import numpy as np
        import paddle
    except ImportError as error:
        raise Failure("%s: install PaddlePaddle for this Python, or give --reference_file" % error) from error
    if hasattr(paddle, "enable_static"):
        paddle.enable_static()
    fluid = paddle.static if hasattr(paddle, "static") else paddle.fluid
    executor = fluid.Executor(paddle.CPUPlace() if hasattr(paddle, "CPUPlace") else fluid.CPUPlace())
    program_file, params_file = model_files(args.model_dir)
    if program_file.endswith(".pdmodel"):
        prefix = os.path.join(args.model_dir, program_file[:-len(".pdmodel")])
        program, feeds, _ = fluid.load_inference_model(prefix, executor)
    else:
        load = paddle.fluid.io.load_inference_model if hasattr(paddle, "fluid") else fluid.load_inference_model
        program, feeds, _ = load(args.model_dir, executor, model_filename=program_file, params_filename=params_file)
    block = program.global_block()
    # Paddle 1.8 refuses to fetch other variables while the program has its own fetch operators.
    for position in reversed(range(len(block.ops))):
        if block.ops[position].type in ("feed", "fetch"):
            block._remove_op(position)
    shapes = [[int(d) for d in part.split(",")] for part in args.input_shape.split(":")] if args.input_shape else []
    fields = None
    if args.input_file:
        with open(args.input_file, encoding="utf-8") as file:
            fields = file.readline().strip().split(args.separator)
        if len(fields) != len(feeds):
            raise Failure("%s: expected %d inputs, found %d" % (args.input_file, len(feeds), len(fields)))
    feed = {}
    for i, name in enumerate(feeds):
        var = block.var(name)
        shape = shapes[i] if i < len(shapes) else [abs(d) for d in var.shape]
        count = int(np.prod(shape))
        values = [float(v) for v in fields[i].split()] if fields else [1.0] * count
        if len(values) != count:
            raise Failure("%s: input %s needs %d numbers, found %d" % (args.input_file, name, count, len(values)))
        dtype = str(var.dtype).rsplit(".", maxsplit=1)[-1].lower()
        dtype = {"fp32": "float32", "fp64": "float64"}.get(dtype, dtype)
        feed[name] = np.array(values).astype(dtype).reshape(shape)
    tensors = {name: value for name, value in feed.items() if name in wanted}
    scope = (fluid.global_scope if hasattr(fluid, "global_scope") else paddle.fluid.global_scope)()
    for name in sorted(wanted - set(feed)):
        if not block.has_var(name):
            continue
        if block.var(name).persistable:
            tensors[name] = np.array(scope.find_var(name).get_tensor())
        else:  # one by one, because the next operator may work in place
            tensors[name] = np.array(executor.run(program, feed=feed, fetch_list=[block.var(name)], return_numpy=False)[0])
    return {name: ("{%s}" % ",".join(str(d) for d in value.shape), [float(v) for v in value.ravel()])
            for name, value in tensors.items()}


def difference(found, expected):
    """Largest absolute difference of the values both have; shapes that differ are infinitely different."""
    if found[0] != expected[0]:
        return math.inf
    largest = 0.0
    for a, b in zip(found[1], expected[1]):
        if math.isnan(a) and math.isnan(b) or a == b:
            continue
        largest = max(largest, math.inf if math.isnan(a - b) else abs(a - b))
    return largest


def compare(args, operators, found, expected):
    """The report: one part for each differing variable, in execution order."""
    report = []
    for line, inputs, outputs in operators:
        for name in outputs:
            if name not in found or name not in expected or difference(found[name], expected[name]) <= args.threshold:
                continue
            around = [n for n in inputs + outputs if n in found or n in expected]
            report.append(">" * 18 + "DIFF VARIABLE: %s" % name + "<" * 19 + "\n" + line + "\n")
            for title, tensors in (("Tensor File info", found), ("Fluid Tensor info", expected)):
                report.append("--------------- %s ---------------\n" % title)
                report += [tensor_line(n, tensors[n], args.tensor_output_length) for n in around if n in tensors]
            report.append("\n\n")
            if args.only_output_first_diff:
                return "".join(report)
    return "".join(report)


def switch(text):
    if text.lower() in ("1", "true", "on"):
        return True
    if text.lower() in ("0", "false", "off"):
        return False
    raise argparse.ArgumentTypeError("expected 0 or 1, found '%s'" % text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model_dir", default="")
    parser.add_argument("--input_file", default="")
    parser.add_argument("--input_shape", default="")
    parser.add_argument("--separator", default=",")
    parser.add_argument("--topo_file", default="topo_file.txt")
    parser.add_argument("--tensor_file", default="tensor_cpp.txt")
    parser.add_argument("--tensor_names", default="", help="only write these tensors of the reference, without comparing")
    parser.add_argument("--tensor_output_length", type=int, default=-1)
    parser.add_argument("--threshold", type=float, default=1e-5)
    parser.add_argument("--reference_tensor_file", default="tensor_py.txt", help="file for Paddle's tensors")
    parser.add_argument("--output_tensor", type=switch, default=True)
    parser.add_argument("--reference_file", default="", help="tensors to compare with, instead of running Paddle")
    parser.add_argument("--output_file", default="diff.txt")
    parser.add_argument("--only_output_first_diff", type=switch, default=True)
    args = parser.parse_args()
    try:
        operators = read_topology(args.topo_file)
        names = set(args.tensor_names.split(",")) if args.tensor_names else None
        found = {} if names else read_tensors(args.tensor_file)
        if args.reference_file:
            expected = read_tensors(args.reference_file)
        else:
            expected = run_paddle(args, names or set(found))
            if args.output_tensor:
                write_whole(args.reference_tensor_file,
                            "".join(tensor_line(n, t, args.tensor_output_length) for n, t in sorted(expected.items())))
        if names:
            return 0
        compared = [n for _, _, outputs in operators for n in outputs if n in found and n in expected]
        if not compared:
            raise Failure("no output of an operator is in both tensor files")
        report = compare(args, operators, found, expected)
        write_whole(args.output_file, report)
        print("No diff found in %d variables." % len(compared) if not report else
              "Differences are in %s; first: %s" % (args.output_file, report.split("\n", 1)[0].strip("<>")))
        return 1 if report else 0
    except (Failure, OSError, ValueError) as error:
        print("analysis_tool.py: error: %s" % error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
