#!/usr/bin/env python3
"""Writes the OpenCL programs of a folder into a C++ file. A build does it by itself after a change of a program.

    gen_opencl_code.py FOLDER OUT.cc
"""
import os
import subprocess
import sys


def main():
    if len(sys.argv) != 3:
        print(__doc__.strip(), file=sys.stdout if sys.argv[1:] in (["--help"], ["-h"]) else sys.stderr)
        return 0 if sys.argv[1:] in (["--help"], ["-h"]) else 1
    folder, out = (os.path.abspath(path) for path in sys.argv[1:])
    if not os.path.isdir(folder) or not any(name.endswith(".cl") for name in os.listdir(folder)):
        print("gen_opencl_code.py: %s is not a folder with .cl files" % folder, file=sys.stderr)
        return 1
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../cmake/embed_opencl.cmake")
    return subprocess.call(["cmake", "-DOUT_FILE=" + out, "-DKERNELS=" + folder, "-P", script])


if __name__ == "__main__":
    sys.exit(main())
