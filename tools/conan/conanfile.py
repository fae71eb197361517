"""The Conan recipe: `conan create tools/conan` packages the light library from this checkout."""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class PaddleLite(ConanFile):
    name = "paddle-lite"
    license = "Apache-2.0"
    description = "Runs trained PaddlePaddle models on phones, boards and PCs"
    settings = "os", "compiler", "build_type", "arch"
    # full: also the optimiser and the tools, with the protobuf and gflags of the system.
    options = {"full": [True, False], "cv": [True, False]}
    default_options = {"full": False, "cv": False}

    def _checkout(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "cmake/*", "lite/*", "third-party/*", "LICENSE", "tests/data/*", "tests/models/digits/*"):
            copy(self, pattern, src=self._checkout(), dst=self.export_sources_folder)

    def set_version(self):
        text = load(self, os.path.join(self._checkout(), "CMakeLists.txt"))
        self.version = re.search(r"project\([^)]*VERSION\s+([\d.]+)", text, re.I).group(1)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["LITE_ON_TINY_PUBLISH"] = not self.options.full
        toolchain.cache_variables["LITE_WITH_CV"] = bool(self.options.cv)
        toolchain.cache_variables["LITE_WITH_STATIC_LIB"] = True
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        # The package has its own PaddleLiteConfig.cmake.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/PaddleLite"]
        self.cpp_info.includedirs = ["cxx/include"]
        self.cpp_info.libdirs = ["cxx/lib"]
        self.cpp_info.libs = ["paddle_full_api_shared" if self.options.full else "paddle_light_api_shared"]
        self.cpp_info.system_libs = ["dl", "pthread"]
