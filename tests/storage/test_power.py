"""The power goes in the middle of a post, again and again: what was answered is there, and nothing is there twice."""

import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
from collections import Counter

from referee.storage.rows import NewEvent
from tests.running import RunningServer

TIMES = int(os.environ.get("REFEREE_KILLS", "8"))
HEADERS = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}


class Phone(threading.Thread):
    """Sends one entry after the other as a phone's outbox does: each with its own key, until it is answered."""

    def __init__(self, name: str, port: int, address: str) -> None:
        super().__init__(daemon=True)
        self.who, self.port, self.address = name, port, address
        self.answered: list[str] = []
        self.sent = 0
        self.lost = 0
        self.is_over = threading.Event()

    def run(self) -> None:
        number = 0
        page = self._until_answered("GET", self.address)
        self.token = re.search(r'data-token="([^"]+)"', page[1])[1]  # a part of the page has none
        while not self.is_over.is_set():
            number += 1
            why = f"{self.who} {number}"
            status, page = self._say(why, page[1])
            if status == 200:
                self.answered.append(why)

    def _say(self, why: str, page: str) -> tuple[int, tuple[str, str]]:
        """An entry: sent with the same key until there is an answer."""
        seq = re.search(r'name="seq" value="([^"]*)"', page)[1]
        event = json.dumps({"adjust": {"Ana": 1}, "why": why})
        key = why.replace(" ", "-").rjust(12, "x")
        body = urllib.parse.urlencode({"csrf_token": self.token, "seq": seq, "key": key, "say": event})
        answer = self._until_answered("POST", self.address, body)
        return int(answer[0]), answer

    def _until_answered(self, method: str, address: str, body: str = "") -> tuple[str, str]:
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            try:
                self.sent += 1
                cookie = {"Cookie": self.cookie} if hasattr(self, "cookie") else {}
                headers = {**HEADERS, **cookie} if body else cookie
                connection.request(method, address, body or None, headers)
                answer = connection.getresponse()
                text = answer.read().decode()
                if set_cookie := answer.headers.get("Set-Cookie"):
                    self.cookie = set_cookie.split(";")[0]
                if answer.status < 500:
                    return str(answer.status), text
            except (OSError, http.client.HTTPException):
                self.lost += 1
                time.sleep(0.02)
            finally:
                connection.close()


# Started once and forked for each life: so a server stands again in a moment, and ends as hard as any.
LIVES = """
import os, sys
from referee.server.serving import Options, serve
for _ in sys.stdin:
    child = os.fork()
    if not child:
        os._exit(serve(Options("127.0.0.1", int(sys.argv[1]), sys.argv[2])))
    print("life", child, flush=True)
    os.waitpid(child, 0)
"""


class Lives:
    """A server that is killed and stands up again at the same port with the same tables."""

    def __init__(self, port: int, data: str) -> None:
        command = [sys.executable, "-c", LIVES, str(port), data]
        self.port = port
        self._parent = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._life = 0

    def begin(self) -> None:
        """Start it and wait until it takes a connection."""
        self._parent.stdin.write("again\n")
        self._parent.stdin.flush()
        while not (told := re.match("life ([0-9]+)", line := self._parent.stdout.readline())):
            assert line, "the process that starts servers has ended"
        self._life = int(told[1])
        for _ in range(500):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("the server does not stand up")

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        os.kill(self._life, signal.SIGKILL)

    def end(self) -> None:
        """No more lives."""
        self.kill()
        self._parent.stdin.close()
        self._parent.stdout.close()
        self._parent.wait(10)


def test_the_power_goes_in_mid_post_and_every_answered_entry_is_there_once(app, tmp_path):
    row = app.extensions["referee"].create_table(
        {"record": 1, "variant": "fundex2004.block-draw", "players": ["Ana", "Ben"]}
    )
    app.extensions["referee"].append(row.id, 0, "the-deal-", [NewEvent({"round": 1})])
    port = RunningServer(tmp_path / "data").port
    lives = Lives(port, str(tmp_path / "data"))
    lives.begin()
    phones = [Phone(name, port, f"/t/{row.links['keep']}") for name in ("one", "two")]
    for phone in phones:
        phone.start()
    chance = random.Random(6)
    for _ in range(TIMES):
        before = sum(len(phone.answered) for phone in phones)
        for _ in range(500):
            if sum(len(phone.answered) for phone in phones) > before:
                break
            time.sleep(0.01)
        time.sleep(chance.random() * 0.05)
        lives.kill()
        lives.begin()
    for phone in phones:
        phone.is_over.set()
    for phone in phones:
        phone.join(30)
    lives.end()

    events = app.extensions["referee"].events(row.id)
    written = Counter(each.body["why"] for each in events if "why" in each.body)
    answered = {why for phone in phones for why in phone.answered}
    assert set(written.values()) == {1}
    assert answered <= set(written)
    assert len(answered) >= TIMES
    assert sum(phone.lost for phone in phones) >= TIMES
