"""The commands, as somebody types them. The judge is a stand-in here; it has tests of its own."""

import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from referee.cli import replay
from referee.cli.main import main
from referee.server import serving
from referee.storage.store import Store
from referee.web.infra import network
from tests.folders import PLAYTHROUGHS

PLAYED = {
    "event": 1,
    "verdict": "stands",
    "code": None,
    "says": "Ana lays 5-5. The ends make 10.",
    "points": {"Ana": 10},
    "scores": {"Ana": 10, "Žofie": 0},
}
PASSED = {
    "event": 2,
    "verdict": "stands",
    "says": "Žofie passes.",
    "points": {},
    "scores": {"Ana": 10, "Žofie": 0},
}
REFUSED = {"event": 2, "verdict": "refused", "code": "must-draw", "says": "Žofie must draw.", "points": {}}
FLAG = {"kind": "renege", "by": "Žofie", "event": 2, "because": "5-3 was held."}
RESULT = {"result": {"scores": {"Ana": 10, "Žofie": 0}, "winner": None, "rounds": [], "flags": [FLAG]}}


class RecordError(Exception):
    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(message)
        self.line, self.column, self.message = line, column, message


@pytest.fixture
def judged(monkeypatch) -> list[str]:
    """A judge that finds a fault where it reads "refused", cannot read "bad", and keeps what it was given."""
    given: list[str] = []

    def replay_text(text: str) -> list[dict]:
        given.append(text)
        if "bad" in text:
            raise RecordError(3, 14, "this is not JSON")
        return [PLAYED, REFUSED if "refused" in text else PASSED, RESULT]

    events, replay = ModuleType("referee.engine.record.reading"), ModuleType("referee.engine.answers")
    events.RecordError = RecordError
    events.text_of = lambda data: data.decode("utf-8-sig")
    replay.replay_text = replay_text
    monkeypatch.setitem(sys.modules, "referee.engine.record.reading", events)
    monkeypatch.setitem(sys.modules, "referee.engine.answers", replay)
    return given


@pytest.fixture
def write(tmp_path) -> Callable[[str, str | bytes], str]:
    def write_file(name: str, content: str | bytes) -> str:
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return str(tmp_path / name)

    return write_file


@pytest.mark.usefixtures("judged")
def test_a_record_is_judged_for_people_one_line_an_event(write, capsys):
    assert main(["replay", write("round.jsonl", "fine")]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "   1  Ana lays 5-5. The ends make 10.  [Ana +10]  (Ana 10, Žofie 0)",
        "   2  Žofie passes.",
        "      Nobody has won. Ana 10, Žofie 0",
        "      renege, Žofie, event 2: 5-3 was held.",
    ]


def test_two_partners_win(write, capsys):
    text = (PLAYTHROUGHS / "traditional.forty-two.jsonl").read_text(encoding="utf-8")
    header, *said = map(json.loads, text.splitlines())
    header["options"] = {**header.get("options", {}), "marks_to_win": 1}
    lines = [json.dumps(each) for each in (header, *said)]
    main(["replay", write("won.jsonl", "\n".join(lines))])

    assert "      Ana & Cal win. Ana & Cal 1, Ben & Dan 0" in capsys.readouterr().out.splitlines()


@pytest.mark.usefixtures("judged")
def test_a_refusal_is_marked_and_gives_status_one(write, capsys):
    assert main(["replay", write("round.jsonl", "refused")]) == 1

    assert "   2  refused: Žofie must draw." in capsys.readouterr().out


