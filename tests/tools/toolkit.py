"""Shared by the tests of the tools: runs the real binaries in a fresh folder."""

import os
import pty
import shutil
import subprocess
import tempfile
import threading
import unittest

BIN_DIR = os.environ["LITE_BIN_DIR"]
SOURCE_DIR = os.environ["LITE_SOURCE_DIR"]
DIGITS = os.path.join(SOURCE_DIR, "tests", "models", "digits")
FLUID_DIR = os.path.join(DIGITS, "fluid")
FLUID = [f"--model_file={FLUID_DIR}/__model__", f"--param_file={FLUID_DIR}/__params__"]
PADDLE2_DIR = os.path.join(DIGITS, "paddle2")
PADDLE2 = [f"--model_file={PADDLE2_DIR}/model.pdmodel", f"--param_file={PADDLE2_DIR}/model.pdiparams"]


class ToolTest(unittest.TestCase):
    tool = ""

    def setUp(self):
        self.dir = tempfile.mkdtemp(prefix="lite_tools_test.")
        self.addCleanup(shutil.rmtree, self.dir)

    def run_tool(self, *args, tool=None, **kwargs):
        """Runs the tool in the test's folder and returns the finished process."""
        path = os.path.join(BIN_DIR, tool or self.tool)
        kwargs.setdefault("stdout", subprocess.PIPE)
        kwargs.setdefault("stderr", subprocess.PIPE)
        return subprocess.run([path, *args], cwd=self.dir, stdin=subprocess.DEVNULL, timeout=300, text=True, check=False, **kwargs)

    def make_model(self, name, text):
        """A model in the folder `name` of the test's folder, from the text form of programs."""
        subprocess.run([os.path.join(BIN_DIR, "text_to_model"), name], cwd=self.dir, input=text, text=True, check=True, timeout=60)

    def at_terminal(self, stream, *args):
        """What the tool writes to `stream`, "stdout" or "stderr", when that is a terminal."""
        reader, terminal = pty.openpty()
        thread = threading.Thread(target=self.run_tool, args=args, kwargs={stream: terminal})
        thread.start()
        text = b""
        # A terminal holds a few kilobytes, so it is read while the tool runs, until all writers
        # have closed it.
        closer = threading.Thread(target=lambda: (thread.join(), os.close(terminal)))
        closer.start()
        try:
            while part := os.read(reader, 65536):
                text += part
        except OSError:  # how a terminal ends
            pass
        closer.join()
        os.close(reader)
        return text.decode()

    def succeed(self, *args, **kwargs):
        done = self.run_tool(*args, **kwargs)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def fail_with(self, text, *args, **kwargs):
        """The tool must end with status 1 and a message that contains `text` in its first line."""
        done = self.run_tool(*args, **kwargs)
        self.assertEqual(done.returncode, 1, f"stdout: {done.stdout}\nstderr: {done.stderr}")
        errors = [line for line in done.stderr.splitlines() if not line.startswith(f"{self.tool}: notice: ")]
        self.assertTrue(errors, "nothing on stderr")
        self.assertIn(text, errors[0])
        return done

    def path(self, *parts):
        return os.path.join(self.dir, *parts)

    def files(self):
        """Every file and folder below the test's folder, relative, sorted."""
        found = []
        for root, dirs, names in os.walk(self.dir):
            for name in dirs + names:
                found.append(os.path.relpath(os.path.join(root, name), self.dir))
        return sorted(found)

    def read(self, *parts):
        with open(self.path(*parts), encoding="utf-8") as file:
            return file.read()
