#!/usr/bin/env python3
"""Prints what is in a trace.bin, a line each: python3 read.py FILE

Written from docs/trace-format.md alone, with nothing but the standard library,
to show that the page is enough. It reads slowly and believes little.
"""
import struct
import sys

META, EVENTS, TILE, INDEX, END, MODEL = 1, 2, 3, 4, 5, 6
KINDS = {1: "thread", 2: "monitor", 3: "frame", 4: "stack", 5: "name", 9: "type", 6: "property"}
COMPLETE = RESTART = 1
MONITOR, SAME, OTHER, STACK, CPU, NAME, OBJECT, VALUE = (1 << i for i in range(8))
MOST = 64 << 20


class Damage(Exception):
    pass


def need(ok, what):
    if not ok:
        raise Damage(what)


def crc_table():
    for n in range(256):
        for _ in range(8):
            n = n >> 1 ^ (0x82F63B78 if n & 1 else 0)
        yield n


CRC = list(crc_table())


def crc(data):
    c = 0xFFFFFFFF
    for b in data:
        c = CRC[(c ^ b) & 255] ^ c >> 8
    return c ^ 0xFFFFFFFF


def lz4(data, raw):
    """Returns what an LZ4 block of this raw length holds."""
    out, i = bytearray(), 0

    def length(n):
        nonlocal i
        while n >= 15:
            n += data[i]
            i += 1
            if data[i - 1] != 255:
                break
        return n

    try:
        while True:
            token = data[i]
            i += 1
            n = length(token >> 4)
            need(i + n <= len(data), "literals are cut off")
            out += data[i:i + n]
            i += n
            if i == len(data):
                break
            back = data[i] | data[i + 1] << 8
            i += 2
            need(0 < back <= len(out), "a match begins before the data")
            n = length(token & 15) + 4
            need(len(out) + n <= raw, "it becomes too long")
            for _ in range(n):
                out.append(out[-back])
    except IndexError:
        raise Damage("LZ4 data is cut off")
    need(len(out) == raw, "it has another length")
    return bytes(out)


