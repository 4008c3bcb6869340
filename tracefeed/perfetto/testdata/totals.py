"""Adds up the slices of a Perfetto trace: a second reader, for the test of the first one.

Reads the trace from standard input, and prints name, number and length in ns of the
slices of threads, separated by tabs. It knows what Chromium writes: sequences with
interned names, defaults, and clocks that count differences.
"""
import sys


def number(b, i):
    v = shift = 0
    while True:
        c = b[i]
        i += 1
        v |= (c & 127) << shift
        shift += 7
        if c < 128:
            return v, i


def fields(b):
    """Returns a dictionary from the number of a field to its values."""
    out, i = {}, 0
    while i < len(b):
        tag, i = number(b, i)
        if tag & 7 == 0:
            v, i = number(b, i)
        elif tag & 7 == 2:
            n, i = number(b, i)
            v, i = b[i : i + n], i + n
        else:
            n = 8 if tag & 7 == 1 else 4
            v, i = b[i : i + n], i + n
        out.setdefault(tag >> 3, []).append(v)
    return out


def last(f, n, default=None):
    return f[n][-1] if n in f else default


names, default_track, default_clock = {}, {}, {}
clocks = {}  # (sequence, id): [now, offset, unit, counts differences]
threads = set()  # tracks of threads
events, end = [], 0

for packet in fields(sys.stdin.buffer.read())[1]:
    p = fields(packet)
    seq = last(p, 10, 0)
    if last(p, 13, 0) & 1:
        names = {k: v for k, v in names.items() if k[0] != seq}
        default_track.pop(seq, None)
        default_clock.pop(seq, None)
    for snapshot in p.get(6, []):
        readings = []
        for c in map(fields, fields(snapshot)[1]):
            id, unit = c[1][0], last(c, 4, 1)
            key = (seq if 64 <= id < 128 else 0, id)
            offset = clocks.get(key, [0, 0])[1]
            clocks[key] = [c[2][0] * unit, offset, unit, last(c, 3, 0)]
            readings.append(key)
        base = (0, 6) if (0, 6) in readings else (0, 3)
        boot = sum(clocks[base][:2])
        for key in readings:
            clocks[key][1] = boot - clocks[key][0]
    for entry in map(fields, fields(last(p, 12, b"")).get(2, [])):
        names[seq, entry[1][0]] = entry[2][0].decode()
    if 59 in p:
        d = fields(p[59][-1])
        default_clock[seq] = last(d, 58, 6)
        default_track[seq] = last(fields(last(d, 11, b"")), 11)
    if 60 in p:
        d = fields(p[60][-1])
        if 4 in d:
            threads.add(d[1][0])
    if 8 not in p:
        continue
    id = last(p, 58, default_clock.get(seq, 6))
    c = clocks[(seq if 64 <= id < 128 else 0, id)]
    at = p[8][0] * c[2]
    if c[3]:
        c[0] += at
        at = c[0]
    at += c[1]
    if 11 in p:
        end = max(end, at)
        e = fields(p[11][-1])
        name = e[23][0].decode() if 23 in e else names.get((seq, last(e, 10)), "")
        events.append((at, last(e, 11, default_track.get(seq)), last(e, 9, 0), name))

totals, open_slices = {}, {}


def add(name, ns):
    n, sum = totals.get(name, (0, 0))
    totals[name] = (n + 1, sum + ns)


for at, track, kind, name in sorted(events, key=lambda e: e[0]):
    if track not in threads:
        continue
    stack = open_slices.setdefault(track, [])
    if kind == 1:
        stack.append((name, at))
    elif kind == 2 and stack:
        name, start = stack.pop()
        add(name, at - start)
for stack in open_slices.values():
    for name, start in stack:
        add(name, end - start)
for name, (n, sum) in totals.items():
    print(name, n, sum, sep="\t")
