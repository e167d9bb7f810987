"""Full garbage collections wait for a quiet moment.

Python frees almost everything at once; only cycles of objects wait for the collector. A full collection goes
through all tables and connections, and nobody is answered meanwhile: with 250 tables up to 0.4 s.
"""

import asyncio
import gc
import time

LOOK_SECONDS = 10.0
# A moment is quiet if the process uses less than this share of a processor.
QUIET_SHARE = 0.1
# If there is no quiet moment, a full collection follows this many smaller ones: minutes under heavy load.
SMALLER_COLLECTIONS = 1000


async def collect_when_quiet() -> None:
    """Until it is cancelled; young objects are collected as always."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, SMALLER_COLLECTIONS)
    try:
        while True:
            before = time.process_time()
            await asyncio.sleep(LOOK_SECONDS)
            if time.process_time() - before < QUIET_SHARE * LOOK_SECONDS:
                gc.collect()
    finally:
        gc.set_threshold(young, middle, old)
