"""Those who hold a line: half requests, slow connections by the thousand, more than anybody may send, a flood."""

import os
import selectors
import socket
import threading
import time
from pathlib import Path

import pytest

from referee.server import connections, gateway, serving
from tests.faults.phone import HEADER, Phone, opened_table, reasons

SLOW = int(os.environ.get("REFEREE_SLOW", "1300"))  # more than the server holds; 10000 if the system lets us


@pytest.fixture
def running(app, serve):
    """The application served in a thread; gives its port."""
    return serve(app)


def half(port: int, request: bytes) -> socket.socket:
    """A connection that has sent this, and no more."""
    line = socket.create_connection(("127.0.0.1", port), timeout=10)
    line.sendall(request)
    return line


def rest_of(line: socket.socket) -> bytes:
    """What comes until the server hangs up."""
    found = b""
    while more := line.recv(65536):
        found += more
    return found


def test_half_a_request_is_not_written_down_and_not_waited_for(running, app, monkeypatch, caplog):
    """Guards: `Connection.look_after` ends what takes too long to come in, a byte now and then or not."""
    monkeypatch.setattr(connections, "COMING", 1.5)
    row = app.extensions["referee"].create_table(HEADER)
    head = f"POST /t/{row.links['owner']} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n".encode()
    lines = [half(running, head[:30]), half(running, head), half(running, head + b"seq=0&key=")]
    began = time.monotonic()
    while time.monotonic() - began < 1.2:
        lines[2].sendall(b"x")
        time.sleep(0.3)

    for line in lines:
        told = rest_of(line).decode()
        assert told.startswith("HTTP/1.1 408")
        assert "it was discarded. Send it again." in told
        line.close()
    assert time.monotonic() - began < 8
    assert app.extensions["referee"].head(row.id) == 0
    assert "half a request" in caplog.text
    assert Phone(running).ask("GET", "/healthz").status == 200


def test_a_client_that_goes_away_in_the_middle_is_no_matter(table):
    server, phone, number = table
    phone.look()
    form = phone.form("half").encode()
    head = f"POST {phone.address} HTTP/1.1\r\nHost: localhost\r\nCookie: {phone.cookie}\r\n"
    head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n\r\n"
    for cut in (20, len(head), len(head) + len(form) - 1):
        half(server.port, (head.encode() + form)[:cut]).close()

    assert phone.say("whole").status == 303
    assert reasons(server.database, number) == ["whole"]
    assert "Traceback" not in "".join(server.said)


def test_a_record_that_comes_slowly_but_comes_is_taken(running, monkeypatch):
    """Guards: the time that a request may take grows with what has come of it."""
    monkeypatch.setattr(connections, "COMING", 0.5)
    monkeypatch.setattr(connections, "SLOWEST", 4 * 1024)
    line = half(
        running,
        b"POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 24000\r\nConnection: close\r\n\r\n",
    )
    for _ in range(6):
        line.sendall(b"x" * 4000)
        time.sleep(0.5)

    assert rest_of(line).startswith(b"HTTP/1.1 400")  # it came whole; what is wrong with it is another matter
    line.close()


def long_request(sent: int) -> bytes:
    head = "POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\nConnection: close\r\n\r\n"
    return head.encode() + b"x" * sent


def test_a_long_record_needs_no_room_on_the_disk_to_arrive(running, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "no such folder"))

    with half(running, long_request(300_000)) as line:
        assert rest_of(line).startswith(b"HTTP/1.1 400")


def test_few_long_records_are_in_memory_at_a_time_and_the_next_one_waits(app, serve, monkeypatch):
    made: list[gateway.Gateway] = []

    class Noted(gateway.Gateway):
        def __init__(self, *given, **named) -> None:
            super().__init__(*given, **named)
            made.append(self)

    monkeypatch.setattr(serving, "Gateway", Noted)
    running = serve(app)
    first = [half(running, long_request(290_000)) for _ in range(gateway.LONG_ONES)]
    deadline = time.monotonic() + 10
    while not (made and made[0]._long_ones.locked()) and time.monotonic() < deadline:
        time.sleep(0.01)
    with half(running, long_request(300_000)) as next_one:
        next_one.settimeout(1)
        with pytest.raises(TimeoutError):
            next_one.recv(1)
        assert Phone(running).ask("GET", "/healthz").status == 200

        first[0].close()
        next_one.settimeout(10)
        assert rest_of(next_one).startswith(b"HTTP/1.1 400")
    for line in first[1:]:
        line.sendall(b"x" * 10_000)
        assert rest_of(line).startswith(b"HTTP/1.1 400")
        line.close()


