#!/usr/bin/env python3
"""Sends the trace of its own three threads to tiv listen while it runs, as docs/live-protocol.md says: client.py HOST:PORT [SECONDS]"""
import os, platform, select, socket, struct, sys, threading, time

PIECE, TIME, LOST, END, ECHO, ACK, PROBE, STOP = 1, 2, 3, 4, 6, 16, 17, 18  # frames
META, EVENTS, START, EXIT, WAIT, ENTER, LEAVE = 1, 2, 1, 2, 5, 6, 7  # chunks and events
LIMIT = 64 << 20  # of bytes that are not acknowledged
BEGAN, WALL, FEED = time.monotonic_ns(), time.time_ns(), os.urandom(16)
BOOT = open("/proc/sys/kernel/random/boot_id").read().strip() if sys.platform == "linux" else platform.node()
HELLO = f"TIV-FEED 1\nfeed: {FEED.hex()}\nprogram: client.py\nhost: {platform.node()}\nprocess: {os.getpid()}\n" \
    f"language: python\nclock: monotonic {BOOT}\nstart: {BEGAN}\nwall: {WALL}\ntoken: {os.environ.get('TIV_TOKEN', '')}\n\n"

def now():
    return time.monotonic_ns() - BEGAN

TABLE = list(range(256))
for _ in range(8):
    TABLE = [n >> 1 ^ (0x82F63B78 if n & 1 else 0) for n in TABLE]

def crc(data):
    c = 0xFFFFFFFF
    for byte in data:
        c = c >> 8 ^ TABLE[(c ^ byte) & 255]
    return struct.pack("<I", c ^ 0xFFFFFFFF)

def chunk(number, kind, a=b"", b=b"", count=0, start=0, end=0):
    head = struct.pack("<4s4B6Iqq", b"TCHK", kind, 0, 0, 0, len(a), len(a), len(b), len(b), count, number, start, end)
    head += crc(a) + crc(b) + bytes(4)
    return head + crc(head) + a + b

def svb(numbers):  # each with four bytes of data
    full, rest = divmod(len(numbers), 4)
    return b"\xff" * full + bytes([4**rest - 1] * (rest > 0)) + struct.pack(f"<{len(numbers)}I", *numbers)

def varint(n):
    return bytes([n & 127 | 128]) + varint(n >> 7) if n > 127 else bytes([n])

def name(kind, number, text, flags=b""):  # a record of a thread or monitor; all numbers are below 128
    fields = bytes([number]) + flags + bytes([1]) + str(number).encode() + bytes([len(text)]) + text.encode()
    return bytes([kind, len(fields)]) + fields

def block(number, start, events):  # tuples of thread, time, kind and monitor, in order of time
    end, events = events[-1][1], sorted(events, key=lambda e: e[0])
    codes, groups, times, last = [], {}, [], {}
    for thread, at, kind, monitor in events:
        codes += [(kind, monitor > 0)] if (kind, monitor > 0) not in codes else []
        times.append(at - last.get(thread, start))
        groups[thread], last[thread] = groups.get(thread, 0) + 1, at
    ids = list(groups)
    column = svb([t - after for t, after in zip(ids, [0] + [t + 1 for t in ids])]) + svb(list(groups.values()))
    low, wide = svb([t & 0xFFFFFFFF for t in times]), [i for i, t in enumerate(times) if t >> 32]
    high = b"".join(varint(i - after) + varint(times[i] >> 32) for i, after in zip(wide, [0] + wide))
    a = struct.pack("<8I", len(codes), len(ids), 0, len(wide), len(column), 0, len(low), len(high))
    a += b"".join(struct.pack("<4BHH", kind, 255, 0, 0, has, 0) for kind, has in codes) + column
    a += bytes(codes.index((e[2], e[3] > 0)) for e in events) + low + high
    monitors = [e[3] for e in events if e[3]]
    b = struct.pack("<8I", len(monitors), 0, 0, 0, 0, 0, 0, 0) + svb(monitors)
    return chunk(number, EVENTS, a, b, len(events), start, end)

def exactly(sock, n):
    data = sock.recv(n, socket.MSG_WAITALL) if n else b""
    if len(data) < n:
        raise OSError("the listener has closed the connection")
    return data

