#!/usr/bin/env python3
"""Packs the Python package of a build into a wheel. Only needs Python; equal input produces equal bytes.

  tools/make_wheel.py --package build/python/package --version 0.1.0 --license LICENSE --readme README.md --output dist

One wheel serves every Python from 3.8 on (tag cp38-abi3). The platform tag names the oldest C library that has every
function the module and its libraries refer to.
"""
import argparse
import base64
import hashlib
import os
import re
import subprocess
import sys
import zipfile

# Not the name of the official distribution, by which `pip install -U paddlelite` would replace this one. The modules have
# the official names.
NAME = "lite_for_paddle"
PACKAGE = "paddlelite"
# Shared objects that exist on every system with the C library. Others are added to the wheel.
SYSTEM = re.compile(r"^(lib(c|m|dl|pthread|rt)\.so|ld-linux|linux-vdso|libstdc\+\+\.so|libgcc_s\.so)")


def output_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout


def processor_of(path):
    """The processor as tags of wheels name it, from the head of the file."""
    machines = {0x3E: "x86_64", 0xB7: "aarch64"}
    code = int.from_bytes(read(path)[18:20], "little")
    if code not in machines:
        raise SystemExit("make_wheel.py: error: %s is for machine %#x: there is no tag for it" % (path, code))
    return machines[code]


def foreign_libraries(path):
    """The shared objects that `path` needs and systems may lack: name -> file on this machine."""
    found = {}
    needed = re.findall(r"NEEDED.*\[(.*)\]", output_of("readelf", "-dW", path))
    foreign = [name for name in needed if not SYSTEM.match(name)]
    if processor_of(path) != os.uname().machine:
        if foreign:
            raise SystemExit("make_wheel.py: error: %s is for another processor and needs %s: link it statically"
                             % (path, ", ".join(foreign)))
        return found
    for line in output_of("ldd", path).splitlines():
        match = re.match(r"\s*(\S+) => (/\S+)", line)
        if match and not SYSTEM.match(match.group(1)):
            found[match.group(1)] = match.group(2)
        elif "not found" in line:
            raise SystemExit("make_wheel.py: error: %s: %s" % (path, line.strip()))
    return found


def oldest_glibc(paths):
    """The newest version of the C library that any of the files refers to, as a pair."""
    newest = (2, 17)
    for path in paths:
        for match in re.finditer(r"\bGLIBC_(\d+)\.(\d+)", output_of("readelf", "-VW", path)):
            newest = max(newest, (int(match.group(1)), int(match.group(2))))
    return newest


def read(path):
    with open(path, "rb") as file:
        return file.read()


def licenses(license_file, libraries):
    """The texts that must go with the package: ours, and those of the libraries inside."""
    texts = {"LICENSE": read(license_file)}
    for name in libraries:
        package = re.sub(r"\.so.*", "", name)
        for folder in ("%s-dev" % package, "libprotobuf-dev", "libprotobuf-lite%s" % name.rpartition(".")[2]):
            path = "/usr/share/doc/%s/copyright" % folder
            if package.startswith("libprotobuf") and os.path.exists(path):
                texts["LICENSE.%s" % package] = read(path)
    if not any(name.startswith("libprotobuf") for name in libraries):  # it is linked into the module
        texts["LICENSE.libprotobuf-lite"] = read(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                                              "../third-party/licences/protobuf.txt"))
    return texts


def description(readme):
    """The page that package indexes show: code blocks without what only the page's test reads, and the names of other files
    of the project in place of links to them, which would be dead there."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

    def name(match):
        text, target = (part.decode() for part in match.groups())
        path = os.path.relpath(os.path.join(os.path.dirname(os.path.abspath(readme)), target), root)
        return (path if path.endswith(text.rstrip("/")) else "%s: %s" % (text, path)).encode()

    text = re.sub(rb"(?m)^(```\w+) .*$", rb"\1", read(readme))
    return re.sub(rb"\[([^]]+)\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)", name, text)


def collect(options):
    """What the wheel holds: name inside -> bytes; and the platform tag."""
    files, binaries, libraries = {}, [], {}
    for folder, _, names in sorted(os.walk(options.package)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            inside = os.path.relpath(path, options.package).replace(os.sep, "/")
            if inside.endswith(".pyc"):
                continue
            files[inside] = read(path)
            if name.endswith(".so"):
                binaries.append(path)
                libraries.update(foreign_libraries(path))
    if not binaries:
        raise SystemExit("make_wheel.py: error: %s holds no module; build the target paddlelite_python" % options.package)
    for name, path in sorted(libraries.items()):
        files["%s/libs/%s" % (PACKAGE, name)] = read(path)
        binaries.append(path)
    tag = "cp38-abi3-manylinux_%d_%d_%s" % (oldest_glibc(binaries) + (processor_of(binaries[0]),))
    info = "%s-%s.dist-info" % (NAME, options.version)
    files["%s/METADATA" % info] = (
        "Metadata-Version: 2.1\nName: %s\nVersion: %s\nSummary: Runs trained PaddlePaddle models\n"
        "License: Apache-2.0\nRequires-Python: >=3.8\nRequires-Dist: numpy\nDescription-Content-Type: text/markdown\n\n"
        % (NAME, options.version)).encode() + description(options.readme)
    files["%s/WHEEL" % info] = (
        "Wheel-Version: 1.0\nGenerator: make_wheel\nRoot-Is-Purelib: false\nTag: %s\n" % tag).encode()
    files["%s/entry_points.txt" % info] = b"[console_scripts]\npaddle_lite_opt = paddlelite.opt_tool:main\n"
    files["%s/top_level.txt" % info] = b"lite\nlite_core\npaddlelite\n"
    for name, text in licenses(options.license, libraries).items():
        files["%s/%s" % (info, name)] = text
    return files, tag, info


def write(path, files, info):
    record = ""
    with zipfile.ZipFile(path + ".tmp", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        def add(name, data):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if ".so" in name else 0o100644) << 16
            wheel.writestr(entry, data)

        for name in sorted(files):
            digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
            record += "%s,sha256=%s,%d\n" % (name, digest, len(files[name]))
            add(name, files[name])
        add("%s/RECORD" % info, record + "%s/RECORD,,\n" % info)
    os.replace(path + ".tmp", path)


def write_folder(folder, files, info):
    """The same package as files, for setup.py."""
    for name, data in files.items():
        if name.startswith(info):
            continue
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("package", "version", "license", "readme", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--folder", help="where to put the files that the wheel installs, too")
    options = parser.parse_args()
    files, tag, info = collect(options)
    os.makedirs(options.output, exist_ok=True)
    path = os.path.join(options.output, "%s-%s-%s.whl" % (NAME, options.version, tag))
    write(path, files, info)
    if options.folder:
        write_folder(options.folder, files, info)
    print("%s: %d bytes" % (path, os.path.getsize(path)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
