"""The command `mockpostly`: this process becomes the packed program."""

from __future__ import annotations

import os
import sys

from ._binary import find_binary
from ._errors import MockPostlyError


def main() -> None:
    """Runs the program with the arguments of this process; does not return.

    Signals, standard streams and the exit code are the program's own. Exits with 1 when there is no
    program to run.
    """
    try:
        binary = find_binary()
        os.execv(binary, ["mockpostly", *sys.argv[1:]])
    except (MockPostlyError, OSError) as error:
        sys.exit(f"mockpostly: error: {error}")


if __name__ == "__main__":
    main()