def test_thousands_of_slow_connections_keep_no_phone_out(table):
    """Guards: `Server._make_room`, and waiting by poll, which has no end at the 1024th file."""
    server, phone, number = table
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, SLOW + 500)), hard))
    slow = Loris(server.port, SLOW)
    slow.start()
    took = []
    try:
        deadline = time.monotonic() + 180
        # Connections are open before the server has let them in: those that it ends are waited for too.
        while time.monotonic() < deadline and (
            slow.opened < SLOW or slow.dropped < SLOW - connections.MOST or len(took) < 8
        ):
            began = time.monotonic()
            assert phone.say(f"entry {len(took)}").status == 303
            took.append(time.monotonic() - began)
            time.sleep(0.1)  # a link that enters faster than this for long is told to wait
    finally:
        slow.is_over.set()
        slow.join(30)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    ended = f"{slow.opened} slow connections, {slow.dropped} of them ended"
    print(f"{ended}; {len(took)} entries, the slowest {max(took):.2f} s")
    assert slow.opened >= SLOW
    assert max(took) < 30  # on a machine that is busy with other things too; alone a part of a second
    assert slow.dropped >= SLOW - connections.MOST
    assert reasons(server.database, number) == phone.answered
    assert server.tells("connections, so the ones that rest longest are closed")
    assert "Traceback" not in "".join(server.said)


class Loris(threading.Thread):
    """Opens connection after connection, each with half a request, and sends a byte on each now and then."""

    def __init__(self, port: int, number: int) -> None:
        super().__init__(daemon=True)
        self.port, self.number = port, number
        self.opened = self.dropped = 0
        self.is_over = threading.Event()

    def run(self) -> None:
        lines: set[socket.socket] = set()
        watched = selectors.DefaultSelector()
        while not self.is_over.is_set():
            if self.opened < self.number:
                try:
                    line = half(self.port, b"POST /t/any HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
                except OSError:
                    continue
                self.opened += 1
                lines.add(line)
                watched.register(line, selectors.EVENT_READ)
            for key, _ in watched.select(0 if self.opened < self.number else 0.2):
                self._drop(key.fileobj, lines, watched)
            if self.opened % 100 == 0:
                for line in list(lines)[:100]:
                    try:
                        line.send(b"x")
                    except OSError:
                        self._drop(line, lines, watched)
        for line in lines:
            line.close()
        watched.close()

    def _drop(self, line, lines, watched) -> None:
        watched.unregister(line)
        line.close()
        lines.discard(line)
        self.dropped += 1


@pytest.mark.parametrize("how", ["told", "chunked"])
def test_a_hundred_megabytes_are_refused_in_words_and_kept_nowhere(table, how, tmp_path):
    """Guards: the largest request that the server takes at all, and reading on so that the answer arrives."""
    server, phone, number = table
    process = server._process.pid
    piece, pieces = b"x" * 2**20, 100
    line = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    size = f"Content-Length: {len(piece) * pieces}" if how == "told" else "Transfer-Encoding: chunked"
    line.sendall(f"POST {phone.address} HTTP/1.1\r\nHost: localhost\r\n{size}\r\n\r\n".encode())
    for _ in range(pieces):
        line.sendall(piece if how == "told" else b"100000\r\n" + piece + b"\r\n")
    told = rest_of(line).decode()
    line.close()

    assert told.startswith("HTTP/1.1 413")
    assert "larger than anything the referee takes" in told
    assert "Go back and send less." in told
    assert phone.say("after").status == 303
    assert reasons(server.database, number) == ["after"]
    assert server.tells("too long")
    assert peak_of(process) < 200


def peak_of(process: int) -> float:
    """Megabytes that the process has held at most; 0 if the system does not tell."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text("ascii").split("\n") if status.exists() else []
    return max((float(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), default=0.0)


def test_a_form_that_is_too_long_for_a_form_is_told_on_a_page(table):
    server, phone, number = table
    phone.look()

    answer = phone.send(phone.form("x" * 100_000))

    assert answer.status == 413
    assert "Go back: what you typed is still there." in answer.words
    assert phone.say("short").status == 303
    assert reasons(server.database, number) == ["short"]


def test_a_flood_of_posts_is_held_back_and_nobody_else_is(table):
    """Guards: the limit of entries by one link, with what was typed given back."""
    server, phone, number = table
    other_number, other = opened_table(server.database)
    family = Phone(server.port, other)
    flood = Phone(server.port, phone.address)
    flood.look()
    statuses = [
        # What is no form is refused so quickly that time gives nothing back meanwhile.
        flood.send(flood.form(f"flood {count}", key=f"flood-{count:04}")).status
        for count in range(3)
    ]
    while statuses[-1] != 429 and len(statuses) < 3000:
        statuses.append(flood.send("nothing").status)
        if len(statuses) in (50, 150):
            assert family.say(f"family {len(statuses)}").status == 303

    assert statuses.index(429) >= 200
    answers = (flood.send(flood.form("flood at last", key=f"flood-at-last-{count}")) for count in range(50))
    answer = next(each for each in answers if each.status == 429)  # time may have given one entry back
    assert int(answer.headers["Retry-After"]) >= 1
    assert "A moment, please" in answer.words
    assert "Send it again" in answer.words
    assert "flood at last" in answer.text
    assert family.say("afterwards").status == 303
    assert reasons(server.database, other_number) == family.answered
    assert len(reasons(server.database, number)) == sum(status == 303 for status in statuses)
    assert server.tells("more entries than anybody makes")
