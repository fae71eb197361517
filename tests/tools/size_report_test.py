#!/usr/bin/env python3
"""tools/size_report: parts of a linker map, and bounds."""
import os
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.environ.get("LITE_SOURCE_DIR") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
TOOL = os.path.join(SOURCE, "tools", "size_report")
# What the linker prints: discarded sections have the address 0, long names a line of their own.
MAP = """Discarded input sections

 .text._ZN6paddle4lite4UnusedEv
                0x0000000000000000       0x99 lite/a.o

Linker script and memory map

 .text._ZN6paddle4lite7kernels4host4ReluEv
                0x0000000000001000       0x20 lite/CMakeFiles/lite_light.dir/Unity/unity_0_cxx.cxx.o
 .text          0x0000000000001020      0x100 lite/CMakeFiles/lite_light.dir/backends/arm/gemm_f32_neon.cc.o
 .text._ZN6paddle4lite9operators6Conv2dEv
                0x0000000000001120       0x10 lite/CMakeFiles/lite_light.dir/Unity/unity_1_cxx.cxx.o
 .text._ZN6paddle4lite4GoneEv
                0x0000000000000000       0x77 lite/b.o
 .eh_frame      0x0000000000002000       0x40 lite/b.o
 .bss           0x0000000000003000      0x800 lite/b.o
 .debug_info    0x0000000000000001      0x999 lite/b.o
"""
PAGE = """| library | bytes | bound |
| --- | --- | --- |
| small | 10 | 12 |
"""


class SizeReport(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_tool(self, *arguments):
        return subprocess.run([sys.executable, "-B", TOOL, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              universal_newlines=True, check=False)

    def test_parts(self):
        done = self.run_tool(self.write("map", MAP), "--top", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        for line in ("| micro-kernels | 256 | 69.6 % |", "| unwinding | 64 | 17.4 % |", "| kernels, host | 32 | 8.7 % |",
                     "| operators | 16 | 4.3 % |", "| not in the file | 2048 |  |", "       256  gemm_f32_neon", "        16  Conv2d"):
            self.assertIn(line + "\n", done.stdout)
        self.assertNotIn("Gone", done.stdout)
        self.assertNotIn("Unused", done.stdout)

    def test_other_files(self):
        for path, text in ((self.write("text", "no map\n"), "is not a map of the linker"),
                           (os.path.join(self.folder.name, "none"), "none: No such file or directory")):
            done = self.run_tool(path)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(text, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_bounds(self):
        page = self.write("page.md", PAGE)
        for size, status in ((12, 0), (13, 1)):
            done = self.run_tool("--check", page, "--name", "small", self.write("library", "x" * size))
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(f"small: {size} bytes, bound 12", done.stdout)
        done = self.run_tool("--check", page, "--name", "large", self.write("library", "x"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("has no bound for 'large'", done.stderr)


if __name__ == "__main__":
    unittest.main()
