"""`referee export` and `referee import`, as they are typed."""

import os
import resource
import stat

import pytest

from referee.cli import transfer
from referee.cli.main import main
from referee.storage.rows import NewEvent
from referee.storage.store import Store
from referee.translations.catalogues import read_translator
from tests.export.test_importing import EVENTS, HEADER, record


@pytest.fixture
def folder(tmp_path):
    with Store(tmp_path / "data" / "referee.db") as store:
        row = store.create_table(HEADER)
        store.append(row.id, 0, "all", [NewEvent(each) for each in (*EVENTS[:2], *EVENTS[3:5])])
    return tmp_path


def test_a_table_is_exported_by_its_number_into_a_folder(folder, capsys):
    assert main(["export", "1", "--data", str(folder / "data"), "-o", str(folder)]) == 0

    path = capsys.readouterr().out.strip()
    assert path.endswith("-1.jsonl")
    assert (folder / path).read_bytes() == record(*EVENTS[:2], *EVENTS[3:5])


def test_a_table_is_exported_by_its_link_to_standard_output(folder, capfdbinary):
    with Store(folder / "data" / "referee.db") as store:
        link = store.table(1).links["watch"]

    assert (
        main(
            ["export", f"http://192.0.2.7:5000/t/{link}", "--data", str(folder / "data"), "--format", "text"]
        )
        == 0
    )
    assert capfdbinary.readouterr().out.startswith(b"All Fives\nFundex 2004")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["export", "7"], "There is no table 7."),
        (["export", "nowhere"], "There is no table nowhere."),
        (["export", "1", "--format", "svg"], "add --round N"),
        (["export", "1", "--format", "csv", "--round", "1"], "leave the round out"),
        (["export", "1", "--format", "text", "--round", "1"], "Round 1 has not been settled."),
        (["export", "1", "-o", "/nowhere/at/all"], "cannot be written"),
    ],
)
def test_what_cannot_be_exported_is_told_in_a_sentence(folder, arguments, words, capsys):
    assert main([*arguments, "--data", str(folder / "data")]) == 2
    assert words in capsys.readouterr().err


def test_a_disk_that_is_full_leaves_the_file_that_was_exported_before(folder, capsys):
    old, limits = folder / "game.jsonl", resource.getrlimit(resource.RLIMIT_FSIZE)
    old.write_bytes(b"what was exported before")
    agreed = {"adjust": {"Ana": 1}, "why": "x" * 500}
    with Store(folder / "data" / "referee.db") as store:
        store.append(1, 4, "much", [NewEvent(agreed)] * 300)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
        try:
            assert main(["export", "1", "--data", str(folder / "data"), "-o", str(old)]) == 2
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert f"{old} cannot be written: File too large." in capsys.readouterr().err
    assert old.read_bytes() == b"what was exported before"
    assert sorted(each.name for each in folder.iterdir()) == ["data", "game.jsonl"]


def test_an_export_over_an_older_one_keeps_its_rights_and_a_symbolic_link_to_it(folder):
    (folder / "game.jsonl").write_bytes(b"")
    (folder / "game.jsonl").chmod(0o600)
    (folder / "link").symlink_to("game.jsonl")

    assert main(["export", "1", "--data", str(folder / "data"), "-o", str(folder / "link")]) == 0

    assert (folder / "link").is_symlink()
    assert (folder / "game.jsonl").read_bytes() == record(*EVENTS[:2], *EVENTS[3:5])
    assert stat.S_IMODE((folder / "game.jsonl").stat().st_mode) == 0o600


