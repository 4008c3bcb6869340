"""A server of lines with a thread for each connection. Its handler is execute; handle is that of a connection."""

import socketserver

from sampled import announce, begin, work


def execute(line):
    return work(60 if line.startswith(b"put") else 30).hex().encode() + b"\n"


class Lines(socketserver.StreamRequestHandler):
    """A connection."""

    def handle(self):
        for line in self.rfile:
            self.wfile.write(execute(line))


server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Lines)
server.daemon_threads = True
announce(server.server_address)
begin()
server.serve_forever()
