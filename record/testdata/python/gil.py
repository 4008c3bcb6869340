"""Two threads compute, so that each waits for the interpreter's lock."""
import threading
import time

end = time.monotonic() + 0.3


def compute():
    while time.monotonic() < end:
        sum(range(1000))


threads = [threading.Thread(target=compute) for _ in range(2)]
for t in threads:
    t.start()
for t in threads:
    t.join()
