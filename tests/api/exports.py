"""exports.py PACKAGE: the libraries of a package only export what its headers declare, all of it."""
import json
import pathlib
import re
import shutil
import subprocess
import sys

PACKAGE = pathlib.Path(sys.argv[1])
# The library's own internals that users' programs refer to: type information and tables of public classes, and the functions
# of USE_LITE_OP, USE_LITE_KERNEL and USE_MIR_PASS.
GENERATED = re.compile(r"^(vtable|typeinfo|typeinfo name|VTT|guard variable) for |touch_|mir_pass_registry|^Java_")


def words_of(header):
    text = header.read_text(encoding="utf-8")
    return set(re.findall(r"\w+", re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)))


def exported(library):
    names = subprocess.run(["nm", "-DC", "--defined-only", library], stdout=subprocess.PIPE, check=True, text=True).stdout
    return {line.split(" ", 2)[2] for line in names.splitlines() if line.split(" ", 2)[1] in "TBDRVWu"}


def name_of(symbol):
    """paddle::lite_api::Tensor::Resize of its demangled declaration, without parameters and template arguments."""
    while True:
        shorter = re.sub(r"<[^<>]*>|\[abi:\w+\]| const$", "", symbol)
        if shorter == symbol:
            break
        symbol = shorter
    return symbol.split("(")[0].split(" ")[-1]


def declared(header):
    """Mangled names of what the header declares in the namespaces of the library, and does not define."""
    dump = ["-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter", "-Xclang", "paddle"]
    text = subprocess.run(["clang++", "-std=c++17", "-w", "-fsyntax-only", *dump, "-x", "c++", header],
                          stdout=subprocess.PIPE, check=True, text=True).stdout
    found, defined = set(), set()

    def visit(node):
        if "Template" in node.get("kind", ""):  # instantiated in users' programs
            return
        parts = node.get("inner", [])
        if node.get("kind") in ("FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl"):
            name = node.get("mangledName", "")
            if name.startswith("_ZN"):
                found.add(name)
            no_symbol = ("inline", "constexpr", "explicitlyDefaulted", "explicitlyDeleted", "isImplicit", "pure")
            if any(part.get("kind") == "CompoundStmt" for part in parts) or any(node.get(word) for word in no_symbol):
                defined.add(name)
        for part in parts:
            visit(part)

    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:  # between the declarations are lines with their names
        node, at = decoder.raw_decode(text, at)
        visit(node)
        at = text.find("\n{", at)
        at += at >= 0
    return found - defined


failures = []
headers = sorted((PACKAGE / "cxx" / "include").glob("*.h"))
known = set().union(*(words_of(header) for header in headers))
functions = set()
for header in headers:
    functions |= set(re.findall(r"PDL_API [^;(]*?(PDL_\w+)\(", header.read_text(encoding="utf-8")))
functions.discard("PDL_OperatorLibrary")  # of users' libraries
wanted = set()
if shutil.which("clang++"):
    wanted = set().union(*(declared(header) for header in headers))
    if len(wanted) < 100:
        failures.append(f"the headers declare {len(wanted)} functions of C++: expected at least 100")
count = 0
for library in sorted((PACKAGE / "cxx" / "lib").glob("libpaddle_*_shared.so")):
    symbols = {symbol for symbol in exported(library) if not GENERATED.search(symbol)}
    count += len(symbols)
    for symbol in sorted(symbols):
        parts = [part.lstrip("~") for part in name_of(symbol).split("::")]
        unknown = [part for part in parts if part not in known and not part.startswith("operator")]
        if unknown:
            failures.append(f"{library.name} exports {symbol}, but no header has {unknown[0]}")
    for function in sorted(functions - symbols):
        failures.append(f"{library.name} does not export {function}")
    mangled = subprocess.run(["nm", "-D", "--defined-only", library], stdout=subprocess.PIPE, check=True, text=True).stdout
    missing = wanted - {line.split()[-1] for line in mangled.splitlines()}
    if "light" in library.name:  # it reads no models of Paddle
        missing = {name for name in missing if "CreatePaddlePredictorINS0_9CxxConfigE" not in name}
    failures += [f"{library.name} does not export {name}, which a header declares" for name in sorted(missing)]
if not functions or count < 100:
    failures.append(f"{len(functions)} functions of C, {count} symbols: the test reads them no more")
print("\n".join(failures))
sys.exit(1 if failures else 0)
