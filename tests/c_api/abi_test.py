"""abi_test.py [--update]: what programs that were compiled with older C headers rely on is unchanged.

abi.txt has the functions, types, constants, and sizes and offsets of structures (of 64-bit systems) of the version that
PDL_ABI_VERSION names. The test fails if one of them is missing or differs, and if the headers have something that the list
lacks. --update writes the list, and refuses to if only a new PDL_ABI_VERSION allows the change.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = [ROOT / "lite" / "api" / name for name in ("paddle_c_api.h", "paddle_custom_op.h")]
LIST = pathlib.Path(__file__).with_name("abi.txt")


def c_part(text):
    """A header as a C compiler reads it, without comments."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    lines, depth = [], 0  # depth: of conditions inside `#ifdef __cplusplus`
    for line in text.splitlines():
        if re.match(r"#\s*if", line) and (depth or "__cplusplus" in line):
            depth += 1
        elif re.match(r"#\s*endif", line) and depth:
            depth -= 1
        elif not depth:
            lines.append(line)
    return "\n".join(lines)


def without_names(parameters):
    """The types of parameters; names of parameters are not part of the interface."""
    types = []
    for parameter in parameters.split(","):
        parameter = " ".join(parameter.split())
        named = re.fullmatch(r"(.*[ *])(\w+)", parameter)
        types.append(named.group(1).strip() if named else parameter)
    return ", ".join(types)


def read(texts):
    """(version, {what: its declaration}, {structure: its fields})."""
    text = "\n".join(c_part(text) for text in texts)
    version = int(re.search(r"#define PDL_ABI_VERSION (\d+)", text).group(1))
    found, structures = {}, {}
    for name, value in re.findall(r"#define (PDL_\w+) (\d+)$", text, flags=re.M):
        if name != "PDL_ABI_VERSION":
            found[f"constant {name}"] = value
    for result, name, parameters in re.findall(r"PDL_API ([^;(]*?)(PDL_\w+)\(([^;]*)\);", text):
        found[f"function {name}"] = f"{result.strip()} ({without_names(parameters)})"
    for body in re.findall(r"enum \{(.*?)\}", text, flags=re.S):
        for name, value in re.findall(r"(\w+) = (-?\w+)", body):
            found[f"constant {name}"] = value
    for body, name in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", text, flags=re.S):
        found[f"structure {name}"] = " ".join(body.split())
        structures[name] = re.findall(r"(?:\(\*)?(\w+)(?:\[\w+\]|\)\([^;]*?\))?(?:;|,(?=[^()]*;))", flatten(body))
    rest = re.sub(r"typedef struct \w+ \{.*?\} \w+;", "", text, flags=re.S)
    for declaration in re.findall(r"typedef ([^;{]*);", rest):
        declaration = " ".join(declaration.split())
        function = re.fullmatch(r"(\w+) \(\*(\w+)\)\((.*)\)", declaration)
        if function:
            found[f"type {function.group(2)}"] = f"{function.group(1)} (*)({without_names(function.group(3))})"
        else:
            kind, name = declaration.rsplit(" ", 1)
            found[f"type {name}"] = kind
    return version, found, structures


def flatten(body):
    """Fields of function type without the functions they take as parameters."""
    while True:
        shorter = re.sub(r"(\([^()]*)\(\*\w+\)\([^()]*\)", r"\1callback", body)
        if shorter == body:
            return " ".join(body.split())
        body = shorter


def layout(structures):
    """{structure: size, {field: offset and size}} as this machine's C compiler places them."""
    program = ['#include "paddle_custom_op.h"', "#include <stdio.h>", "int main(void) {"]
    for name, fields in structures.items():
        program.append(f'printf("size {name}|%zu bytes\\n", sizeof({name}));')
        for field in fields:
            program.append(f'printf("field {name}.{field}|%zu bytes at %zu\\n", sizeof((({name}*)0)->{field}), '
                           f"offsetof({name}, {field}));")
    program.append("return 0; }")
    with tempfile.TemporaryDirectory() as folder:
        binary = pathlib.Path(folder) / "layout"
        subprocess.run(["cc", "-std=c99", "-I", ROOT / "lite" / "api", "-x", "c", "-", "-o", binary],
                       input="\n".join(program), text=True, check=True)
        output = subprocess.run([binary], stdout=subprocess.PIPE, text=True, check=True).stdout
    return dict(line.split("|") for line in output.splitlines())


def compare(old, new):
    """What programs of the old interface miss in the new one."""
    return [f"{what}: {text}, now {new.get(what, 'missing')}" for what, text in old.items() if new.get(what) != text]


def stored():
    first, *lines = LIST.read_text(encoding="utf-8").splitlines()
    return int(first.split()[-1]), dict(line.split(": ", 1) for line in lines)


def check_itself(texts):
    """Changes that must be found are found."""
    _, now, structures = read(texts)
    fields = sum(structures.values(), [])
    assert len(now) > 80 and "parallel_for" in fields and "attribute_count" in fields and "dims" in fields, (now, fields)
    for before, after in (("PDL_API PDL_Code PDL_ConfigDestroy(PDL_Config config);", ""),
                          ("PDL_ConfigSetThreads(PDL_Config config, int threads)",
                           "PDL_ConfigSetThreads(PDL_Config config, int64_t threads)"),
                          ("const double* floats;", "const float* floats;"), ("PDL_IO_ERROR = 8", "PDL_IO_ERROR = 18"),
                          ("typedef int32_t PDL_Type", "typedef int16_t PDL_Type"),
                          ("PDL_Code (*PDL_OpFunction)(PDL_OpCall* call)", "PDL_Code (*PDL_OpFunction)(void)")):
        changed = [text.replace(before, after) for text in texts]
        assert changed != texts, before
        assert len(compare(now, read(changed)[1])) == 1, f"not found: {before}"
    changed = [text.replace("int threads", "int count") for text in texts]
    assert not compare(now, read(changed)[1]), "the name of a parameter"
    _, _, without = read([text.replace("  size_t message_size;\n", "") for text in texts])
    assert without["PDL_OpCall"] == [field for field in structures["PDL_OpCall"] if field != "message_size"], without


texts = [header.read_text(encoding="utf-8") for header in HEADERS]
check_itself(texts)
version, interface, structures = read(texts)
interface.update(layout(structures))
old_version, old = stored() if LIST.exists() else (0, {})
broken = compare(old, interface)
if sys.argv[1:] == ["--update"]:
    if broken and version == old_version:
        sys.exit("\n".join(broken + ["these changes need another PDL_ABI_VERSION in paddle_c_api.h"]))
    lines = [f"{what}: {text}" for what, text in sorted(interface.items())]
    LIST.write_text("\n".join([f"PDL_ABI_VERSION {version}"] + lines) + "\n", encoding="utf-8")
    sys.exit(0)
if version != old_version:
    broken = [f"PDL_ABI_VERSION is {version}, the list is of version {old_version}"]
missing = [f"{what} is not in the list" for what in interface if what not in old]
if broken or missing:
    advice = "programs that were compiled with older headers do not work: restore it, or change PDL_ABI_VERSION"
    update = f"add it with {pathlib.Path(__file__).name} --update"
    sys.exit("\n".join(broken + ([advice] if broken else []) + missing + ([update] if missing else [])))
print(f"{len(interface)} entries are unchanged")
