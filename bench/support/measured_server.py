"""`floorjudge` as it is, with a clock on each step of its event loop: how much CPU the longest one took.

The file named by STEPS holds that as one double in seconds, which whoever measures sets back to zero. CPU of the thread, so
it does not matter what else the machine does.
"""

from __future__ import annotations

import asyncio
import mmap
import os
import struct
import time
from pathlib import Path

STEPS = "FLOORJUDGE_BENCH_STEPS"
LONGEST = struct.Struct("d")


def watch(file: Path) -> None:
    """Have every event loop of this process write down its longest step."""
    with file.open("r+b") as opened:
        shared = mmap.mmap(opened.fileno(), LONGEST.size)
    run = asyncio.Handle._run  # noqa: SLF001 (nothing public is called once a step)

    def watched(handle: asyncio.Handle) -> None:
        begin = time.thread_time()
        run(handle)
        took = time.thread_time() - begin
        if took > LONGEST.unpack_from(shared)[0]:
            LONGEST.pack_into(shared, 0, took)

    asyncio.Handle._run = watched  # type: ignore[method-assign, assignment]  # noqa: SLF001


if __name__ == "__main__":
    watch(Path(os.environ.pop(STEPS)))
    from floorjudge.cli.main import main

    main()
