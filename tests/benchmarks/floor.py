"""The floor for everything over HTTP: a Flask application that does almost nothing.

It is served like the referee, and writes to a file with the same settings. `python -m tests.benchmarks.floor FOLDER`
serves it on any free port, which is printed.
"""

import socket
import sys
import threading
from pathlib import Path

from flask import Flask, request

from referee.server.serving import Options, run
from referee.storage.database import DatabaseFile

CONSTANT, COMMIT = "/constant", "/commit"


def floor_app(folder: Path) -> Flask:
    """An application with a route that returns a constant, and one that commits the posted form as one row."""
    app = Flask("floor")
    file = DatabaseFile(folder / "floor.db")
    with file.writing() as db:
        db.execute("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT")

    @app.get(CONSTANT)
    def constant() -> str:
        return "nothing new"

    @app.post(COMMIT)
    def commit() -> str:
        body = request.form["say"]
        with file.writing() as db:
            db.execute("INSERT INTO bare (body) VALUES (?)", (body,))
        return "written"

    return app


def main(folder: str) -> None:
    """Serve it until the process is ended."""
    listening = socket.create_server(("127.0.0.1", 0))
    run(floor_app(Path(folder)), listening, Options(), threading.Event())


if __name__ == "__main__":
    main(sys.argv[1])
