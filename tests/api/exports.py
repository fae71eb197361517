"""exports.py PACKAGE: the libraries of a package only export what its headers declare, all of it."""
import pathlib
import re
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


failures = []
headers = sorted((PACKAGE / "cxx" / "include").glob("*.h"))
known = set().union(*(words_of(header) for header in headers))
functions = set()
for header in headers:
    functions |= set(re.findall(r"PDL_API [^;(]*?(PDL_\w+)\(", header.read_text(encoding="utf-8")))
functions.discard("PDL_OperatorLibrary")  # of users' libraries
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
if not functions or count < 100:
    failures.append(f"{len(functions)} functions of C, {count} symbols: the test reads them no more")
print("\n".join(failures))
sys.exit(1 if failures else 0)
