"""lite_model_dump: listings of both families of files, storing in the other one, and what it refuses."""

import os
import unittest

from toolkit import FLUID_DIR, PADDLE2_DIR, SOURCE_DIR, ToolTest

FORMATS = os.path.join(SOURCE_DIR, "tests", "data", "formats")
NB = os.path.join(FORMATS, "nb", "dtype_int16.x86.2.13rc0")
QDQ = os.path.join(FORMATS, "paddle", "p26_qdq")


def program_of(listing):
    """The lines from the first block on; those above belong to the container."""
    lines = listing.splitlines()
    return lines[next(i for i, line in enumerate(lines) if line.startswith("block 0")):]


class ModelDump(ToolTest):
    tool = "lite_model_dump"

    def dump(self, model, *args):
        return self.succeed(f"--model={model}", *args).stdout

    def expect_listing(self, model, listing):
        with open(listing, encoding="utf-8") as file:
            self.assertEqual(program_of(self.dump(model)), program_of(file.read()))


class Listings(ModelDump):
    """The stored listings are those of an independent decoder."""

    def test_naive_buffer(self):
        self.expect_listing(NB + ".nb", NB + ".txt")
        self.assertTrue(self.dump(NB + ".nb").startswith("opt_version: v2.13-rc\n"))

    def test_naive_buffer_folder(self):
        folder = os.path.join(FORMATS, "nb", "f18_convnet.x86.v20_directory")
        self.assertIn("  op 0 feed(X=feed) -> Out=", self.dump(folder))

    def test_paddle_program_finds_its_parameters(self):
        self.expect_listing(os.path.join(QDQ, "inference.pdmodel"), os.path.join(QDQ, "listing.txt"))
        self.assertIn("\nparam fc_0.b_0 float32 [64] bytes=256 ", self.dump(os.path.join(FLUID_DIR, "__model__")))

    def test_program_alone(self):
        text = self.dump(os.path.join(FORMATS, "paddle", "attrs_all_types.pdmodel"))
        self.assertIn("  op 0 scale(X=x) -> Out=y", text)
        self.assertNotIn("\nparam ", text)

    def test_parameters_named(self):
        model = os.path.join(PADDLE2_DIR, "model.pdmodel")
        named = self.dump(model, f"--params={os.path.join(PADDLE2_DIR, 'model.pdiparams')}")
        self.assertEqual(named, self.dump(model))

    def test_values_and_callstack(self):
        self.assertIn("first=[0, 1] sha256=", self.dump(NB + ".nb", "--values=2"))
        model = os.path.join(QDQ, "inference.pdmodel")
        self.assertIn("STRINGS op_callstack = (20 lines)", self.dump(model))
        self.assertNotIn("op_callstack = (", self.dump(model, "--callstack"))
        self.assertNotIn("op_callstack", self.dump(model, "--normalize"))


class Storing(ModelDump):
    def contents(self, model):
        """Operators, attributes and parameters; .nb files say less of variables, or more."""
        return [line for line in program_of(self.dump(model)) if not line.startswith("  var ")]

    def test_paddle_becomes_naive_buffer_and_back(self):
        source = os.path.join(FLUID_DIR, "__model__")
        for version in (0, 1, 2):
            with self.subTest(version=version):
                done = self.succeed(f"--model={source}", "--save_nb=m.nb", f"--meta_version={version}")
                self.assertEqual(done.stdout, "")
                self.assertEqual(self.contents(self.path("m.nb")), self.contents(source))
        self.succeed("--model=m.nb", "--save_paddle=back")
        self.assertEqual(self.files(), ["back", "back/model", "back/params", "m.nb"])
        self.assertEqual(self.contents(self.path("back", "model")), self.contents(source))

    def test_nothing_is_left_behind_by_a_failure(self):
        source = os.path.join(FLUID_DIR, "__model__")
        self.fail_with("meta version 7 is unknown", f"--model={source}", "--save_nb=m.nb", "--meta_version=7")
        self.fail_with("no/such/m.nb", f"--model={source}", "--save_nb=no/such/m.nb")
        # A type of attribute that .nb files cannot hold.
        odd = os.path.join(FORMATS, "paddle", "attrs_all_types.pdmodel")
        self.fail_with("a_var of type VAR", f"--model={odd}", "--save_nb=m.nb")
        self.assertEqual(self.files(), [])


class CommandLine(ModelDump):
    def test_help_and_version(self):
        text = self.succeed("--help").stdout
        for part in ("lite_model_dump --model=PATH", "-save_nb", "-save_paddle", "-meta_version", "-values"):
            self.assertIn(part, text)
        self.assertRegex(self.succeed("--version").stdout, r"^lite_model_dump \S+\n$")

    def test_bad_requests(self):
        self.fail_with("Give --model=PATH")
        self.fail_with("unknown command line flag 'foo'", "--foo")
        self.fail_with("illegal value 'many' of flag --values", f"--model={NB}.nb", "--values=many")

    def test_bad_files(self):
        self.fail_with("cannot open none.nb", "--model=none.nb")
        os.mkdir(self.path("empty"))
        self.fail_with("empty", "--model=empty")
        with open(self.path("text"), "w", encoding="utf-8") as file:
            file.write("hello\n")
        self.fail_with("text: not a Paddle program, or a damaged one (6 bytes)", "--model=text")
        with open(NB + ".nb", "rb") as file:
            good = file.read()
        with open(self.path("cut.nb"), "wb") as file:
            file.write(good[:300])
        self.fail_with("cut.nb: offset 26: 3288 bytes needed, 274 remain", "--model=cut.nb")
        self.fail_with("nowhere", f"--model={FLUID_DIR}/__model__", "--params=nowhere")

    def test_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.run_tool(f"--model={NB}.nb", stdout=full)
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output", done.stderr)


if __name__ == "__main__":
    unittest.main()
