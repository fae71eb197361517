"""One Python for all Python blocks of a page: runs what it is told, with its output in a file.

A request is a line of JSON on stdin: the code, its position, the working folder and the file for the output.
The answer is a line on what was stdout: the exit status."""
import json
import os
import sys
import traceback

answers = os.fdopen(os.dup(1), "w")
requests = os.fdopen(os.dup(0))
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
names = {"__name__": "__main__"}
for line in requests:
    request = json.loads(line)
    output = os.open(request["output"], os.O_WRONLY | os.O_APPEND)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.chdir(request["folder"])
    status = 0
    try:
        exec(compile(request["code"], request["place"], "exec"), names)
    except Exception:
        kind, error, trace = sys.exc_info()
        sys.stdout.flush()
        # Without this file's own line, as if the block had been a program.
        traceback.print_exception(kind, error, trace.tb_next)
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    answers.write(f"{status}\n")
    answers.flush()
