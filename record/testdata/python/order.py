"""Threads share a lock, so that each holds it with the interpreter's lock and waits for both."""
import threading
import time

lock = threading.Lock()
end = time.monotonic() + 0.3


def work():
    n = 0
    while time.monotonic() < end:
        with lock:
            n += sum(range(100))
            if n % 7 == 0:
                time.sleep(0.001)


threads = [threading.Thread(target=work) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
