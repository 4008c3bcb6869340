"""A server of lines with asyncio. Its handlers are data_received, tick and the coroutine of watch."""

import asyncio

from sampled import announce, begin, work


class Lines(asyncio.Protocol):
    """A connection."""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        for line in data.splitlines():
            text = work(60 if line.startswith(b"put") else 30)
            self.transport.write(text.hex().encode() + b"\n")


def tick(loop):
    work(100)
    loop.call_later(0.02, tick, loop)


async def watch():
    while True:
        await asyncio.sleep(0.02)
        work(80)


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Lines, "127.0.0.1", 0)
    tick(loop)
    task = loop.create_task(watch())
    announce(server.sockets[0].getsockname())
    begin()
    await task


asyncio.run(main())
