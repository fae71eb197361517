#!/usr/bin/env python3
"""Compiles every kernel of CUDA with nvcc and prints what each uses, as Markdown.

  tools/cuda_report.py [NVCC] > docs/measurements/cuda-build.md

Exit status 1 if a file does not compile, or if a kernel spills registers.
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = "lite/backends/cuda"
ARCHITECTURES = ("80", "90")
QUOTE = ",".join("-iquote," + os.path.join("lite", folder) for folder in ("base", "core", "api"))

HEAD = """\
# CUDA kernels, as compiled

`tools/cuda_report.py` compiles every `.cu` file of `lite/backends/cuda` for sm_80 and sm_90, with
PTX of compute_80, and writes this page from the compiler's output (`-Xptxas -v`). Nothing here was
executed: the numbers say what a kernel occupies, not how fast it is.

Shared memory that a launch asks for, which most products by tiles have, is not in the column.

A frame is memory of a thread beside its registers. Most frames hold the parameters of an activation
for `RareActivation`, which is a call; a spill would be a defect, and fails the script.

"""


def compile_file(nvcc, name, output):
    command = [nvcc, "-std=c++17", "-O3", "-I.", "-Xcompiler=" + QUOTE + ",-Wall,-Wno-unknown-pragmas", "-Werror",
               "all-warnings", "-Xptxas", "-v", "-c", os.path.join(FOLDER, name), "-o", output]
    for architecture in ARCHITECTURES:
        command += ["-gencode", "arch=compute_%s,code=sm_%s" % (architecture, architecture)]
    command += ["-gencode", "arch=compute_80,code=compute_80"]
    return subprocess.run(command, cwd=ROOT, stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True, check=False)


def short_name(symbol):
    """"RunItems<UnaryBody>" of a mangled name."""
    text = subprocess.run(["c++filt", symbol], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    text = re.sub(r"^void ", "", text).split("(")[0] if not text.startswith("void") else text[5:]
    text = text.replace("paddle::lite::cuda::", "")
    match = re.match(r"Run(?:Items|Groups)<(.*?) ?>\(", text)
    return match.group(1).replace("> >", ">>") if match else text.split("(")[0]


def kernels_of(output):
    """(kernel, architecture) -> {"registers", "shared", "frame", "spills"} of the output of ptxas."""
    found = {}
    current = None
    frames = False
    for line in output.splitlines():
        match = re.search(r"Compiling entry function '(\S+)' for 'sm_(\d+)'", line)
        if match:
            current = (short_name(match.group(1)), match.group(2))
            found[current] = {"registers": 0, "shared": 0, "frame": 0, "spills": 0}
            frames = True
            continue
        match = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line)
        if match and current:
            if frames:
                found[current]["frame"] = int(match.group(1))
            found[current]["spills"] += int(match.group(2)) + int(match.group(3))
            frames = False
            continue
        match = re.search(r"Used (\d+) registers", line)
        if match and current:
            found[current]["registers"] = int(match.group(1))
            shared = re.search(r"(\d+) bytes smem", line)
            found[current]["shared"] = int(shared.group(1)) if shared else 0
    return found


def version_of(nvcc):
    text = subprocess.run([nvcc, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.search(r"V([\d.]+)", text).group(1)


def main():
    nvcc = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("CUDACXX", "/usr/local/cuda/bin/nvcc")
    failed = False
    rows = []
    sources = sorted(name for name in os.listdir(os.path.join(ROOT, FOLDER)) if name.endswith(".cu"))
    with tempfile.TemporaryDirectory() as folder:
        for name in sources:
            result = compile_file(nvcc, name, os.path.join(folder, "out.o"))
            if result.returncode != 0:
                print(result.stdout, file=sys.stderr)
                failed = True
                continue
            kernels = kernels_of(result.stdout)
            for kernel in sorted({kernel for kernel, _ in kernels}):
                uses = [kernels[(kernel, architecture)] for architecture in ARCHITECTURES]
                spills = sum(use["spills"] for use in uses)
                failed = failed or spills > 0
                rows.append("| `%s` | `%s` | %s | %d | %s | %d |" % (
                    name, kernel, " / ".join(str(use["registers"]) for use in uses), uses[0]["shared"],
                    " / ".join(str(use["frame"]) for use in uses), spills))
    print(HEAD, end="")
    print("nvcc %s, %d files, %d kernels; registers and frames for sm_80 / sm_90.\n" %
          (version_of(nvcc), len(sources), len(rows)))
    print("| file | kernel | registers | shared memory, bytes | frame, bytes | spills, bytes |")
    print("| --- | --- | --- | --- | --- | --- |")
    for row in rows:
        print(row)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
