#!/usr/bin/env python3
"""Reads the binary format of a program of one's own, from a file or from chunks of a trace.bin, and
writes a text trace. This one is invented; it takes a few lines to change it into yours.

A file begins with "ACME", a byte 1 and three bytes 0; chunks do not. Then come records, all numbers
little-endian: u64 nanoseconds since the start of the trace, u32 thread, u8 kind (1 a thread starts,
2 an operation begins, 3 it ends, 4 the thread waits, 5 it goes on), u8 length of a text, the text.
"""
import re
import struct
import sys

RECORD = struct.Struct("<QIBB")
MAGIC = b"ACME\x01\0\0\0"
# What the kinds are in a text trace; {} is the text of the record.
KINDS = {1: "start name={}", 2: "region-start {}", 3: "region-end {}", 4: "suspend-start wait monitor={}", 5: "suspend-end"}


def word(text):
    """Escapes what has a meaning in a text trace."""
    return re.sub(rb"[^A-Za-z0-9_./:@]", lambda m: b"%%%02X" % m[0][0], text).decode() or "%3F"


def main():
    print("tiv-text 1", flush=True)
    data, place = b"", 0  # what was read and is no whole record yet, and where that begins
    while block := sys.stdin.buffer.read1(1 << 16):
        data += block
        if place == 0 and len(data) < len(MAGIC) and MAGIC.startswith(data):
            continue
        if place == 0 and data.startswith(MAGIC):
            data, place = data[len(MAGIC):], len(MAGIC)
        at = 0
        while len(data) - at >= RECORD.size:
            time, thread, kind, length = RECORD.unpack_from(data, at)
            if len(data) - at < RECORD.size + length:
                break
            text = data[at + RECORD.size:at + RECORD.size + length]
            if kind in KINDS:
                print(f"{time}ns {thread} {KINDS[kind].format(word(text))}")
            else:
                print(f"byte {place + at}: a record of the unknown kind {kind}", file=sys.stderr)
            at += RECORD.size + length
        data, place = data[at:], place + at
        sys.stdout.flush()  # TIV shows what is there while more is written
    if data:
        sys.exit(f"byte {place}: a record is cut off")


main()
