#!/usr/bin/env python3
"""Reads the output of `strace -f -ttt -T -o FILE` and writes a text trace.

A system call that can wait puts its thread into the state that its name tells. Its time on a
processor counts as a wait, too: strace does not tell them apart. Who holds a lock is not known; who
ended a wait is, if one thread alone woke at the address since the wait began.
"""
import heapq
import re
import sys

LINE = re.compile(r"(\d+) +(\d+)\.(\d{6}) (.*)")
CALL = re.compile(r"(\w+)\((.*)")
RESUMED = re.compile(r"<\.\.\. (\w+) resumed>(.*)")
RESULT = re.compile(r".*\) += (\?|-?\w+).*?(?: <(\d+)\.(\d{6})>)?$")
FUTEX = re.compile(r"(0x[0-9a-f]+), (FUTEX_\w+)(?:\|\w+)*, (\d+)")

SLEEPS = "nanosleep clock_nanosleep pause rt_sigtimedwait rt_sigsuspend sigsuspend".split()
JOINS = "wait4 waitid waitpid".split()
NET = "accept accept4 connect recvfrom recvmsg recvmmsg sendto sendmsg sendmmsg".split()
DISK = "fsync fdatasync sync syncfs msync sync_file_range".split()
IO = ("read pread64 readv preadv write pwrite64 writev pwritev sendfile splice poll ppoll select pselect6 "
      "epoll_wait epoll_pwait epoll_pwait2 io_getevents").split()


def word(text):
    """Escapes what has a meaning in a text trace."""
    return re.sub(rb"[^A-Za-z0-9_./:+@-]|^-", lambda m: b"%%%02X" % m[0][0], text.encode()).decode() or "?"


class Thread:
    def __init__(self, number, process):
        self.word = str(number)
        self.process = process
        self.call = None  # the system call that it is in: (name, arguments, begin)
        self.wait = None  # of that: (kind, address, threads that woke there since)


