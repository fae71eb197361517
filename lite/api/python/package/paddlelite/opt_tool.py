"""The script paddle_lite_opt: the program opt, with the same flags and the same exit status."""
import sys
import typing

from paddlelite import lite


def main(words: typing.Optional[typing.Sequence[str]] = None) -> int:
    """Runs opt with these words, by default those of the command line, and gives its exit status."""
    if words is None:
        words = sys.argv[1:]
    sys.stdout.flush()
    return lite._opt_main(["opt"] + list(words))


if __name__ == "__main__":
    sys.exit(main())
