"""The script paddle_lite_opt: the program opt, with the same flags and the same exit status. Like the script of this name before
it, it writes an .nb file when no form is given, where the program writes both forms.
"""
import sys
import typing

from paddlelite import lite


def main(words: typing.Optional[typing.Sequence[str]] = None) -> int:
    """Runs opt with these words, by default those of the command line, and returns its exit status."""
    words = list(sys.argv[1:] if words is None else words)
    sys.stdout.flush()
    return lite._opt_main(["paddle_lite_opt"] + words)


if __name__ == "__main__":
    sys.exit(main())
