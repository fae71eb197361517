"""The script paddle_lite_opt: the program opt, with the same flags and the same exit status. Like the script of this name before
it, it writes an .nb file when no form is asked for, where the program writes both forms.
"""
import re
import sys
import typing

from paddlelite import lite


def _names(words: typing.Sequence[str], flag: str) -> bool:
    return any(re.match("--?%s(=|$)" % flag, word) for word in words)


def main(words: typing.Optional[typing.Sequence[str]] = None) -> int:
    """Runs opt with these words, by default those of the command line, and returns its exit status."""
    words = list(sys.argv[1:] if words is None else words)
    if _names(words, "optimize_out") and not _names(words, "optimize_out_type"):
        words.insert(0, "--optimize_out_type=naive_buffer")  # a --flagfile may still say otherwise
    sys.stdout.flush()
    return lite._opt_main(["opt"] + words)


if __name__ == "__main__":
    sys.exit(main())