@pytest.mark.usefixtures("judged")
def test_the_json_form_prints_one_object_a_line(write, capsys):
    assert main(["replay", write("round.jsonl", "fine"), "--json"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in lines] == [PLAYED, PASSED, RESULT]
    assert "Žofie" in lines[1]


def test_a_breach_that_may_be_anybody_s_names_everybody(write, capsys):
    header = {"record": 1, "variant": "edge.block", "players": ["Ana", "Ben", "Cal", "Dan"]}
    passes = [{"by": name, "pass": True} for name in ("Ben", "Cal", "Dan", "Ana")]
    events = [{"round": 1}, {"by": "Ana", "play": "6-6"}, *passes]
    main(["replay", write("round.jsonl", "\n".join(json.dumps(each) for each in (header, *events)))])

    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("      renege, Ana, Ben, Cal or Dan, event 3, 4, 5 or 6: ")


def test_standard_input_is_read_for_a_dash(judged, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfone\r\ntwo")))

    assert main(["replay", "-"]) == 0
    assert judged == ["one\r\ntwo"]


@pytest.mark.usefixtures("judged")
def test_a_folder_is_judged_by_name_and_one_bad_record_does_not_end_it(write, tmp_path, capsys):
    write("b.jsonl", "bad")
    write("c.jsonl", "refused")
    write("a.jsonl", "fine")
    write("notes.txt", "bad")
    (tmp_path / "folder.jsonl").mkdir()

    assert main(["replay", str(tmp_path), "--json"]) == 2

    told = capsys.readouterr()
    records = [json.loads(line) for line in told.out.splitlines()]
    assert [line["record"] for line in records if "record" in line] == ["a.jsonl", "b.jsonl", "c.jsonl"]
    assert records[-1] == RESULT
    assert told.err == "b.jsonl:3:14: this is not JSON\n"


@pytest.mark.usefixtures("judged")
def test_a_folder_gives_the_worst_status_of_its_records(write, tmp_path):
    write("a.jsonl", "refused")
    write("b.jsonl", "fine")

    assert main(["replay", str(tmp_path)]) == 1


def test_a_large_folder_is_judged_by_every_processor_and_told_in_the_same_order(
    write, tmp_path, capfd, monkeypatch
):
    """The judge is the real one here: each process has its own."""
    for path in sorted(PLAYTHROUGHS.glob("edge.*.jsonl")):
        write(path.name, path.read_bytes())
    write("edge.cut.jsonl", '{"record": 1')
    alone = main(["replay", str(tmp_path), "--json"]), capfd.readouterr()

    monkeypatch.setattr(replay, "WORTH_SHARING", 0)
    monkeypatch.setattr(replay, "_told", _not_here(os.getpid(), replay._told))

    assert (main(["replay", str(tmp_path), "--json"]), capfd.readouterr()) == alone
    assert alone[0] == 2
    assert "edge.cut.jsonl:1:" in alone[1].err


def _not_here(process: int, judge: Callable) -> Callable:
    def judge_elsewhere(*given):
        assert os.getpid() != process
        return judge(*given)

    return judge_elsewhere


def test_a_folder_is_judged_in_one_process_on_a_system_that_has_no_more(write, tmp_path, monkeypatch):
    def refused():
        raise NotImplementedError

    write("round.jsonl", (PLAYTHROUGHS / "edge.block.jsonl").read_bytes())
    monkeypatch.setattr(replay, "WORTH_SHARING", 0)
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refused)

    assert main(["replay", str(tmp_path)]) == 0


def test_how_far_a_folder_is_judged_shows_on_a_terminal_that_the_answers_do_not_go_to(
    write, tmp_path, capsys, monkeypatch
):
    for name in ("a", "b"):
        write(f"{name}.jsonl", (PLAYTHROUGHS / "edge.block.jsonl").read_bytes())
    main(["replay", str(tmp_path)])
    assert capsys.readouterr().err == ""

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["replay", str(tmp_path)])
    assert capsys.readouterr().err == "\r1 of 2 records\r2 of 2 records\n"


def test_an_empty_folder_is_said_to_be_so(tmp_path, capsys):
    assert main(["replay", str(tmp_path)]) == 2
    assert "there is no record" in capsys.readouterr().err


def test_text_that_is_not_utf8_is_said_with_its_place(write, capsys):
    path = write("round.jsonl", "\ufeffone\r\nŽofie ".encode() + b"\xff\n")

    assert main(["replay", path]) == 2
    assert capsys.readouterr().err == f"{path}:2:7: This is not a text file in UTF-8.\n"


@pytest.mark.usefixtures("judged")
def test_a_file_that_is_not_there_is_said_in_a_sentence(capsys):
    assert main(["replay", "/nowhere/round.jsonl"]) == 2
    assert capsys.readouterr().err == "/nowhere/round.jsonl: No such file or directory\n"


RECORD = str(PLAYTHROUGHS / "edge.block.jsonl")


@pytest.fixture
def typed(tmp_path) -> Callable[..., subprocess.CompletedProcess]:
    """Run a command in a process of its own, on a book with one table; `redirected` is as in a shell."""
    with Store(tmp_path / "referee.db") as store:
        store.create_table({"record": 1, "variant": "edge.block", "players": ["Ana", "Žofie"]})

    def run(*arguments: str, redirected: str = "", **environment: str) -> subprocess.CompletedProcess:
        command = shlex.join([sys.executable, "-m", "referee", *arguments])
        environment = {**os.environ, "REFEREE_DATA": str(tmp_path), **environment}
        return subprocess.run(
            f"{command} {redirected}",
            shell=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment,
            check=False,
        )

    return run


