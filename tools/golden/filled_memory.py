"""Tells whether a result of Paddle follows from memory that the program does not define.

    v26/bin/python tools/golden/filled_memory.py PROGRAM [--fluid]    runs a pickled program, writes the pickled results

Paddle runs the program with two fillings of the memory of its tensors (filled_memory.c, which needs a C compiler named
`cc`). If the results differ, or a process fails, a kernel reads numbers that nothing has written, or accesses what is outside
of a tensor.
"""

import functools
import os
import pickle
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FILLINGS = (0xEF, 0)  # float32 -1.5e29 and 0, integers outside of every tensor and 0, true and false
SECONDS = 300


@functools.lru_cache(maxsize=None)
def preloaded():
    """(the folder that lasts as long as this process, the library in it)"""
    folder = tempfile.TemporaryDirectory()
    path = os.path.join(folder.name, "filled_memory.so")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", path, os.path.join(HERE, "filled_memory.c")], check=True)
    return folder, path


def results(path, filling, options):
    """What Paddle computes, as comparable values, or None if it does not end well."""
    environment = dict(os.environ, LD_PRELOAD=preloaded()[1], FILLED_MEMORY=str(filling), FLAGS_use_system_allocator="1")
    try:
        done = subprocess.run([sys.executable, os.path.abspath(__file__), path] + options, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return pickle.loads(done.stdout) if done.returncode == 0 else None


def decides(program, fluid):
    """Whether memory that the program does not define decides its results."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program")
        with open(path, "wb") as file:
            pickle.dump(program, file)
        first, second = (results(path, filling, ["--fluid"] if fluid else []) for filling in FILLINGS)
    return first is None or first != second


def main():
    answer = os.dup(1)
    os.dup2(2, 1)  # Paddle prints
    sys.path.insert(0, HERE)
    import programs

    with open(sys.argv[1], "rb") as file:
        program = pickle.load(file)
    found = [v and (v.array.dtype.str, v.array.shape, v.array.tobytes(), v.lod) for v in programs.run_paddle(program)]
    with os.fdopen(answer, "wb") as file:
        pickle.dump(found, file)


if __name__ == "__main__":
    main()
