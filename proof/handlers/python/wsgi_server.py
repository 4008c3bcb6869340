"""A WSGI server of Python's library. Its handler is application."""

from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from sampled import announce, begin, work


class Quiet(WSGIRequestHandler):
    """Handles requests without a log."""

    def log_message(self, *args):
        pass


def search():
    return work(60)


def report():
    return work(100)


def order(environ):
    environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    return work(50)


def application(environ, start_response):
    path = environ["PATH_INFO"]
    text = search() if path == "/search" else report() if path == "/report" else order(environ)
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "64")])
    return [text.hex().encode()]


server = WSGIServer(("127.0.0.1", 0), Quiet)
server.set_app(application)
announce(server.server_address)
begin()
server.serve_forever()