OUTPUTS = (["tables"], ["export", "1"], ["check"], ["replay", RECORD], ["import", RECORD])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("command", OUTPUTS, ids=lambda words: words[0])
def test_an_output_for_which_there_is_no_room_is_said_in_a_sentence(typed, command):
    told = typed(*command, redirected=">/dev/full")

    assert told.stderr.decode() == "The output cannot be written: No space left on device.\n"
    assert told.returncode == 2


@pytest.mark.parametrize("command", OUTPUTS, ids=lambda words: words[0])
def test_who_reads_only_the_first_lines_sees_no_error(typed, command):
    assert typed(*command, redirected="| true").stderr == b""


@pytest.mark.parametrize("redirected", [">&-", "<&-", "2>&-"])
def test_a_stream_that_is_closed_keeps_no_command_from_its_work(typed, redirected, write, tmp_path):
    write("round.jsonl", Path(RECORD).read_bytes())
    assert typed("replay", "-", redirected=redirected).returncode == 2
    assert typed("export", "1", redirected=redirected).returncode == 0
    assert typed("replay", str(tmp_path), redirected=redirected).returncode == 0


def test_names_are_printed_whole_on_a_terminal_that_knows_no_letters_but_english_ones(typed):
    told = typed("tables", PYTHONIOENCODING="ascii")

    assert "Ana, Žofie" in told.stdout.decode()


def test_a_link_that_is_no_text_opens_no_table(typed):
    told = typed("export", os.fsdecode(b"/t/\xff"))

    assert told.stderr.startswith(b"There is no table")


def test_a_command_is_stopped_without_a_trace(monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(replay, "replay", interrupted)

    assert main(["replay", "-"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.fixture
def served(monkeypatch) -> list[tuple]:
    given: list[tuple] = []
    monkeypatch.setattr(serving, "serve", lambda options: given.append(options) or 0)
    return given


@pytest.mark.parametrize("arguments", [[], ["serve"]])
def test_it_serves_when_nothing_else_is_asked(served, arguments):
    assert main(arguments) == 0
    assert served == [serving.Options(names=[])]


def test_serving_takes_its_options_with_and_without_the_word(served):
    options = [
        "--port",
        "8080",
        "--data",
        "/tmp/tables",
        "--host",
        "127.0.0.1",
        "--name",
        "dominoes.example.org",
        "--database",
        "/tmp/book.db",
        "--threads",
        "4",
        "--behind-proxy",
        "--tables-per-hour",
        "5",
    ]

    main(options)
    main(["serve", *options])

    asked = serving.Options(
        "127.0.0.1", 8080, "/tmp/tables", "/tmp/book.db", ["dominoes.example.org"], 4, True, 5
    )
    assert served == [asked] * 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "70000"],
        ["--port", "high"],
        ["--threads", "0"],
        ["replay"],
        ["play"],
        ["backup"],
        ["tables", "delete"],
        ["tables", "7"],
        ["tables", "delete", "all"],
    ],
)
def test_a_mistyped_command_is_explained(arguments, capsys):
    with pytest.raises(SystemExit) as refused:
        main(arguments)

    assert refused.value.code == 2
    assert "usage: referee" in capsys.readouterr().err


def test_its_version_is_told(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])

    assert capsys.readouterr().out.startswith("referee ")


def test_every_address_of_this_computer_is_announced_with_a_code(monkeypatch):
    monkeypatch.setattr(serving, "lan_addresses", lambda: ["192.0.2.7", "198.51.100.4"])

    told = serving.announcement("0.0.0.0", 5000)

    for link in ("http://localhost:5000", "http://192.0.2.7:5000", "http://198.51.100.4:5000"):
        assert link in told
    assert "█" in told


def test_no_other_phone_is_invited_to_an_address_of_this_computer_alone():
    told = serving.announcement("127.0.0.1", 5000)

    assert "http://localhost:5000" in told
    assert "every phone" not in told


def test_one_address_is_announced_alone():
    assert "http://[fd00::7]:5000" in serving.announcement("fd00::7", 5000)


def test_addresses_are_those_that_others_can_reach():
    assert not [address for address in network.lan_addresses() if address.startswith("127.")]


def test_a_database_that_cannot_be_used_is_said_in_a_sentence(tmp_path, capsys):
    (tmp_path / "referee.db").write_text("notes" * 1000)

    assert serving.serve(serving.Options("127.0.0.1", 0, str(tmp_path))) == 1
    assert "is not a database" in capsys.readouterr().err


def test_an_address_of_another_computer_is_said_in_a_sentence(tmp_path, capsys):
    assert serving.serve(serving.Options("203.0.113.9", 5000, str(tmp_path))) == 1

    assert capsys.readouterr().err.startswith("Nothing can listen on 203.0.113.9, port 5000:")
    with Store(tmp_path / "referee.db"):
        pass
