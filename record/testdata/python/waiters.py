"""Programs all of whose threads wait. In the healthy ones something ends that; in their broken
twins the thread that could is gone, or waits itself.

Usage: waiters.py NAME healthy|broken [MS], where MS is after what time a healthy one ends."""
import concurrent.futures
import queue
import select
import signal
import subprocess
import sys
import threading
import time

name, healthy = sys.argv[1], sys.argv[2] == "healthy"
length = float(sys.argv[3]) / 1000 if len(sys.argv) > 3 else 1000
if not healthy:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the interpreter's handler could end waits


def start(f):
    t = threading.Thread(target=f)
    t.start()
    return t


def pool():
    """A pool with a task; the broken one waits for another task, for which no thread is free."""
    with concurrent.futures.ThreadPoolExecutor(1) as p:
        p.submit(lambda: time.sleep(length) if healthy else p.submit(len, "a").result()).result()


def jobs():
    """Jobs for a worker; the broken one does not report that it has done one."""
    q = queue.Queue()

    def work():
        while q.get() is not None:
            if healthy:
                q.task_done()

    worker = start(work)
    q.put(1)
    if healthy:
        time.sleep(length)
    q.join()
    q.put(None)
    worker.join()


def order():
    """Two locks; the broken threads take them in opposite orders."""
    a, b, both = threading.Lock(), threading.Lock(), threading.Barrier(2)

    def take(one, other, wait):
        with one:
            wait()
            with other:
                pass

    wait = (lambda: time.sleep(length)) if healthy else both.wait
    one = start(lambda: take(a, b, wait))
    take(*(a, b) if healthy else (b, a), wait)
    one.join()


def event():
    """An event; the broken thread that would set it has failed."""
    e = threading.Event()

    def work():
        if healthy:
            time.sleep(length)
            e.set()

    start(work)
    e.wait()


def notified():
    """A condition; the broken program notifies before there is a thread that waits."""
    c = threading.Condition()

    def wait():
        with c:
            c.wait()

    if healthy:
        t = start(wait)
        time.sleep(length)
    with c:
        c.notify()
    if not healthy:
        t = start(wait)
    t.join()


def child():
    """A child process that writes; the broken reader waits for a word of a thread before."""
    if healthy:
        worker = start(threading.Event().wait) if length > 100 else None
        with subprocess.Popen(["sleep", str(length)], stdout=subprocess.PIPE, preexec_fn=die_with_parent) as p:
            select.select([p.stdout], [], [])
        return worker
    go = threading.Semaphore(0)
    answers = start(lambda: (go.acquire(), go.release()))
    answers.join()


def die_with_parent():
    import ctypes

    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


{"pool": pool, "jobs": jobs, "order": order, "event": event, "notified": notified, "child": child}[name]()
