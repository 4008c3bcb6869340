"""What the programs in this folder share.

While a program runs, a thread writes the stacks of all threads into a file, by which TIV knows them.
"""

import faulthandler
import hashlib
import sys
import threading
import time


def begin():
    """Starts to write the stacks into the file that the first argument names.

    The thread sees the others only where they give up the interpreter's lock: after 10 µs at the
    latest, since it would see them in their waits otherwise.
    """
    sys.setswitchinterval(0.00001)
    threading.Thread(target=_sample, args=[open(sys.argv[1], "w")], daemon=True).start()


def _sample(file):
    while True:
        time.sleep(0.01)
        faulthandler.dump_traceback(file)
        file.write("\n")
        file.flush()


def announce(address):
    """Prints the address of a server."""
    print("listens %s:%d" % address[:2], flush=True)


def work(steps):
    """Takes some time of a processor, a step about 10 µs."""
    text = b""
    for _ in range(14 * steps):
        text = hashlib.sha256(text).digest()
    return text