class Client:
    def __init__(self, address):
        self.address, self.lock, self.pieces, self.over, self.ended = address, threading.Lock(), [], False, False
        self.made = self.lost = self.passed = 0

    def piece(self, data, keep=False, events=0):  # the header and names are kept for good
        with self.lock:
            if keep or sum(len(p[1]) for p in self.pieces) + len(data) <= LIMIT:
                self.pieces.append((self.made, data, keep))
            else:
                self.lost += events
            self.made += 1

    def acknowledge(self, number):
        with self.lock:
            self.pieces = [p for p in self.pieces if p[2] or p[0] >= number]

    def run(self):
        while not self.ended:
            try:
                with socket.create_connection(self.address) as sock:
                    self.serve(sock)
            except OSError as e:
                print(f"client.py: {e}", file=sys.stderr)
                time.sleep(0 if self.ended else 0.5)

    def serve(self, sock):
        def send(kind, number, data=b""):
            sock.sendall(struct.pack("<IIQ", kind, len(data), number) + data)
        sock.sendall(HELLO.encode())
        text = b""
        while not text.endswith(b"\n\n"):
            text += exactly(sock, 1)
        answer = dict(line.split(": ", 1) for line in text.decode().split("\n")[1:-2])
        if "error" in answer:
            self.ended = answer.get("final") == "yes" or answer["error"].startswith("token")
            raise OSError(answer["error"])
        after, lost, closed = int(answer["next"]), 0, False
        self.acknowledge(after)
        while not self.ended:
            with self.lock:
                piece, passed, over = next((p for p in self.pieces if p[0] >= after), None), self.passed, self.over
            if select.select([sock], [], [], 0 if piece or over and not closed else 0.1)[0]:
                kind, length, number = struct.unpack("<IIQ", exactly(sock, 16))
                exactly(sock, length)
                if kind == ACK:
                    self.acknowledge(number)
                elif kind == PROBE:
                    send(ECHO, number, struct.pack("<qq", now(), now()))
                self.ended = kind == STOP or kind == ACK and closed and number == self.made
            elif self.lost > lost:
                lost = self.lost
                send(LOST, lost)
            elif piece:
                after = piece[0] + 1
                send(PIECE, piece[0], piece[1])
            elif over and not closed:
                closed = True
                send(END, self.made)
            else:
                send(TIME, passed)

recorded, recording, SHARED = [], threading.Lock(), threading.Lock()

def record(thread, kind, monitor=0):
    with recording:
        recorded.append((thread, now(), kind, monitor))

def work(thread, until):
    record(thread, START)
    while time.monotonic() < until:
        if not SHARED.acquire(blocking=False):
            record(thread, WAIT, 1)
            SHARED.acquire()
        record(thread, ENTER, 1)
        time.sleep(0.01)
        record(thread, LEAVE, 1)
        SHARED.release()
        time.sleep(0.005)
    record(thread, EXIT)

def main(host, port, seconds=5):
    client = Client((host, int(port)))
    head = struct.pack("<8sHHIq16sII12x", b"\x89TIV\r\n\x1a\n", 1, 0, 0, WALL, FEED, os.getpid(), 0)
    client.piece(head + crc(head), keep=True)
    records = [name(1, t, f"worker {t}", b"\0") for t in (1, 2, 3)] + [name(2, 1, "shared")]
    client.piece(chunk(0, META, b"".join(records), count=len(records)), keep=True)
    workers = [threading.Thread(target=work, args=(t, time.monotonic() + float(seconds))) for t in (1, 2, 3)]
    sending = threading.Thread(target=client.run, daemon=True)
    [t.start() for t in workers + [sending]]
    number, start, alive = 1, 0, True
    while alive:
        time.sleep(0.05)
        alive = any(w.is_alive() for w in workers)
        with recording:
            events, recorded[:], passed = recorded[:], [], now()
        if events:
            client.piece(block(number, start, events), events=len(events))
            number, start = number + 1, events[-1][1]
        client.passed = passed
    client.over = True
    sending.join(60)
    sys.exit(0 if client.ended else "client.py: the listener has not got all of the trace")

main(*sys.argv[1].split(":"), *sys.argv[2:])
