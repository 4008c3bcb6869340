"""The main thread waits for threads that take no lock; one of them waits for another's."""
import threading
import time

lock = threading.Lock()


def sleep():
    time.sleep(0.2)


def hold():
    with lock:
        time.sleep(0.2)


threads = [threading.Thread(target=f) for f in (sleep, hold, hold)]
for t in threads:
    t.start()
for t in threads:
    t.join()
