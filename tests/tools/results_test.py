"""Every file that a tool writes: what happens where it cannot be written."""

import os
import resource
import stat
import unittest

from toolkit import BIN_DIR, FLUID, ToolTest

DEBUG_TOOL = os.path.join(os.path.dirname(BIN_DIR), "tools", "debug", "lite_model_debug_tool")
NB = "net.nb"
# Tool, arguments with {} for the result, and whether an existing file is appended to instead of
# replaced.
RESULTS = [
    ("opt", [*FLUID, "--valid_targets=x86", "--optimize_out=o", "--explain_out={}"], False),
    ("benchmark_bin", ["--optimized_model_file=" + NB, "--result_path={}"], True),
    ("benchmark_bin", ["--model_dir=net", "--result_filename={}"], True),
    ("benchmark_bin", ["--optimized_model_file=" + NB, "--output_data_path={}"], False),
    ("benchmark_bin", ["--optimized_model_file=" + NB, "--trace={}"], False),
    ("lite_model_dump", ["--model=" + NB, "--save_nb={}"], False),
    (DEBUG_TOOL, [*FLUID, "--topo_output_file={}"], False),
    (DEBUG_TOOL, [*FLUID, "--tensor_output_file={}"], False),
    ("paddle_code_generator", ["--optimized_model=" + NB, "--generated_code_file={}"], False),
    ("test_model_bin", ["--use_optimize_nb", "--model_dir=net", "--out_txt={}"], False),
]
STDOUT = [
    ("opt", ["--list_passes"]),
    ("opt", [*FLUID, "--valid_targets=x86", "--optimize_out=o"]),
    ("benchmark_bin", ["--optimized_model_file=" + NB]),
    ("lite_model_dump", ["--model=" + NB]),
    ("paddle_code_generator", ["--optimized_model=" + NB]),
    ("test_model_bin", ["--use_optimize_nb", "--model_dir=net"]),
]
TOOLS = sorted({tool for tool, *_ in RESULTS})


class Results(ToolTest):
    def setUp(self):
        super().setUp()
        done = self.run_tool(*FLUID, "--valid_targets=x86", "--optimize_out_type=naive_buffer", "--optimize_out=net",
                             tool="opt")
        self.assertEqual(done.returncode, 0, done.stderr)

    def each(self, name, check):
        for tool, args, adds in RESULTS:
            with self.subTest(tool=tool, args=args, result=name):
                self.tool = tool
                check([arg.format(name) for arg in args], adds)

    def test_full_disk(self):
        os.symlink("/dev/full", self.path("full.cc"))
        before = self.files()

        def check(args, _):
            self.assertIn("full.cc: No space left on device", self.fail_with("", *args).stderr)
            self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))
            self.assertEqual(self.files(), before)
        self.each("full.cc", check)

    def test_folder(self):
        os.mkdir(self.path("dir.cc"))
        before = self.files()

        def check(args, _):
            self.assertRegex(self.fail_with("", *args).stderr, "cannot write dir.cc: (Is a|it is a) ")
            self.assertEqual(self.files(), before)
        self.each("dir.cc", check)

    def test_no_such_folder(self):
        before = self.files()

        def check(args, _):
            self.fail_with("none/x.cc", *args)
            self.assertEqual(self.files(), before)
        self.each("none/x.cc", check)

    @unittest.skipIf(os.geteuid() == 0, "root may write everything")
    def test_not_allowed(self):
        os.mkdir(self.path("closed"))
        with open(self.path("closed", "x.cc"), "w", encoding="utf-8") as file:
            file.write("before")
        os.chmod(self.path("closed", "x.cc"), 0o444)
        os.chmod(self.path("closed"), 0o555)
        self.addCleanup(os.chmod, self.path("closed"), 0o755)

        def check(args, _):
            self.assertRegex(self.fail_with("", *args).stderr, "closed/x.cc.*: Permission denied")
            self.assertEqual(self.read("closed", "x.cc"), "before")
        self.each("closed/x.cc", check)

    def test_limit_of_the_size(self):
        before = self.files()

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))

        def check(args, _):
            self.assertIn("File too large", self.fail_with("", *args, preexec_fn=limit).stderr)
            self.assertEqual(self.files(), before)
        self.each("x.cc", check)

    def test_existing_file(self):
        def check(args, adds):
            with open(self.path("old.cc"), "w", encoding="utf-8") as file:
                file.write("before\n")
            self.succeed(*args)
            with open(self.path("old.cc"), "rb") as file:
                content = file.read()
            self.assertEqual(content.startswith(b"before\n"), adds)
            self.assertGreater(len(content), 7)
        self.each("old.cc", check)

    def test_stdout(self):
        for tool, args in STDOUT + [(tool, [flag]) for tool in TOOLS for flag in ("--help", "--version")]:
            with self.subTest(tool=tool, args=args):
                with open("/dev/full", "w", encoding="utf-8") as full:
                    done = self.run_tool(*args, tool=tool, stdout=full)
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"{os.path.basename(tool)}: error: standard output: No space left on device", done.stderr)


if __name__ == "__main__":
    unittest.main()
