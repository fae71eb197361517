"""The table of platforms on README's first page says what the tree has."""
import re
import unittest

import markdown

# How the table calls the folders of kernels and the parts that CMake refuses.
TARGETS = {"x86": "x86-64", "arm": "ARM, Linux", "opencl": "OpenCL", "nnadapter": "NNAdapter", "cuda": "CUDA",
           "fpga": "FPGA", "npu": "NPU", "xpu": "XPU"}
STATES = ("runs", "builds", "written", "not yet")


def rows():
    """{platform: (state, kernels)} of the table."""
    text = (markdown.ROOT / "README.md").read_text(encoding="utf-8")
    table = re.search(r"\| platform \| state \| kernels \|\n\|[ -|]+\|\n((?:\|.*\|\n)+)", text).group(1)
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return {platform: (state, kernels) for platform, state, kernels in cells}


def row_of(name):
    found = [(platform, *row) for platform, row in rows().items() if re.search(rf"(^|\W){re.escape(name)}", platform)]
    assert len(found) == 1, f"{name}: {len(found)} rows"
    return found[0]


class Platforms(unittest.TestCase):
    def test_states(self):
        for platform, (state, _) in rows().items():
            with self.subTest(platform):
                self.assertTrue(state.startswith(STATES), state)

    def test_targets_with_kernels(self):
        lite = markdown.ROOT / "lite"
        shared = {"host", "cpu", "gpu"}  # portable, common to CPU targets, common to GPU targets
        folders = {path.name for path in (lite / "kernels").iterdir() if path.is_dir()} - shared
        self.assertTrue({"opencl", "nnadapter"} <= folders)
        backends = {path.name for path in (lite / "backends").iterdir() if path.is_dir()} - shared
        for target in sorted(folders | backends):
            with self.subTest(target):
                _, state, kernels = row_of(TARGETS[target])
                self.assertFalse(state.startswith("not yet"), state)
                self.assertTrue(kernels)

    def test_parts_that_the_build_refuses(self):
        options = (markdown.ROOT / "cmake/options.cmake").read_text(encoding="utf-8")
        refused = re.search(r"foreach\(lite_unavailable ([^)]*)\)", options).group(1).split()
        for option in refused:
            target = TARGETS.get(option.replace("LITE_WITH_", "").lower())
            if target is None or not any(re.search(rf"(^|\W){target}", platform) for platform in rows()):
                continue  # nothing is claimed
            with self.subTest(option):
                self.assertTrue(row_of(target)[1].startswith("not yet"))

    def test_systems(self):
        presets = (markdown.ROOT / "CMakePresets.json").read_text(encoding="utf-8")
        if "emulation" in row_of("ARM, Linux")[1]:
            self.assertIn('"arm64-qemu"', presets)
            self.assertIn('"armv7-qemu"', presets)
        scripts = markdown.ROOT / "lite/tools"
        self.assertEqual(row_of("Android")[1].startswith("not yet"), not (scripts / "build_android.sh").exists())
        for name, script in (("iOS", "build_ios.sh"), ("Windows", "build_windows.bat")):
            self.assertEqual(row_of(name)[1].startswith("not yet"), not (scripts / script).exists())

    def test_the_page_about_building_agrees(self):
        text = (markdown.ROOT / "docs/building.md").read_text(encoding="utf-8")
        for name in ("Android", "macOS", "iOS", "Windows"):
            state = re.search(rf"^\| {name} \| ([^|]*) \|", text, re.M).group(1)
            with self.subTest(name):
                self.assertTrue(row_of(name)[1].startswith(state))


if __name__ == "__main__":
    unittest.main()