class Trace:
    def __init__(self):
        self.threads = {}
        self.processes = set()
        self.origin = None  # the time of the first line
        self.written = 0  # the time of the last event
        self.held = []  # events that a line could still precede
        self.count = 0

    def event(self, at, text):
        self.count += 1
        heapq.heappush(self.held, (at, self.count, text))

    def flush(self, until):
        while self.held and (until is None or self.held[0][0] <= until):
            at, _, text = heapq.heappop(self.held)
            self.written = max(self.written, at)  # strace takes the two times of a call with two clocks
            print(f"{self.written}us {text}")

    def define(self, number, process, at, parent=None):
        if process not in self.processes:
            self.processes.add(process)
            print(f"process p{process} id={process}" + (f" parent=p{parent.process}" if parent else ""))
        print(f"thread {number} process=p{process}")
        self.threads[number] = Thread(number, process)
        if parent:
            self.event(at, f"{number} start by={parent.word}")
        return self.threads[number]

    def thread(self, number, at):
        """Returns a thread. A new one is the child of the thread that is creating one, if only one is."""
        if number in self.threads:
            return self.threads[number]
        creating = [t for t in self.threads.values() if t.call and t.call[0] in ("clone", "clone3", "fork", "vfork")]
        if len(creating) == 1:
            return self.created(creating[0], number, at)
        return self.define(number, number, at)

    def created(self, parent, number, at):
        same = "CLONE_THREAD" in parent.call[1]
        return self.define(number, parent.process if same else number, at, parent)

    def begin(self, t, at, name, arguments):
        t.call, t.wait = (name, arguments, at), None
        self.event(at, f"{t.word} call-enter {word(name)}")
        how = None
        if name == "futex" and (f := FUTEX.match(arguments)):
            how = self.futex(t, *f.groups())
        elif name in SLEEPS:
            how = "suspend-start sleep"
        elif name in JOINS:
            how = "suspend-start join"
        elif name in NET:
            how = "io-start net"
        elif name in DISK:
            how = "io-start disk"
        elif name in IO:
            how = "io-start other"
        if how:
            t.wait = t.wait or (how.split("-")[0], None, [])
            self.event(at, f"{t.word} {how}")

    def futex(self, t, address, operation, value):
        """Notes a wake-up, or begins a wait. glibc's locks have the value 2 while threads wait for
        them; who joins a thread waits for the value that is its number."""
        place = (t.process, address)
        if operation.startswith("FUTEX_WAKE"):
            for other in self.threads.values():
                if other.wait and other.wait[1] == place:
                    other.wait[2].append(t.word)
            return None
        if not operation.startswith("FUTEX_WAIT"):
            return None
        if value == "2":
            t.wait = ("monitor", place, [])
            return f"monitor-wait {t.process}/{address}"
        t.wait = ("suspend", place, [])
        if int(value) in self.threads:
            t.wait = ("suspend", ("exit", int(value)), [])
            return "suspend-start join"
        return "suspend-start wait"

    def end(self, t, at, result):
        name = t.call[0]
        if t.wait:
            kind, place, wakers = t.wait
            if len(wakers) == 1 and result == "0":
                self.event(at, f"- wake {t.word} by={wakers[0]}")
            if kind == "monitor":  # it may have to wait again; how long it holds the lock is not known
                self.event(at, f"{t.word} monitor-enter {place[0]}/{place[1]}")
                self.event(at, f"{t.word} monitor-exit {place[0]}/{place[1]}")
            else:
                self.event(at, f"{t.word} {kind}-end")
        if name in ("clone", "clone3", "fork", "vfork") and result.isdigit() and int(result) not in self.threads and int(result):
            self.created(t, int(result), t.call[2])
        self.event(at, f"{t.word} call-exit {word(name)}")
        t.call = t.wait = None

    def exit(self, number, at):
        t = self.thread(number, at)
        if t.call:
            self.event(at, f"{t.word} call-exit {word(t.call[0])}")
        self.event(at, f"{t.word} end")
        for other in self.threads.values():
            if other.wait and other.wait[1] == ("exit", number):
                other.wait[2].append(t.word)
        del self.threads[number]

    def line(self, text):
        parts = LINE.match(text)
        if not parts:
            return False
        number, at, rest = int(parts[1]), int(parts[2] + parts[3]), parts[4]
        if self.origin is None:
            self.origin = at
        at -= self.origin
        self.flush(at)
        if rest.startswith("+++ "):
            self.exit(number, at)
            return True
        if rest.startswith("--- "):
            return True  # a signal
        t = self.thread(number, at)
        if resumed := RESUMED.match(rest):
            if t.call:
                result = RESULT.match(resumed[2])
                self.end(t, at, result[1] if result else "?")
            return True
        call = CALL.match(rest)
        if not call:
            return False
        if t.call:  # the end of the one before is missing
            self.end(t, at, "?")
        self.begin(t, at, call[1], call[2])
        if rest.endswith("<unfinished ...>"):
            return True
        result = RESULT.match(rest)
        if result and result[1] != "?":
            lasted = int(result[2] + result[3]) if result[2] else 0
            self.end(t, at + lasted, result[1])
        return True


def lines():
    """Returns the lines of the input. What was written is flushed before it waits for more, so that a
    growing trace is seen as it grows."""
    rest = b""
    while block := sys.stdin.buffer.read1(1 << 16):
        *whole, rest = (rest + block).split(b"\n")
        yield from whole
        sys.stdout.flush()
    if rest:
        yield rest


def main():
    print("tiv-text 1")
    trace = Trace()
    skipped = 0
    for number, line in enumerate(lines(), 1):
        text = line.decode("utf-8", "replace")
        if text and not trace.line(text):
            skipped += 1
            if skipped <= 3:
                print(f"line {number} is not one of strace -f -ttt -T: {text[:60]}", file=sys.stderr)
    trace.flush(None)
    if skipped > 3:
        print(f"{skipped} lines were skipped", file=sys.stderr)
    if trace.origin is None:
        sys.exit("no line is one of strace -f -ttt -T")


main()
