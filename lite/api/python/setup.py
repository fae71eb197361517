"""Installs the package in this folder, or packs it as a wheel, for those who keep the folder:

    pip install .
    python setup.py bdist_wheel

The wheel in dist/ is the same package. One module serves every Python from 3.8 on.
"""
import pathlib
import re

from setuptools import Distribution, setup

HERE = pathlib.Path(__file__).resolve().parent


class WithModule(Distribution):
    """There is nothing to compile, but the wheel is for one kind of machine."""

    def has_ext_modules(self):
        return True


def version():
    """The one in the name of the wheel."""
    wheel = next(HERE.glob("dist/lite_for_paddle-*.whl"))
    return re.match(r"lite_for_paddle-([^-]+)-", wheel.name).group(1)


setup(
    name="lite_for_paddle",
    version=version(),
    description="Runs trained PaddlePaddle models",
    license="Apache-2.0",
    python_requires=">=3.8",
    install_requires=["numpy"],
    packages=["paddlelite"],
    py_modules=["lite", "lite_core"],
    package_data={"paddlelite": ["*.so", "*.pyi", "py.typed", "libs/*"]},
    entry_points={"console_scripts": ["paddle_lite_opt = paddlelite.opt_tool:main"]},
    distclass=WithModule,
    options={"bdist_wheel": {"py_limited_api": "cp38"}},
    zip_safe=False,
)