class Bytes:
    """Takes numbers off the start of some bytes."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        need(n <= len(self.data) - self.at, "a section is too short")
        self.at += n
        return self.data[self.at - n:self.at]

    def u8(self):
        return self.take(1)[0]

    def u32s(self, n):
        return struct.unpack("<%dI" % n, self.take(4 * n))

    def varint(self):
        v = 0
        for i in range(10):
            b = self.u8()
            v |= (b & 127) << 7 * i
            if b < 128:
                need(v < 1 << 64, "a varint is too large")
                return v
        raise Damage("a varint is too long")

    def zigzag(self):
        v = self.varint()
        return v >> 1 ^ -(v & 1)

    def string(self):
        return self.take(self.varint())

    def svb(self, n):
        control = self.take((n + 3) // 4)
        return [int.from_bytes(self.take((control[i // 4] >> 2 * (i % 4) & 3) + 1), "little") for i in range(n)]

    def ids(self, n):
        out, last = [], -1
        for v in self.svb(n):
            last += v + 1
            out.append(last)
        return out

    def end(self):
        need(self.at == len(self.data), "a section is too long")


class Chunk:
    def __init__(self, data, at):
        need(len(data) == 64, "a header is cut off")
        need(data[:4] == b"TCHK", "no chunk begins here")
        (self.type, ca, cb, self.flags, sa, ra, sb, rb, self.count, self.seq, self.t0, self.t1, xa, xb,
         self.extra, sum) = struct.unpack("<4x4B6I2q4I", data)
        need(crc(data[:60]) == sum, "the crc of a header is wrong")
        need(max(sa, ra, sb, rb) <= MOST, "a section is too long")
        self.header, self.at, self.size = data, at, 64 + sa + sb
        self.stored = ((64, sa, ra, ca, xa), (64 + sa, sb, rb, cb, xb))

    def section(self, f, which):
        at, stored, raw, codec, sum = self.stored[which]
        f.seek(self.at + at)
        data = f.read(stored)
        need(len(data) == stored and crc(data) == sum, "the crc of a section is wrong")
        if codec == 0:
            need(stored == raw, "a section has two lengths")
            return Bytes(data)
        need(codec == 1, "a codec is not known")
        need(raw <= stored * (16 if self.type == META else 255), "a section becomes too long")
        return Bytes(lz4(data, raw))


def chunks(f, size):
    """Finds all chunks, and prints what is in the way."""
    at = 64
    while at < size:
        f.seek(at)
        try:
            c = Chunk(f.read(64), at)
            need(c.size <= size - at, "a chunk is cut off")
            yield c
            at += c.size
        except Damage as d:
            print("damage", at, d)
            f.seek(at + 1)
            rest, start, at = f.read(), at + 1, size
            i = rest.find(b"TCHK")
            while i >= 0:
                try:
                    Chunk(rest[i:i + 64], 0)
                    at = start + i
                    break
                except Damage:
                    i = rest.find(b"TCHK", i + 1)


def text(s):
    return "".join(chr(b) if 32 < b < 127 and b != 92 else "\\x%02x" % b for b in s) or "-"


def meta(p, count, names):
    """Reads records into names: by kind, by id, the words of a line."""
    for _ in range(count):
        kind, body = p.u8(), Bytes(p.string())
        if kind == 6:
            key = text(body.string())
            names[6][key] = [text(body.string())]
        elif 1 <= kind <= 5 or kind == 9:
            id = body.varint()
            if kind == 1:
                words = [body.varint() & 1, text(body.string()), text(body.string())]
            elif kind == 2:
                words = [text(body.string()), text(body.string())]
            elif kind == 3:
                words = [body.varint(), text(body.string()), text(body.string())]
            elif kind == 9:
                words = [body.varint()] + [body.varint() for _ in range(body.varint())]
            elif kind == 4:
                words = [body.varint() for _ in range(body.varint())]
            else:
                words = [text(body.string())]
            names[kind][id] = words
    p.end()


def states(p, count, t0):
    """Reads section A: a list of events, and one of carries, as lists."""
    codes, groups, carries, wides, group_len, carry_len, time_len, wide_len = p.u32s(8)
    table = [struct.unpack("<5B3x", p.take(8)) for _ in range(codes)]
    g, c = Bytes(p.take(group_len)), Bytes(p.take(carry_len))
    code = p.take(count)
    t, w = Bytes(p.take(time_len)), Bytes(p.take(wide_len))
    p.end()
    threads, lengths = g.ids(groups), g.svb(groups)
    carried = [[thread, state] for thread, state in zip(c.ids(carries), c.take(carries))]
    deltas, at = t.svb(count), 0
    for _ in range(wides):
        at += w.varint()
        deltas[at] |= w.varint() << 32
    for part in (g, c, t, w):
        part.end()
    need(sum(lengths) == count, "groups have not all events")
    events = []
    for thread, n in zip(threads, lengths):
        now = t0
        for _ in range(n):
            i = len(events)
            now += deltas[i]
            need(code[i] < codes, "no such code")
            events.append([now, thread, *table[code[i]]])
    return events, carried


def block(f, c):
    events, carries = states(c.section(f, 0), c.count, c.t0)
    p = c.section(f, 1)
    *lengths, holds = p.u32s(8)
    columns = [p.svb(n) for n in lengths[:5]] + [[p.zigzag() for _ in range(n)] for n in lengths[5:]]
    columns = [iter(column) for column in columns]
    print("block", c.t0, c.t1, c.flags & RESTART, c.count, c.extra)
    for thread, state in carries:
        what, since, monitor, other, stack = p.u8(), p.varint(), p.varint(), p.varint(), p.varint()
        print("carry", thread, state, what & 31, what >> 5 & 1, what >> 6 & 1, c.t0 - since, monitor, other, stack)
    monitor = 0
    for _ in range(holds):
        monitor += p.varint()
        thread, times = p.varint(), p.varint()
        print("hold", monitor, thread, times >> 1, times & 1)
    p.end()
    group, latest = None, c.t0
    for now, thread, kind, state, cause, flags, fields in events:
        if thread != group:
            group, last = thread, None
        values = [next(column) if fields & bit else 0
                  for bit, column in zip((MONITOR, OTHER, STACK, CPU, NAME, OBJECT, VALUE), columns)]
        if fields & SAME:
            values[0] = last
        if fields & (MONITOR | SAME):
            last = values[0]
        latest = max(latest, now)
        print("event", now, thread, kind, state, cause, flags & 1, flags >> 1 & 1, *values)
    need(all(next(column, None) is None for column in columns), "a column is too long")
    need(latest == c.t1 or not events, "the block does not end when it says")


def tile(f, c):
    p = c.section(f, 0)
    cells, times, wides, _ = p.u32s(4)
    edges = [c.t0]
    for _ in range(cells):
        edges.append(edges[-1] + p.varint())
    need(edges[-1] == c.t1, "the tile does not end when it says")
    threads = p.ids(c.count)
    masks = p.take(cells * c.count)
    times = iter(p.svb(times))
    print("tile", c.flags, c.extra, *edges)
    for i, mask in enumerate(masks):
        left, sums = edges[i % cells + 1] - edges[i % cells], [0] * 6
        states = [s for s in range(6) if mask >> s & 1]
        for s in states:
            if mask & 64 and s == states[-1]:
                sums[s] = left
            else:
                sums[s] = next(times)
                if mask & 128:
                    wides -= 1
                    sums[s] |= p.varint() << 32
            left -= sums[s]
        need(left >= 0, "a thread does more than there is time for")
        print("sum", threads[i // cells], *sums)
    need(wides == 0 and next(times, None) is None, "times are left")
    p.end()


def header(data):
    need(len(data) == 64 and data[:8] == b"\x89TIV\r\n\x1a\n", "not a trace.bin")
    major, _, flags, wall, id, pid, slack = struct.unpack("<8xHHIq16sII12x4x", data)
    need(crc(data[:60]) == struct.unpack("<60xI", data)[0], "the crc of the file's header is wrong")
    need(major == 1, "another version")
    need(flags < 1 << 16, "an unknown feature")
    print("header", flags & 1, flags >> 1 & 1, wall, id.hex(), pid, slack)


def index(f, all, size):
    """Checks that INDEX and END say what is in the file."""
    need(len(all) > 1 and all[-1].type == END, "the trace has no end")
    i, end = all[-2:]
    need(i.type == INDEX and (end.count, end.t0, end.t1) == (len(all) - 1, i.at, size), "the end is wrong")
    p, copy = i.section(f, 0), i.section(f, 1)
    for c in all[:-2]:
        need(struct.unpack("<Q", p.take(8))[0] == c.at and p.take(56) == c.header[4:60], "the index is wrong")
    p.end()
    f.seek(0)
    need(copy.data == f.read(64), "the index has another header")


def main():
    with open(sys.argv[1], "rb") as f:
        size = f.seek(0, 2)
        f.seek(0)
        header(f.read(64))
        all = list(chunks(f, size))
        for number, c in enumerate(all):
            if c.seq != number:
                print("damage", c.at, "chunk", c.seq, "is number", number)
        names = {kind: {} for kind in KINDS}
        model = None
        for kind in (META, EVENTS, TILE, MODEL):
            for c in all:
                try:
                    if c.type != kind:
                        pass
                    elif kind == META:
                        meta(c.section(f, 0), c.count, names)
                    elif kind == EVENTS:
                        block(f, c)
                    elif kind == TILE:
                        tile(f, c)
                    else:
                        model = c.section(f, 0).data
                except Damage as d:
                    print("damage", c.at, d)
        for kind, word in KINDS.items():
            for id, words in names[kind].items() if kind == 6 else sorted(names[kind].items()):
                print(word, id, *words)
        if model is not None:
            print("model", text(model))
        try:
            index(f, all, size)
        except Damage as d:
            print("damage", size, d)


if __name__ == "__main__":
    try:
        main()
    except Damage as d:
        sys.exit("%s: %s" % (sys.argv[1], d))
