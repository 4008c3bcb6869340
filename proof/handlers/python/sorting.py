"""Sorts and adds up with functions that the library calls, and has no handlers but count, the job of a pool."""

import functools
from concurrent.futures import ThreadPoolExecutor

from sampled import begin


def key(word):
    return word[::-1].lower()


def add(total, word):
    return total + len(word)


def count(words):
    ordered = sorted(words, key=key)
    return functools.reduce(add, ordered, 0)


words = [str(n * 7919 % 10007) for n in range(20_000)]
print("listens", flush=True)
begin()
while True:
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(count, [words, words[::2], words[::3]]))
