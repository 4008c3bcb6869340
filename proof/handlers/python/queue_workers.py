"""Threads that take jobs from a queue. Their handlers are resize and encode."""

import queue
import threading
import time

from sampled import begin, work

jobs = queue.Queue()


def resize(number):
    return work(60), number


def encode(number):
    return work(120), number


def worker():
    while True:
        number = jobs.get()
        if number % 2:
            resize(number)
        else:
            encode(number)


for _ in range(3):
    threading.Thread(target=worker, daemon=True).start()
print("listens", flush=True)
begin()
for number in range(1_000_000):
    jobs.put(number)
    time.sleep(0.005)
