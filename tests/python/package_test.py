"""The wheel, and the quick start of docs/python_api.md run with nothing but the wheel."""
import base64
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ["LITE_BUILD_DIR"])
DIGITS = ROOT / "tests" / "models" / "digits" / "fluid"
PAGE = ROOT / "docs" / "python_api.md"
# Executes one line at a time, and reports when it is done.
SESSION = """
import ast, sys
names = {}
for line in sys.stdin:
    exec(ast.literal_eval(line), names)
    print("done", flush=True)
"""


def run(words, **options):
    return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          universal_newlines=True, **options)


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.folder.name)
        cls.wheels = [cls.pack("one"), cls.pack("two")]
        cls.site = cls.dir / "site"
        with zipfile.ZipFile(cls.wheels[0]) as archive:
            archive.extractall(cls.site)
            cls.names = set(archive.namelist())
        bin_dir = cls.dir / "bin"
        bin_dir.mkdir()
        # The script that an installer creates from the entry point.
        entry = (cls.site / "lite_for_paddle-1.2.3.dist-info" / "entry_points.txt").read_text(encoding="utf-8")
        name, module, function = re.fullmatch(r"\[console_scripts\]\n(\S+) = (\S+):(\S+)\n", entry).groups()
        script = bin_dir / name
        script.write_text(f"#!{sys.executable} -B\nimport sys\nfrom {module} import {function}\nsys.exit({function}())\n",
                          encoding="utf-8")
        script.chmod(0o755)
        cls.env = {**os.environ, "PYTHONPATH": str(cls.site), "PATH": f"{bin_dir}:{os.environ['PATH']}"}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def pack(cls, name):
        out = cls.dir / name
        done = run([sys.executable, ROOT / "tools" / "make_wheel.py", "--package", BUILD / "python" / "package", "--version",
                    "1.2.3", "--license", ROOT / "LICENSE", "--readme", PAGE, "--output", out / "dist",
                    "--folder", out])
        if done.returncode != 0:
            raise AssertionError(done.stdout)
        return next(out.glob("dist/*.whl"))

    def test_content(self):
        self.assertRegex(self.wheels[0].name, r"^lite_for_paddle-1\.2\.3-cp38-abi3-manylinux_2_\d+_\w+\.whl$")
        for name in ("paddlelite/__init__.py", "paddlelite/lite.abi3.so", "paddlelite/lite.pyi", "paddlelite/py.typed",
                     "paddlelite/opt_tool.py", "lite.py", "lite_core.py"):
            self.assertIn(name, self.names)
        self.assertTrue(any(name.startswith("paddlelite/libs/libprotobuf-lite.so") for name in self.names))
        self.assertFalse([name for name in self.names if "pyc" in name])
        listed = set()
        record = (self.site / "lite_for_paddle-1.2.3.dist-info" / "RECORD").read_text(encoding="utf-8")
        for line in record.splitlines():
            name, digest, size = line.split(",")
            listed.add(name)
            if digest:
                data = (self.site / name).read_bytes()
                wanted = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                self.assertEqual((digest, int(size)), ("sha256=" + wanted, len(data)))
        self.assertEqual(listed, self.names)
        metadata = (self.site / "lite_for_paddle-1.2.3.dist-info" / "METADATA").read_text(encoding="utf-8")
        self.assertIn("```sh\n", metadata)
        self.assertNotIn("notest=", metadata)
        self.assertNotRegex(metadata, r"\]\((?!https://)")  # a link to another page is dead on a package index
        self.assertIn("(how to get it: docs/cxx_api.md)", metadata)
        self.assertIn("* docs/errors.md: messages", metadata)

    def test_same_bytes_twice(self):
        self.assertEqual(self.wheels[0].read_bytes(), self.wheels[1].read_bytes())

    def test_module_brings_its_library(self):
        code = ("import paddlelite.lite as l; print(l.__file__)\n"
                "print([line.split()[-1] for line in open('/proc/self/maps') if 'protobuf' in line][0])")
        done = run([sys.executable, "-B", "-c", code], env=self.env, cwd=self.dir)
        self.assertEqual(done.returncode, 0, done.stdout)
        for path in done.stdout.split():
            self.assertTrue(path.startswith(str(self.site)), path)

    def test_exported_names(self):
        names = run(["nm", "-D", "--defined-only", self.site / "paddlelite" / "lite.abi3.so"]).stdout
        self.assertEqual(sorted(line.split()[-1] for line in names.splitlines()), ["PyInit_lite", "PyInit_lite_core"])

    def test_folder_for_setup_py(self):
        """python/install of the published package: setup.py names every file that the wheel has."""
        folder = self.dir / "one"
        (folder / "setup.py").write_bytes((ROOT / "lite" / "api" / "python" / "setup.py").read_bytes())
        (self.dir / "setuptools.py").write_text(
            "import json\nclass Distribution:\n    pass\n"
            "def setup(distclass, **words):\n    print(json.dumps({**words, 'compiled': distclass().has_ext_modules()}))\n",
            encoding="utf-8")
        done = run([sys.executable, "-B", folder / "setup.py"], env={**os.environ, "PYTHONPATH": str(self.dir)})
        self.assertEqual(done.returncode, 0, done.stdout)
        words = json.loads(done.stdout)
        self.assertEqual((words["name"], words["version"], words["compiled"]), ("lite_for_paddle", "1.2.3", True))
        named = {f"{name}.py" for name in words["py_modules"]}
        for package in words["packages"]:
            for pattern in ["*.py"] + words["package_data"][package]:
                named |= {str(path.relative_to(folder)) for path in folder.glob(f"{package}/{pattern}")}
        self.assertEqual(named, {name for name in self.names if "dist-info" not in name})
        entry = (self.site / "lite_for_paddle-1.2.3.dist-info" / "entry_points.txt").read_text(encoding="utf-8")
        self.assertEqual(entry.split("\n")[1], words["entry_points"]["console_scripts"][0])

    def test_demos(self):
        demos = ROOT / "lite" / "demo" / "python"
        model = [f"--model_file={DIGITS / '__model__'}", f"--param_file={DIGITS / '__params__'}"]
        shape = "--input_shape=1,1,28,28"
        full = run([sys.executable, "-B", demos / "mobilenetv1_full_api.py", *model, shape], env=self.env, cwd=self.dir)
        self.assertEqual(full.returncode, 0, full.stdout)
        printed = full.stdout.splitlines()[-2:]
        self.assertEqual(printed[0], "[1, 10]")
        self.assertAlmostEqual(sum(json.loads(printed[1])), 1, 5)
        converted = run(["paddle_lite_opt", *model, "--valid_targets=x86", "--optimize_out=demo"], env=self.env, cwd=self.dir)
        self.assertEqual(converted.returncode, 0, converted.stdout)
        light = run([sys.executable, "-B", demos / "mobilenetv1_light_api.py", "--model_dir=demo.nb", shape], env=self.env,
                    cwd=self.dir)
        self.assertEqual((light.returncode, light.stdout.splitlines()[-2:]), (0, printed), light.stdout)

    def test_quick_start(self):
        """The blocks of the quick start, word for word, in a virtual environment that only has numpy."""
        page = PAGE.read_text(encoding="utf-8")
        quick_start = page[page.index("\n## Quick start\n"):page.index("\n## An image of your own\n")]
        blocks = re.findall(r"^```(sh|python|text).*\n([^`]*?)^```$", quick_start, re.M)
        kinds = [kind for kind, _ in blocks]
        self.assertEqual(kinds, ["sh", "sh", "sh", "python", "text", "python", "text"])
        # Instead of the first block, which the test of the page runs: a package with this wheel, and its samples.
        dist = self.dir / "package" / "python" / "install" / "dist"
        dist.mkdir(parents=True)
        shutil.copy(self.wheels[0], dist)
        work = self.dir / "work"
        (work / "samples").mkdir(parents=True)
        (work / "samples" / "digits").symlink_to(ROOT / "tests" / "models" / "digits")
        fresh = self.dir / "fresh"
        made = run([sys.executable, "-m", "venv", fresh])
        self.assertEqual(made.returncode, 0, made.stdout)  # Debian: python3-venv
        packages = next(fresh.glob("lib/python*/site-packages"))
        (packages / "numpy.pth").write_text(str(pathlib.Path(np.__file__).parents[1]) + "\n", encoding="utf-8")
        env = {**os.environ, "PATH": f"{fresh}/bin:{os.environ['PATH']}", "PIP_NO_INDEX": "1",
               "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PACKAGE": str(self.dir / "package")}
        del env["PYTHONPATH"]

        session = subprocess.Popen([fresh / "bin" / "python", "-B", "-q", "-c", SESSION], cwd=work, env=env, text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        with session:
            printed = ""
            for kind, text in blocks[1:]:
                if kind == "sh":
                    done = run(["bash", "-euc", text], cwd=work, env=env)
                    self.assertEqual(done.returncode, 0, done.stdout)
                elif kind == "python":
                    session.stdin.write(repr(text) + "\n")
                    session.stdin.flush()
                    printed = "".join(iter(session.stdout.readline, "done\n"))
                    self.assertNotIn("Traceback", printed)
                else:
                    self.assertRegex(printed, re.escape(text.replace("...\n", "")) + "$")
            session.stdin.close()
        found = {path.name for path in work.iterdir()}
        self.assertEqual(found, {"digits.nb", "digits_again.nb", "digits_optimised.nb", "digits_optimised_pb", "samples"})
        self.assertEqual((work / "digits.nb").read_bytes(), (work / "digits_again.nb").read_bytes())
        where = run([fresh / "bin" / "python", "-c", "import paddlelite.lite as l; print(l.__file__)"], env=env).stdout
        self.assertTrue(where.startswith(str(packages)), where)
        gone = run(["pip", "uninstall", "-qy", "lite_for_paddle"], env=env)
        self.assertEqual(gone.returncode, 0, gone.stdout)
        self.assertFalse(list(packages.glob("*lite*")) + list((fresh / "bin").glob("*lite*")))


class OtherProcessors(unittest.TestCase):
    """Modules of cross builds, made of one of this machine by writing another processor into its head."""

    def pack(self, machine, *options):
        with tempfile.TemporaryDirectory() as folder:
            module = pathlib.Path(folder) / "package" / "paddlelite" / "lite.abi3.so"
            module.parent.mkdir(parents=True)
            foreign = pathlib.Path(folder) / "libforeign.so"
            empty = ["gcc", "-shared", "-nostdlib", "-x", "c", "/dev/null"]
            self.assertEqual(run([*empty, "-o", foreign]).returncode, 0)
            self.assertEqual(run([*empty, "-o", module, "-L", folder, *options]).returncode, 0)
            data = bytearray(module.read_bytes())
            data[18:20] = machine.to_bytes(2, "little")
            module.write_bytes(data)
            done = run([sys.executable, ROOT / "tools" / "make_wheel.py", "--package", pathlib.Path(folder) / "package",
                        "--version", "1", "--license", ROOT / "LICENSE", "--readme", PAGE, "--output", folder])
            wheels = list(pathlib.Path(folder).glob("*.whl"))
            if not wheels:
                return done.returncode, done.stdout
            with zipfile.ZipFile(wheels[0]) as wheel:
                return wheels[0].name, wheel.read("lite_for_paddle-1.dist-info/LICENSE.libprotobuf-lite").decode()

    def test_the_tag_names_the_processor_of_the_module(self):
        name, licence = self.pack(0xB7)
        self.assertEqual(name, "lite_for_paddle-1-cp38-abi3-manylinux_2_17_aarch64.whl")
        self.assertIn("Google", licence)

    def test_what_cannot_be_packed(self):
        self.assertEqual(self.pack(0xB7, "-Wl,--no-as-needed", "-lforeign")[0], 1)
        self.assertIn("needs libforeign.so: link it statically", self.pack(0xB7, "-Wl,--no-as-needed", "-lforeign")[1])
        self.assertIn("is for machine 0xf3: there is no tag for it", self.pack(0xF3)[1])


if __name__ == "__main__":
    unittest.main()
