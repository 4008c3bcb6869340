import concurrent.futures
import faulthandler
import queue
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time

left, right = threading.Lock(), threading.Lock()
ready = threading.Event()
jobs = queue.Queue()


def transfer(a, b):
    with a:
        time.sleep(0.2)
        with b:
            print("never")


def accept():
    with socket.create_server(("127.0.0.1", 0)) as s:
        s.accept()


def read():
    a, b = socket.socketpair()
    b.makefile("rb").read(1)


def select():
    a, b = socket.socketpair()
    s = selectors.DefaultSelector()
    s.register(a, selectors.EVENT_READ)
    s.select()


def spin():
    while True:
        pass


def start(name, f, *args):
    t = threading.Thread(target=f, args=args, name=name, daemon=True)
    t.start()
    return t


faulthandler.register(signal.SIGUSR1, all_threads=True)
start("transfer-left", transfer, left, right)
b = start("transfer-right", transfer, right, left)
start("waiter", ready.wait)
start("consumer", jobs.get)
start("joiner", b.join)
start("acceptor", accept)
start("reader", read)
start("selector", select)
start("sleeper", time.sleep, 3600)
start("child", lambda: subprocess.run(["sleep", "60"]))
start("spinner", spin)
pool = concurrent.futures.ThreadPoolExecutor(2)
f = pool.submit(time.sleep, 3600)
pool.submit(lambda: 1)
start("future", f.result)
time.sleep(1)
faulthandler.dump_traceback_later(0.2, exit=False, file=sys.stderr)
time.sleep(2)
print("before the signal", file=sys.stderr, flush=True)
signal.raise_signal(signal.SIGUSR1)
import ctypes, os
time.sleep(0.5)
os.abort() if len(sys.argv) > 1 else os._exit(0)
