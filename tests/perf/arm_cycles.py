#!/usr/bin/env python3
"""Cycles that a model of cores in order (Cortex-A53, Cortex-A55) gives for an inference. They are not times: nothing here was
checked on hardware (docs/measurements/arm-counts.md).

    cmake --build --preset dev --target opt materialise_zoo
    cmake --build --preset arm64-qemu --target light_runner
    tests/perf/arm_cycles.py --nets mobilenet_v1_p mobilenet_v1_p+fp16 mobilenet_v1_int8_p@dot --loops 8

Networks are named as for arm_counts.py. The counter prints how often each block of instructions is executed, and its instructions,
which objdump disassembles. A loop, which is a block that branches to its own begin, costs what a round costs after some rounds; any
other block costs what it costs with all operands ready. --loops prints the loops with the most cycles: their rounds, and the
instructions, multiplications and cycles of a round.

The model issues up to two instructions in a cycle, in order, when their operands are ready; PAIRS says which kinds go together. Every
access hits the cache, every branch is predicted, and stores have no limit. A core is left out if the network executes instructions
that it lacks: those of ARMv8.2 on A53, i8mm on both.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

import arm_counts

# Cycles until a result can be an operand, as commonly published. A load or store of 128 bits uses the path of 64 bits twice.
LATENCY = {"vector": 4, "half vector": 4, "divide": 12, "insert": 2, "load 128": 5, "load 64": 4, "load": 3, "store 128": 1, "store": 1,
           "integer": 1, "multiply": 3, "branch": 1}
ALONE = {"load 128": 2, "store 128": 2, "divide": 12}  # cycles in which other instructions are not issued
SIMPLE = {"load", "store", "integer", "multiply", "branch"}
PAIRS = {frozenset((a, b)) for a in ("vector", "half vector", "insert", "load 64", "load", "store", "integer", "multiply")
         for b in ("integer", "branch")}
PAIRS |= {frozenset(pair) for pair in (("vector", "load"), ("half vector", "load"), ("half vector",), ("insert", "load"),
                                       ("insert", "load 64"))}
CORES = {"A53": PAIRS, "A55": PAIRS | {frozenset(pair) for pair in (("vector", "load 64"), ("half vector", "load 64"),
                                                                    ("vector", "insert"))}}
ROUNDS = (4, 12)  # a round of a loop is the mean of those from the first to the second

MULTIPLICATION = re.compile(r"(fml[as]|fmul|[su]ml[as]l2?|[su]mull2?|\w*dot|\w*mmla) v")
LACKS = {"A53": re.compile(r"\w*(dot|mmla) v|f(?!cvt)\w+ v\d+\.[48]h"), "A55": re.compile(r"(us|bf)dot v|\w*mmla v")}
# Their sums, if they are those of another one, are needed a cycle after it.
INTEGER_SUM = re.compile(r"[su]ml[as]l2?|[su]mull2?|[su]dot|[su]adalp")
READS_RESULT = re.compile(r"f?ml[as]|[su]ml[as]l2?|\w*dot|\w*mmla|[su]adalp|bsl|bi[tf]|\w+n2|[us]r?sra|s[lr]i")
BRANCH = re.compile(r"b|b\.\w+|bl|blr|br|ret|cbn?z|tbn?z|svc")
REGISTER = re.compile(r"\b([vqdshbxw])(\d+)\b|\b(sp)\b")

Instruction = collections.namedtuple("Instruction", "kind reads writes sums", defaults=(False,))


def registers(text):
    result = []
    for kind, number, stack in REGISTER.findall(re.sub(r"\bv(\d+)\.\w+-v(\d+)", lambda range_: " ".join(
            "v%d" % i for i in range(int(range_.group(1)), int(range_.group(2)) + 1)), text)):
        result.append("sp" if stack else ("x" if kind in "xw" else "v") + number)
    return result


def decode(text):
    """What the model knows of an instruction; a load of two registers is two loads."""
    name, operands = text.split(" ", 1)
    if BRANCH.fullmatch(name):
        return [Instruction("branch", registers(operands), [])]
    memory = re.search(r"\[(\w+.*?)\](!|, .*)?$", operands)
    if memory and (name.startswith(("ld", "st")) or name == "prfm"):
        data, address = registers(operands[:memory.start()]), registers(memory.group(1))
        updated = address[:1] if memory.group(2) else []
        lane = name.endswith("r") if operands.startswith("{") and "}, [" in operands else operands.startswith("{")
        wide = not lane and re.match(r"q|\{v\d+\.(16b|8h|4s|2d)", operands) is not None
        if name == "prfm":
            return [Instruction("load", address, [])]
        if name.startswith("st"):
            if wide:
                return [Instruction("store 128", [register] + address, updated) for register in data]
            return [Instruction("store", data + address, updated)]
        kind = "load" if operands[0] in "xw" else "load 128" if wide else "load 64"
        return [Instruction(kind, address + (data if lane else []), [register] + updated) for register in data]
    used = registers(operands)
    if name == "ins" or (name == "mov" and re.match(r"v\d+\.\w+\[", operands)):
        return [Instruction("insert", used, used[:1])]
    if any(register[0] == "v" for register in used):
        kind = "divide" if name in ("fdiv", "fsqrt") else "vector" if re.search(r"\.(16b|8h|4s|2d)", operands) else "half vector"
        return [Instruction(kind, used if READS_RESULT.fullmatch(name) else used[1:], used[:1],
                            INTEGER_SUM.fullmatch(name) is not None)]
    kind = "divide" if name.endswith("div") else "multiply" if re.fullmatch(r"[us]?m(add|sub|ul)[lh]?", name) else "integer"
    compares = name in ("cmp", "cmn", "tst", "ccmp", "ccmn", "nop")
    return [Instruction(kind, used if compares or name == "movk" else used[1:], [] if compares else used[:1])]


def cycles(code, pairs, loop):
    """Cycles of a block, or of a round of a loop."""
    ready, sums, time, ends = {}, {}, 0, []
    for _ in range(ROUNDS[1] + 1 if loop else 1):
        partner = None  # the instruction that was issued in the cycle before `time` and takes another one
        for instruction in code:
            available = {register: ready.get(register, 0) for register in instruction.reads}
            if instruction.sums:
                available.update((register, sums[register]) for register in instruction.writes if register in sums and register in available)
            start = max(available.values(), default=0)
            if partner and start <= time - 1 and frozenset((partner.kind, instruction.kind)) in pairs:
                issued, partner = time - 1, None
            else:
                issued = max(time, start)
                time = issued + ALONE.get(instruction.kind, 1)
                partner = None if instruction.kind in ALONE else instruction
            for register in instruction.writes:
                sums.pop(register, None)
                if instruction.sums:
                    sums[register] = issued + 1
                address = register[0] != "v" and instruction.kind.startswith(("load ", "store"))
                ready[register] = issued + (1 if address else LATENCY[instruction.kind])
        ends.append(time)
    return (ends[ROUNDS[1]] - ends[ROUNDS[0]]) / (ROUNDS[1] - ROUNDS[0]) if loop else time


def is_branch(disassembled):
    return BRANCH.fullmatch(disassembled[0].split(" ", 1)[0]) is not None


def disassemble(words):
    """Text and, of a branch, the distance of its target, by word."""
    words = sorted(words)
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"".join(int(word, 16).to_bytes(4, "little") for word in words))
        file.flush()
        text = arm_counts.command(["aarch64-linux-gnu-objdump", "-D", "-z", "-b", "binary", "-m", "aarch64", "--no-show-raw-insn",
                                   file.name])
    result = {}
    for line in text.splitlines():
        found = re.match(r"\s*([0-9a-f]+):\s+(\S+)\s*(.*?)\s*(//.*)?$", line)
        if not found:
            continue
        at, name, operands = int(found.group(1), 16), found.group(2), found.group(3)
        target = re.search(r"\b0x([0-9a-f]+)$", operands) if BRANCH.fullmatch(name) else None
        result[words[at // 4]] = (name + " " + operands, int(target.group(1), 16) - at if target else None)
    return result


def sequences(blocks, disassembly):
    """Executed sequences: function, words and executions. A block that does not end with a branch (the translator ends one with a page,
    too) continues with the one after it."""
    left = dict(blocks)
    by_address = {key[1]: key for key in blocks}
    for key in sorted(blocks, key=lambda key: key[1]):
        function, address, words = key
        count = left[key]
        if count == 0:
            continue
        while not is_branch(disassembly[words[-1]]):
            following = by_address.get(address + 4 * len(words))
            if following is None or left[following] < count:
                break
            left[following] -= count
            words += following[2]
        yield function, words, count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arm_counts.add_build_options(parser)
    parser.add_argument("--nets", nargs="+", required=True)
    parser.add_argument("--functions", type=int, default=0, metavar="N",
                        help="print the N functions with the most cycles of A55, if it can run the network")
    parser.add_argument("--loops", type=int, default=0, metavar="N", help="print the N loops with the most cycles")
    args = parser.parse_args()
    arm_counts.prepare(args)
    if args.architecture != "aarch64":
        sys.exit("the model is for AArch64")
    args.runs, args.counter = 1, arm_counts.counter(args.work)
    for net in args.nets:
        blocks = {}
        for line, count in arm_counts.inference(args, net, "blocks").items():
            function, address, *words = line.split(" ")
            if count > 0:
                blocks[function, int(address, 16), tuple(words)] = count
        disassembly = disassemble({word for key in blocks for word in key[2]})
        decoded = {word: decode(text) for word, (text, _) in disassembly.items()}
        cores = [core for core in CORES if not any(LACKS[core].match(text) for text, _ in disassembly.values())]
        instructions, loops = 0, []
        functions = {core: collections.Counter() for core in cores}
        for function, words, count in sequences(blocks, disassembly):
            code = [part for word in words for part in decoded[word]]
            loop = disassembly[words[-1]][1] == -4 * (len(words) - 1)
            each = {core: cycles(code, CORES[core], loop) for core in cores}
            instructions += count * len(words)
            for core in cores:
                functions[core][function] += count * each[core]
            if loop:
                multiplications = sum(1 for word in words if MULTIPLICATION.match(disassembly[word][0]))
                loops.append((count * sum(each.values()), count, len(words), multiplications, each, function))
        print("%-28s %8.2f M instructions, cycles: %s" % (net, instructions * 1e-6, ", ".join(
            "%s %.1f M" % (core, sum(functions[core].values()) * 1e-6) for core in cores) or "-"), flush=True)
        if not cores:
            continue
        loops = sorted(loops, key=lambda loop: loop[0], reverse=True)[:args.loops]
        for (_, count, length, multiplications, each, _), name in zip(loops, arm_counts.readable([loop[-1] for loop in loops])):
            print("    %8.3f M x %3d instructions, %3d multiplications; %s  %s" % (
                count * 1e-6, length, multiplications,
                ", ".join("%s %.1f (%d %%)" % (core, each[core], 100 * multiplications / each[core]) for core in cores), name))
        if args.functions:
            arm_counts.show_functions(functions[cores[-1]], args.functions)


if __name__ == "__main__":
    sys.exit(main())
