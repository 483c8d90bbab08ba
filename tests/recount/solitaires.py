"""The solitaires, counted by the rules alone (rules/README.md, 2.6; record/README.md, Solitaires)."""

import random
from collections.abc import Mapping
from typing import Any

from tests.recount.table import Table, seat_people
from tests.recount.tiles import Tile, all_tiles, word, words

STEPS = 250


def faces(chance: random.Random, high: int) -> list[tuple[int, int]]:
    """The tiles of a set in any order, each lying either way round."""
    found = [tile if chance.random() < 0.5 else tile[::-1] for tile in all_tiles(high)]
    chance.shuffle(found)
    return [(first, second) for first, second in found]


class Solitaire:
    """One player's game: what is said, and how it must end."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.rules = table.rules()
        self.score = 0
        table.firm = ()

    def play(self, number: int) -> None:
        """Play one game, to its end or until it is given up."""
        raise NotImplementedError

    def gives_up(self) -> bool:
        """Whether the player gives this game up now, or goes on, perhaps with points that are agreed on."""
        if self.chance.random() < 0.02:
            points = self.chance.choice((-3, 1, 4))
            self.score += points
            event = {"adjust": {self.table.players[0]: points}}
            self.table.say(event, scores=[self.score], points={0: points}, status="playing")
        if self.chance.random() < 0.02:
            number = self.table.log.state.current.number
            self.table.refuses({"round": number + 1}, "not-now")
            house = [(name, value) for name, values in self.table.house.items() for value in values]
            for name, value in house:
                self.table.refuses({"ruling": {name: value}}, "not-now", "unreadable")
        if self.chance.random() > 0.003:
            return False
        settled = {"how": "void", "winner": None, "points": {}}
        self.table.say({"void": True}, settled=settled, scores=[self.score], status="round-over")
        return True

    def compare_end(self, number: int, how: str, *, points: int = 0) -> None:
        """Compare that game `number` is over, and how."""
        self.score += points
        answer = self.table.before
        winner = 0 if how == "out" else None
        settled = {"how": how, "winner": winner, "points": {0: points}}
        if "settled" not in answer or len(self.table.log.state.rounds) != number:
            self.table.differ("whether the game is over", how, answer["status"])
        self.table.compare(answer, status="round-over", settled=settled, scores=[self.score])

    def begin(self, number: int, deal: list[Any]) -> None:
        """A new game with these tiles."""
        self.table.say({"round": number})
        if self.chance.random() < 0.3:
            self.table.refuses({"deal": words(deal[1:])}, "hand-mismatch")
            self.table.refuses({"deal": words([*deal[1:], deal[1][::-1]])}, "impossible-hand")
            self.table.refuses({"deal": [*words(deal[1:]), f"{self.table.high + 1}-0"]}, "not-in-set")
        self.table.say({"deal": words(deal)})
        self.table.refuses({"deal": words(deal)}, "not-now")


class Counting(Solitaire):
    """Elimination and Bingo: count along the row, take out what shows the number (EL1 to EL3)."""

    def play(self, number: int) -> None:
        """Play one game."""
        bingo = self.rules.get("bingo", "d6_0_12")
        high, numbers = {"d6_0_12": (6, 13), "d9_0_18": (9, 19), "as_printed": (9, 13)}[bingo]
        row = faces(self.chance, high)
        self.begin(number, row)
        leaving, left = self.leave(row, numbers)
        for place, (tile, counted, position) in enumerate(leaving):
            self.table.compare(self.table.before, status="playing")
            if self.gives_up():
                return
            other = self.chance.choice(row)
            if {*other} != {*tile}:
                gone = other in [each for each, _, _ in leaving[:place]]
                self.table.refuses({"remove": word(other)}, "already-played" if gone else "bad-move")
            self.table.say({"remove": word(tile)}, count={"number": counted, "place": position})
        self.compare_end(number, "blocked" if left else "out")

    def leave(self, row: list[tuple[int, int]], numbers: int) -> tuple[list[tuple[Any, int, int]], list[Any]]:
        """The tiles that leave, each with the number and its place in that pass; and those that never do."""
        leaving: list[tuple[Any, int, int]] = []
        counted = empty_passes = 0
        while row and empty_passes <= numbers:
            kept, before = [], len(leaving)
            for position, tile in enumerate(row, 1):
                if sum(tile) == counted:
                    leaving.append((tile, counted, position))
                else:
                    kept.append(tile)
                counted = (counted + 1) % numbers
            empty_passes = 0 if len(leaving) > before else empty_passes + 1
            row = kept
        return leaving, row


class KnockOut(Solitaire):
    """Knock-Out: take out neighbours whose touching halves are equal (KO1)."""

    def play(self, number: int) -> None:
        """Play one game."""
        line = faces(self.chance, 6)
        self.begin(number, line)
        while runs := self.runs(line):
            self.table.compare(self.table.before, status="playing")
            if self.gives_up():
                return
            begin = self.chance.randrange(len(line) - 1)
            if (begin, begin + 2) not in runs:
                self.table.refuses({"knock": words(line[begin : begin + 2])}, "bad-move")
            begin, end = self.chance.choice(runs)
            self.table.refuses({"knock": words(line[begin:end][::-1])}, "bad-move")
            self.table.say({"knock": words(line[begin:end])})
            line = line[:begin] + line[end:]
        scores = self.table.header["variant"] == "fundex2004.knock-out"
        self.compare_end(number, "blocked" if line else "out", points=len(line) if scores else 0)

    def runs(self, line: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """What may be taken out, as first place and the place after the last."""
        found = []
        for begin in range(len(line)):
            end = begin + 1
            while end < len(line) and line[end - 1][1] == line[end][0]:
                end += 1
                if end == begin + 2 or self.rules["knock"] == "run":
                    found.append((begin, end))
        return found


class Columns(Solitaire):
    """Domino Solitaire (DS1 to DS3): `seen` and `down` are the open and the face-down tiles of each column."""

    def play(self, number: int) -> None:
        """Play one game, or give up."""
        self.deck = faces(self.chance, 6)
        self.down = [6, 5, 4, 3, 2, 1, 0]
        self.seen = [[self.deck.pop()] for _ in range(7)]
        self.begin(number, [column[0] for column in self.seen])
        for _ in range(STEPS):
            turns, moves = self.turns(), self.moves()
            if not any(self.down):
                self.compare_end(number, "out")
                return self.save_columns()
            if not turns and not moves:
                return self.compare_end(number, "blocked")
            self.table.compare(self.table.before, status="playing")
            if self.gives_up():
                return None
            if self.chance.random() < 0.2:
                self.try_wrong(turns, moves)
            useful = [move for move in moves if move[1] == 0 and (move[2] is not None or self.down[move[0]])]
            if turns and (not moves or self.chance.random() < 0.7):
                column = self.chance.choice(turns)
                self.seen[column] = [self.deck.pop()]
                self.down[column] -= 1
                self.table.say({"turn": word(self.seen[column][0]), "column": column + 1})
            else:
                self.move(*self.chance.choice(useful if useful and self.chance.random() < 0.8 else moves))
        self.table.say({"void": True})
        return None

    def save_columns(self) -> None:
        """Moves after the last tile is turned up change nothing but the columns."""
        for _ in range(3):
            column = self.chance.choice([each for each in range(7) if self.seen[each]])
            self.table.refuses({"move": word(self.seen[column][0]), "onto": "column"}, "not-now")
            moves = [move for move in self.moves() if move[2] is not None]
            if not moves:
                return
            self.move(*self.chance.choice(moves))
            self.table.compare(self.table.before, status="round-over", points={}, scores=[self.score])

    def turns(self) -> list[int]:
        """The columns whose lowest tile may be turned up."""
        return [column for column in range(7) if not self.seen[column] and self.down[column]]

    def moves(self) -> list[tuple[int, int, int | None]]:
        """The moves: from which column, from which of its open tiles on, to which column (None: a new one)."""
        in_use = sum(1 for column in range(7) if self.seen[column] or self.down[column])
        found: list[tuple[int, int, int | None]] = []
        for column, seen in enumerate(self.seen):
            for place in range(len(seen)) if self.rules["move_unit"] == "tail" else range(min(1, len(seen))):
                found += [
                    (column, place, other)
                    for other, others in enumerate(self.seen)
                    if other != column and others and others[-1][1] == seen[place][0]
                ]
                found += [(column, place, None)] if in_use < 7 else []
        return found

    def move(self, column: int, place: int, to: int | None) -> None:
        """Move a tail; a new column takes the leftmost empty place."""
        tail = self.seen[column][place:]
        event = {"move": word(tail[0]), "onto": "column" if to is None else word(self.seen[to][-1])}
        if to is None:
            empty = [each for each in range(7) if not self.seen[each] and not self.down[each]]
            to = empty[0]
        self.table.say(event)
        self.seen[column] = self.seen[column][:place]
        self.seen[to] = self.seen[to] + tail

    def try_wrong(self, turns: list[int], moves: list[tuple[int, int, int | None]]) -> None:
        """Move what may not move."""
        column = self.chance.choice([each for each in range(7) if self.seen[each]])
        place = self.chance.randrange(len(self.seen[column]))
        tile = word(self.seen[column][place])
        for other, others in enumerate(self.seen):
            if others and (column, place, other) not in moves:
                self.table.refuses({"move": tile, "onto": word(others[-1])}, "bad-move")
        if (column, place, None) not in moves:
            self.table.refuses({"move": tile, "onto": "column"}, "bad-move")
        if column not in turns and self.deck:
            self.table.refuses({"turn": word(self.deck[-1]), "column": column + 1}, "bad-move")


class DrawFive(Solitaire):
    """El Chavo's solitaire: five tiles, a line of two ends (SO1)."""

    lets: Mapping[str, bool] = {}  # what says of the next event that the table lets it stand

    def play(self, number: int) -> None:
        """Play one game."""
        self.deck = all_tiles(self.table.high)
        self.chance.shuffle(self.deck)
        self.hand = [self.deck.pop() for _ in range(5)]
        self.ends: list[int] = []
        self.tips: list[Tile] = []
        self.known = {*self.hand}
        self.begin(number, self.hand)
        while True:
            able = [tile for tile in self.hand if self.fits(tile)]
            if not self.hand and (self.rules["goal"] == "empty_hand" or not self.deck):
                return self.compare_end(number, "out")
            if not able and not self.deck:
                return self.compare_end(number, "blocked")
            self.table.compare(
                self.table.before, status="playing", hands=[len(self.hand)], boneyard=len(self.deck)
            )
            if self.gives_up():
                return None
            must = any(tile in self.known for tile in able)
            self.try_wrong(able, must=must)
            if self.chance.random() < 0.05:
                self.break_rule(able, must=must)
            elif must or (able and self.chance.random() < 0.5):
                self.lay(self.chance.choice(able))
            else:
                self.draw()

    def fits(self, tile: Tile) -> bool:
        """Whether the tile goes on either end."""
        return not self.ends or any(end in tile for end in self.ends)

    def lay(self, tile: Tile, side: int | None = None) -> None:
        """Lay a tile on one of the ends that it fits, or on that one."""
        event = {"play": word(tile)} | self.lets
        if self.ends:
            fitting = [each for each in (0, 1) if self.ends[each] in tile]
            side = self.chance.choice(fitting) if side is None else side
            alone = self.tips[0] == self.tips[1]
            event["at"] = word(self.tips[side]) + (f"/{self.ends[side]}" if alone else "")
            out = sum(tile) - self.ends[side] if side in fitting else self.chance.choice(tile)
            event |= {"out": out} if side not in fitting else {}
            self.ends[side], self.tips[side] = out, tile
        else:
            self.ends, self.tips = list(tile), [tile, tile]
        self.table.say(event)
        self.hand.remove(tile)
        self.known.add(tile)

    def draw(self) -> None:
        """Draw up to the first tile that fits and name what was drawn; or any number of tiles."""
        is_named = self.chance.random() < 0.5
        drawn = [self.deck.pop()]
        most = len(self.deck) if is_named else self.chance.randrange(len(self.deck) + 1)
        while len(drawn) <= most and not (self.fits(drawn[-1]) and (is_named or self.chance.random() < 0.8)):
            drawn.append(self.deck.pop())
        self.table.say({"draw": words(drawn) if is_named else len(drawn)} | self.lets)
        self.take(drawn, is_named=is_named)

    def take(self, drawn: list[Tile], *, is_named: bool) -> None:
        """These tiles are in the hand now; with the last tile of the set all are known."""
        self.hand += drawn
        self.known |= {*drawn} if is_named else set()
        self.known |= {*self.hand} if not self.deck else set()

    def break_rule(self, able: list[Tile], *, must: bool) -> None:
        """Draw or pass with a tile that goes, or lay one where it does not; the table lets it stand."""
        self.lets = {"stood": True}
        misfits = [tile for tile in self.hand if self.ends and tile not in able]
        if misfits:
            self.table.breaks = ("does-not-match",)
            self.lay(misfits[0], side=self.chance.randrange(2))
        elif must and self.deck:
            self.table.breaks = ("must-play",)
            self.draw()
        else:
            self.table.breaks = ("must-play", "must-draw")
            self.table.say({"pass": True} | self.lets)
        self.lets, self.table.breaks = {}, ()

    def try_wrong(self, able: list[Tile], *, must: bool) -> None:
        """Draw or pass with a tile that is known to fit, draw too many, or lay what does not fit or is not in hand."""
        self.table.refuses({"pass": True}, "must-play" if must else "must-draw")
        if must:
            if self.deck:
                self.table.refuses({"draw": 1}, "must-play")
        elif self.deck:
            self.table.refuses({"draw": len(self.deck) + 1}, "boneyard-empty")
        if misfits := [tile for tile in self.hand if tile not in able]:
            self.table.refuses({"play": word(misfits[0])}, "does-not-match")
        early = [tile for tile in self.deck if self.fits(tile)]
        if early and len(self.deck) > 1 and not must:
            other = next(tile for tile in self.deck if tile != early[0])
            self.table.refuses({"draw": words([early[0], other])}, "must-play")
        if self.known - {*self.hand}:
            laid = self.chance.choice(sorted(self.known - {*self.hand}))
            self.table.refuses({"play": word(laid)}, "already-played")
            if self.deck:
                self.table.refuses({"draw": words([laid])}, "already-played")
        if early and {*self.hand} <= self.known:
            self.table.refuses({"play": word(early[0])}, "bad-move")


GAMES: dict[str, Any] = {
    "fundex2004.elimination": Counting,
    "hasbro2003.bingo": Counting,
    "fundex2004.knock-out": KnockOut,
    "fundex2008.knock-out": KnockOut,
    "fundex2004.solitaire": Columns,
    "fundex2008.solitaire": DrawFive,
}


def recount(chance: random.Random) -> Table:
    """Two games of a solitaire."""
    game = chance.choice(sorted(GAMES))
    table = seat_people(chance, game, {})
    match = GAMES[game](table, chance)
    for number in (1, 2):
        match.play(number)
        match.rules = table.agree(chance)
    return table
