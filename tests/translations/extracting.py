"""Everything that the referee says, as a translator's catalogue: taken from the code, the pages and the rules."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from referee import paths
from referee.engine.rules.part import Switch
from referee.web.parts.short_words import BRIEFLY, WORDS

KEYWORDS: dict[str, Any] = {
    "_": None,
    "_m": None,
    "_n": (1, 2),
    "_p": ((1, "c"), 2),
    "counted": (1, 2),
    "msg": None,
    "msg_as": ((1, "c"), 2),
    "marked": None,
    "paired": (1, 2),
    "MisreadError": None,
    "not_now": None,
    "HeaderError": (2,),
}
# What has its sentence first, or after its context.
FIRST = KEYWORDS.keys() - {"HeaderError"}
METHODS = [("**/static/**", "ignore"), ("**.py", "python"), ("**.html", "jinja2")]


@cache
def everything() -> Catalog:
    """Every message there is, each with the files that say it."""
    catalogue = Catalog(charset="utf-8", fuzzy=False)
    for folder in (paths.PACKAGE, paths.TEMPLATES):
        for file, _line, message, _comments, context in extract_from_dir(folder, METHODS, keywords=KEYWORDS):
            if message and message != ("",):
                catalogue.add(message, locations=[(f"{folder.name}/{file}", 0)], context=context)
    found = known(catalogue)
    for file, message, context in of_calls(paths.PACKAGE):
        said = (message if isinstance(message, str) else message[0], context)
        if said not in found:
            found.add(said)
            catalogue.add(message, locations=[(file, 0)], context=context)
    for message in sentences_of_rules():
        catalogue.add(message, locations=[("rules", 0)])
    for name, values in (*WORDS.items(), *BRIEFLY.items()):
        for words in values.values():
            catalogue.add(words, locations=[("rules", 0)], context=name)
    for name in sorted(names_of_games()):
        catalogue.add(name, locations=[("rules", 0)], context="game")
    return catalogue


def known(catalogue: Catalog) -> set[tuple[str, str | None]]:
    """The messages of a catalogue, each by its first form and its context."""
    return {
        (each.id if isinstance(each.id, str) else each.id[0], each.context) for each in catalogue if each.id
    }


def of_calls(folder: Path) -> Iterator[tuple[str, Any, str | None]]:
    """What the code says where Babel does not look: within another call, and within a formatted string."""
    for path in sorted(folder.rglob("*.py")):
        file = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in FIRST:
                words = [each.value if isinstance(each, ast.Constant) else None for each in call.args]
                context = words.pop(0) if call.func.id in ("_p", "msg_as") and words else None
                forms = tuple(words[:2] if KEYWORDS.get(call.func.id) == (1, 2) else words[:1])
                if forms and all(isinstance(each, str) and each for each in forms):
                    yield file, forms if len(forms) > 1 else forms[0], context


def sentences_of_rules() -> Iterator[str]:
    """What the rules say: titles, sentences and reasons of every part's switches, and the notes of every game."""
    from referee.engine.rules.part import Part
    from referee.engine.sheets import VARIANTS

    for part in parts(Part):
        for switch in part.switches().values():
            yield from of_switch(switch)
    for game in VARIANTS.values():
        yield from (game.family, *game.unclear, *game.unclear_about.values())
        for preset in game.presets.values():
            yield from (*of_switch(preset.switch), *([preset.why] if preset.why else []))


def names_of_games() -> set[str]:
    """What the sheets call their games."""
    from referee.engine.sheets import VARIANTS

    return {game.name for game in VARIANTS.values()}


def of_switch(switch: Switch) -> Iterator[str]:
    """Its title, a sentence for each of its values, and the reasons for one where a sheet is silent."""
    yield switch.title
    yield from switch.sentences.values()
    yield from switch.reasons.values()
    if switch.template is not None:
        yield switch.template
    if switch.one is not None:
        yield switch.one


def parts(kind: Any) -> Iterator[Any]:
    """Every kind of rule part."""
    import referee.engine.sheets  # noqa: F401 - all parts are known once the sheets are

    for each in kind.__subclasses__():
        yield each
        yield from parts(each)


def read(path: Path) -> Catalog:
    """A catalogue as it lies on disk."""
    with path.open("rb") as file:
        return read_po(file)


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue as translators' tools do, in the order of its files."""
    with path.open("wb") as file:
        write_po(file, catalogue, width=110, sort_by_file=True, omit_header=False, ignore_obsolete=True)
