"""Waits in each way of Python's library, all at once. Prints a line for each thread: its name,
the state of its wait in a trace, for how long it waited at least and at most, its processor
time, and its time in the queue for a processor, in ns; and at last the processor time of the
process."""
import concurrent.futures
import ctypes
import os
import queue
import resource
import select
import signal
import socket
import subprocess
import threading
import time

NAP = 0.05
FOREVER = 1000
set_name = ctypes.CDLL(None).pthread_setname_np
set_name.argtypes = [ctypes.c_ulong, ctypes.c_char_p]


class Row:
    """A thread that waits until end is called, or by itself if there is none."""

    def __init__(self, name, state, wait, end=None):
        self.name, self.state, self.wait, self.end, self.tid = name, state, wait, end, 0
        self.thread = threading.Thread(target=self.run)

    def run(self):
        set_name(threading.get_ident(), self.name.encode())
        began = time.monotonic_ns()
        self.tid = threading.get_native_id()
        self.wait()
        self.most = time.monotonic_ns() - began
        with open("/proc/thread-self/schedstat") as f:
            self.queued = int(f.read().split()[1])
        self.ran = time.thread_time_ns()


def switches(tid):
    """How often a sleeping thread has gone to sleep, -1 if it does not sleep."""
    with open(f"/proc/self/task/{tid}/status") as f:
        text = f.read()
    return int(text.split("\nvoluntary_ctxt_switches:")[1].split()[0]) if "State:\tS" in text else -1


def asleep(rows):
    """The same of all threads that wait for an end."""
    each = [switches(r.tid) if r.tid else -1 for r in rows if r.end]
    return -1 if -1 in each else sum(each)


def compute(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        sum(range(1000))


def both():
    for _ in range(20):
        compute(0.003)
        time.sleep(0.002)


def locked(lock):
    with lock:
        pass


def wait_in(condition):
    with condition:
        condition.wait()


def notify(condition):
    with condition:
        condition.notify_all()


def polled(fd):
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    poll.poll()


lock, timed, rlock = threading.Lock(), threading.Lock(), threading.RLock()
condition, predicate = threading.Condition(), threading.Condition(threading.Lock())
event, late_event, semaphore, bounded = threading.Event(), threading.Event(), threading.Semaphore(0), threading.BoundedSemaphore(1)
barrier, ended, joined = threading.Barrier(2), threading.Event(), threading.Event()
empty, full, priority, simple, tasks = queue.Queue(), queue.Queue(1), queue.PriorityQueue(), queue.SimpleQueue(), queue.Queue()
pool = concurrent.futures.ThreadPoolExecutor(2)
result, several = threading.Event(), threading.Event()
joiner = threading.Thread(target=joined.wait)
pipes = [os.pipe() for _ in range(6)]
accepting, here, there = socket.socket(), *socket.socketpair()
accepting.bind(("127.0.0.1", 0))
accepting.listen()
epoll = select.epoll()
epoll.register(pipes[3][0], select.EPOLLIN)
child = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
talker = subprocess.Popen(["cat"], stdin=pipes[5][0], stdout=subprocess.PIPE)
os.close(pipes[5][0])


def feed(i):
    return lambda: os.write(pipes[i][1], b"x")


def fill():
    full.put(1)
    full.put(2)


for held in lock, timed, rlock, bounded:
    held.acquire()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
tasks.put(1)
joiner.start()

ROWS = [
    Row("Lock", "blocking", lambda: locked(lock), lock.release),
    Row("Lock_timed", "blocking", lambda: timed.acquire(timeout=FOREVER), timed.release),
    Row("RLock", "blocking", lambda: locked(rlock), rlock.release),
    Row("Condition", "suspended", lambda: wait_in(condition), lambda: notify(condition)),
    Row("Condition_for", "suspended", lambda: wait_in(predicate), lambda: notify(predicate)),
    Row("Event", "suspended", event.wait, event.set),
    Row("Event_timed", "suspended", lambda: late_event.wait(FOREVER), late_event.set),
    Row("Semaphore", "suspended", semaphore.acquire, semaphore.release),
    Row("Bounded", "suspended", bounded.acquire, bounded.release),
    Row("Barrier", "suspended", barrier.wait, barrier.wait),
    Row("join", "suspended", joiner.join, joined.set),
    Row("Queue_get", "suspended", empty.get, lambda: empty.put(1)),
    Row("Queue_put", "suspended", fill, full.get),
    Row("PriorityQueue", "suspended", lambda: priority.get(timeout=FOREVER), lambda: priority.put(1)),
    Row("SimpleQueue", "suspended", simple.get, lambda: simple.put(1)),
    Row("Queue_join", "suspended", tasks.join, lambda: (tasks.get(), tasks.task_done())),
    Row("Future", "suspended", lambda: pool.submit(result.wait).result(), result.set),
    Row("wait_futures", "suspended", lambda: concurrent.futures.wait([pool.submit(several.wait)]), several.set),
    Row("read", "io", lambda: os.read(pipes[0][0], 1), feed(0)),
    Row("select", "io", lambda: select.select([pipes[1][0]], [], []), feed(1)),
    Row("poll", "io", lambda: polled(pipes[2][0]), feed(2)),
    Row("epoll", "io", epoll.poll, feed(3)),
    Row("file", "io", lambda: os.fdopen(pipes[4][0]).readline(), lambda: os.write(pipes[4][1], b"x\n")),
    Row("accept", "io", accepting.accept, lambda: socket.create_connection(accepting.getsockname())),
    Row("recv", "io", lambda: here.recv(1), lambda: there.send(b"x")),
    Row("subprocess", "suspended", child.wait, child.stdin.close),
    Row("communicate", "io", talker.communicate, lambda: os.close(pipes[5][1])),
    Row("sigwait", "suspended", lambda: signal.sigwait([signal.SIGUSR1]), lambda: os.kill(os.getpid(), signal.SIGUSR1)),
    Row("sleep", "suspended", lambda: time.sleep(NAP)),
    Row("computes", "-", lambda: compute(0.15)),
    Row("both", "-", both),
]

for r in ROWS:
    r.thread.start()
before, after = -1, -2
while before < 0 or before != after:
    after = before
    time.sleep(0.01)
    before = asleep(ROWS)
began = time.monotonic_ns()
time.sleep(NAP)
least = time.monotonic_ns() - began
for r in ROWS:
    if r.end:
        r.end()
for r in ROWS:
    r.thread.join()
    print(r.name, r.state, least if r.end else int(NAP * 1e9), r.most, r.ran, r.queued)
pool.shutdown()
used = resource.getrusage(resource.RUSAGE_SELF)
print("usage", int((used.ru_utime + used.ru_stime) * 1e9))
