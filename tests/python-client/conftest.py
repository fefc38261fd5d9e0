"""A Parley that runs (``PARLEY_URL``), and servers that answer as a test scripts them."""

import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from parley import Parley

DEBATE = {
    "topic": "Is chess a sport?",
    "format": "round-limited",
    "maxRounds": 1,
    "participants": [{"name": name, "model": "demo/debater"} for name in ("Ada", "Ben")],
}


@pytest.fixture(scope="session")
def url():
    return os.environ["PARLEY_URL"]


@pytest.fixture
def parley(url):
    with Parley(url) as client:
        yield client


@pytest.fixture(scope="session")
def over(url):
    """A debate that is over."""
    with Parley(url) as client:
        return client.wait(client.create(DEBATE).id, timeout=120)


@pytest.fixture
def scripted():
    """``url, seen = scripted(answer, …)``: each answers one request; ``seen`` has their methods, paths, headers and bodies."""
    servers = []

    def start(*answers):
        seen = []
        left = list(answers)

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                seen.append((self.command, self.path, self.headers, body))
                left.pop(0)(self)

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}", seen

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def respond(status, body=b"", headers=None, declared=None):
    """``declared``: a length that is not the body's: the connection breaks before."""

    def answer(handler):
        handler.send_response(status)
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        if status != 204:
            handler.send_header("content-length", str(declared or len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def hang_up(handler):
    handler.close_connection = True
    handler.connection.close()