def test_an_export_to_a_device_or_a_pipe_is_written_into_it(folder):
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    assert main(["export", "1", "--data", str(folder / "data"), "-o", str(pipe)]) == 0

    assert os.read(reader, 10_000) == record(*EVENTS[:2], *EVENTS[3:5])
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_looking_makes_no_database(tmp_path, capsys):
    assert main(["export", "1", "--data", str(tmp_path / "none")]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_records_are_imported_each_as_a_table_and_the_worst_status_is_given(folder, capsys):
    (folder / "good.jsonl").write_bytes(record(*EVENTS[:2]))
    (folder / "some.jsonl").write_bytes(record(*EVENTS))
    (folder / "bad.jsonl").write_bytes(record() + b"{")
    names = [str(folder / f"{name}.jsonl") for name in ("good", "some", "bad", "gone")]
    data = ["--data", str(folder / "data")]

    assert main(["import", *names[:1], *data]) == 0
    assert main(["import", *names[:2], *data]) == 1
    assert main(["import", *names, *data]) == 2
    assert main(["import", names[1], "--skip-refused", *data]) == 0

    told = capsys.readouterr()
    assert f"{names[0]}: table 2, 2 events, /t/" in told.out
    assert "5 events, 1 left out" in told.out
    assert f"{names[1]}:4: event 3: " in told.err
    assert "nothing was imported" in told.err
    assert f"{names[2]}:2:2: This line is not an entry of a record" in told.err
    assert f"{names[3]}: No such file or directory" in told.err
    with Store(folder / "data" / "referee.db") as store:
        assert [each.body for each in store.events(2)] == EVENTS[:2]


def test_what_was_exported_as_a_zip_file_is_imported_as_it_is(folder, capsys):
    data = ["--data", str(folder / "data")]
    assert main(["export", "1", "--format", "zip", "-o", str(folder), *data]) == 0
    packed = folder / capsys.readouterr().out.strip()

    assert main(["import", str(packed), *data]) == 0
    with Store(folder / "data" / "referee.db") as store:
        assert [each.body for each in store.events(2)] == [each.body for each in store.events(1)]


def test_a_file_of_a_hundred_megabytes_is_refused_without_being_read(folder, capsys):
    with (folder / "huge.jsonl").open("wb") as file:
        file.truncate(100 * 1024 * 1024)

    assert main(["import", str(folder / "huge.jsonl"), "--data", str(folder / "data")]) == 2
    assert "larger than 2048 kilobytes" in capsys.readouterr().err


def test_a_match_is_printed_to_a_file(folder, capsys):
    assert (
        main(["print", "1", "--data", str(folder / "data"), "--paper", "letter", "-o", str(folder / "m.pdf")])
        == 0
    )

    assert capsys.readouterr().out == f"{folder / 'm.pdf'}\n"
    assert (folder / "m.pdf").read_bytes().startswith(b"%PDF-")


def test_a_round_that_is_not_settled_is_not_printed(folder, capsys):
    assert main(["print", "1", "--round", "1", "--data", str(folder / "data")]) == 2
    assert "Round 1 has not been settled." in capsys.readouterr().err


def test_texts_and_papers_are_in_the_language_that_is_asked_for_and_the_record_is_not(
    folder, tmp_path, monkeypatch, capfdbinary
):
    words = tmp_path / "es.po"
    words.write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "{some} and {last}"\nmsgstr "{some} y {last}"\n\n'
        'msgctxt "game"\nmsgid "All Fives"\nmsgstr "Cincos"\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(
        transfer, "translator_of", lambda code: read_translator(words) if code == "es" else None
    )
    data = ["--data", str(folder / "data")]

    assert main(["export", "1", *data, "--format", "text", "--language", "es"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"Cincos\nFundex 2004")
    assert main(["export", "1", *data, "--language", "es"]) == 0
    assert capfdbinary.readouterr().out == record(*EVENTS[:2], *EVENTS[3:5])
    assert main(["print", "1", *data, "--language", "es"]) == 0
    spanish = capfdbinary.readouterr().out
    assert main(["print", "1", *data]) == 0
    assert capfdbinary.readouterr().out != spanish


def test_a_language_that_has_no_words_here_is_told_with_those_that_have(folder, capsys):
    with pytest.raises(SystemExit):
        main(["print", "1", "--language", "tlh", "--data", str(folder / "data")])
    assert "there are no words for 'tlh' here: en, es" in capsys.readouterr().err
