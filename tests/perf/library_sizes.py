#!/usr/bin/env python3
"""Builds stripped light libraries for ARM at -Os and prints their lengths.

    cmake --build --preset dev --target opt materialise_zoo
    tests/perf/library_sizes.py
    tests/perf/library_sizes.py --check --systems aarch64 --sets MobileNetV1      (fails over the bound of the page)

A library is for the networks of a set (LITE_BUILD_TAILOR), or, on request, for all operators. They are built below --folder, one
folder for each system, where a library and its map stay for tools/size_report; --check prints its report. Needs the cross compilers;
several minutes of processor time for each library. Exit status: 1 if a bound is exceeded or anything fails, 77 if opt is missing.
"""
import argparse
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs/measurements/size.md")
SKIPPED = 77
PARTS = ["operators", "kernels, vectors", "micro-kernels", "runtime and base"]  # of a report that is not empty
SYSTEMS = {"aarch64": "aarch64-linux-gnu", "armv7": "arm-linux-gnueabihf"}
# Networks as materialise_zoo names them.
SETS = {"MobileNetV1": ["mobilenet_v1_p"], "PP-OCRv4": ["ppocr_det_p", "ppocr_rec_p", "ppocr_cls_p"], "digits": ["digits/fluid"],
        "all operators": []}
OPTIONS = ["-DCMAKE_BUILD_TYPE=MinSizeRel", "-DLITE_ON_TINY_PUBLISH=ON", "-DLITE_WITH_LOG=OFF", "-DLITE_WITH_EXCEPTION=OFF",
           "-DLITE_WITH_UNITY=ON"]


def run(command, cwd=ROOT):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, cwd=cwd)
    if result.returncode != 0:
        sys.exit("%s:\n%s" % (" ".join(command), result.stdout[-4000:]))
    return result.stdout


def tailor(host, networks, folder):
    """Writes the lists of what the networks need together."""
    shutil.rmtree(folder, ignore_errors=True)
    lists = {}
    for network in networks:
        model = os.path.join(folder, network)
        os.makedirs(model)
        program, parameters = run([os.path.join(host, "tests/perf/materialise_zoo"), network, model]).split()
        out = os.path.join(model, "optimised")
        run([os.path.join(host, "lite/api/opt"), "--model_file=" + program, "--param_file=" + parameters, "--valid_targets=arm",
             "--optimize_out_type=naive_buffer", "--optimize_out=" + out, "--record_tailoring_info=true"])
        for name in os.listdir(out):
            with open(os.path.join(out, name)) as lines:
                lists.setdefault(name, set()).update(lines)
    for name, lines in lists.items():
        with open(os.path.join(folder, name), "w") as file:
            file.writelines(sorted(lines))


def build(system, lists, folder, jobs):
    """The path of the library. Sets of networks share their objects."""
    folder = os.path.join(folder, "tailored" if lists else "all")
    tailored = ["-DLITE_BUILD_TAILOR=ON", "-DLITE_OPTMODEL_DIR=" + lists] if lists else ["-DLITE_BUILD_TAILOR=OFF"]
    run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", folder,
         "-DCMAKE_TOOLCHAIN_FILE=%s/cmake/toolchains/%s.cmake" % (ROOT, SYSTEMS[system])] + OPTIONS + tailored)
    run(["cmake", "--build", folder, "--target", "paddle_light_api_shared", "-j", str(jobs)])
    return os.path.join(folder, "lite/libpaddle_light_api_shared.so")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default=os.path.join(ROOT, "build.dev"), help="build folder with opt and materialise_zoo")
    parser.add_argument("--folder", default=os.path.join(ROOT, "build.sizes"))
    parser.add_argument("--systems", nargs="+", default=list(SYSTEMS), choices=SYSTEMS)
    parser.add_argument("--sets", nargs="+", default=[name for name in SETS if SETS[name]], choices=SETS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--check", action="store_true", help="compare with the bounds of docs/measurements/size.md")
    args = parser.parse_args()
    if not os.path.exists(os.path.join(args.host, "lite/api/opt")):
        print("%s has no opt" % args.host)
        return SKIPPED
    failed = False
    for name in args.sets:
        lists = os.path.join(args.folder, "lists", name.replace(" ", "_")) if SETS[name] else ""
        if lists:
            tailor(args.host, SETS[name], lists)
        for system in args.systems:
            library = build(system, lists, os.path.join(args.folder, system), args.jobs)
            kept = os.path.join(args.folder, "%s.%s.so" % (system, name.replace(" ", "_")))
            shutil.copy(library, kept)
            shutil.copy(library + ".map", kept + ".map")
            row = "%s, %s" % (system, name)
            if args.check:
                check = subprocess.run([os.path.join(ROOT, "tools/size_report"), "--check", PAGE, "--name", row, kept])
                failed = failed or check.returncode != 0
                report = run([os.path.join(ROOT, "tools/size_report"), "--top", "5", kept + ".map"])
                print(report, flush=True)
                missing = [part for part in PARTS if part not in report]
                if missing:
                    sys.exit("the report of %s lacks: %s" % (row, ", ".join(missing)))
            else:
                print("| %s | %d |" % (row, os.path.getsize(kept)), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
