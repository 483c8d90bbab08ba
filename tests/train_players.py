"""Random rounds of trains and chickenfoot, by players whose hands the referee never sees."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from referee.engine.games.match import Status
from referee.engine.games.trains.ending import must_show
from referee.engine.games.trains.places import where
from referee.engine.games.trains.state import PUBLIC, TrainMatch
from referee.engine.log import Answer, Log, open_log
from referee.engine.setup import read_setup
from referee.engine.tiles import Tile
from tests.simulating import NAMES


@dataclass
class TrainPeople:
    """The players of one table, their hands, the seats whose marker should be up, and who went out first."""

    log: Log
    chance: random.Random
    hands: list[set[Tile]] = field(default_factory=list)
    boneyard: list[Tile] = field(default_factory=list)
    marked: set[int] = field(default_factory=set)
    first_out: int | None = None
    said: list[dict[str, Any]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    @property
    def match(self) -> TrainMatch:
        """The state of the match."""
        return cast(TrainMatch, self.log.state)

    def say(self, seat: int | None = None, **event: Any) -> Answer:
        """Say one event, which must stand, and keep the answer."""
        if seat is not None:
            event["by"] = self.match.setup.players[seat]
        answer, self.log = self.log.say(event)
        assert answer.ruling.verdict == "stands", (self.said, event, answer.ruling.says)
        self.said.append(event)
        self.answers.append(answer)
        return answer

    def deal(self) -> None:
        """Shuffle, deal, and get the double into the middle according to the rules."""
        setup = self.match.setup
        self.say(round=len(self.match.rounds) + 1)
        tiles = [each for each in setup.tiles.tiles if each != self.match.current.hub]
        self.chance.shuffle(tiles)
        count = len(setup.players)
        self.hands = [set(tiles[seat * setup.hand : (seat + 1) * setup.hand]) for seat in range(count)]
        self.boneyard, self.marked, self.first_out = tiles[count * setup.hand :], set(), None
        if self.match.current.hub is None:
            self._open()

    def _open(self) -> None:
        opening = self.match.setup.variant.opening
        wanted = self.match.setup.double(self.match.current.double)
        while True:
            held = [
                (tile.high, seat, tile)
                for seat, hand in enumerate(self.hands)
                for tile in hand
                if tile.is_double
            ]
            if not opening.by_highest:
                held = [each for each in held if each[2] == wanted] or (
                    [each for each in held if each[0] < wanted.high] if opening.takes_next_lower else []
                )
            if held:
                _, seat, tile = max(held, key=lambda each: each[0])
                self._lay(seat, tile, {})
                return
            if not opening.is_searched:
                self.say(void=True)
                self.deal()
                return
            for seat in range(len(self.hands)):
                self._draw(seat)
                if wanted in self.hands[seat]:
                    break

    def act(self) -> None:
        """The player to act makes an honest move with the tiles in hand."""
        match, current = self.match, self.match.current
        seat = current.turn
        assert seat is not None
        able = [each for each in sorted(self.hands[seat], key=str) if where(match, current, seat, each)]
        drawing = match.setup.variant.drawing
        if able and not (current.goes_on and self.chance.random() < 0.2):
            tile = self.chance.choice(able)
            place = self.chance.choice(where(match, current, seat, tile))
            self._lay(seat, tile, self._said_of(place))
        elif (
            drawing.is_allowed
            and self.boneyard
            and not current.goes_on
            and not (drawing.is_one_tile and current.drawn)
        ):
            self._draw(seat)
        else:
            if not current.goes_on:
                self.marked.add(seat)
            self.say(seat, **{"pass": True})

    def _said_of(self, place: int) -> dict[str, Any]:
        end = self.match.current.ends[place]
        if not self.match.setup.variant.has_trains:
            return {"at": str(end.tile) if end.tile.is_double else f"{end.tile}/{end.half}"}
        return {"train": PUBLIC if end.seat is None else self.match.setup.players[end.seat]}

    def _lay(self, seat: int, tile: Tile, to: Mapping[str, Any]) -> None:
        self.hands[seat].discard(tile)
        if to.get("train") == self.match.setup.players[seat]:
            self.marked.discard(seat)
        self.say(seat, play=str(tile), **to)
        if not self.hands[seat] and self.first_out is None:
            self.first_out = seat

    def _draw(self, seat: int) -> None:
        self.hands[seat].add(self.boneyard.pop())
        self.say(seat, draw=1)

    def show(self) -> None:
        """Show the hand of one player that the settlement needs."""
        seat = self.chance.choice(must_show(self.match))
        self.say(seat, hand=[str(each) for each in sorted(self.hands[seat], key=str)])

    def play_round(self) -> None:
        """Deal and play one round to its settlement."""
        self.deal()
        while self.match.status in (Status.PLAYING, Status.REVEAL):
            if self.match.status is Status.PLAYING:
                self.act()
            else:
                self.show()


def seat_train_people(
    variant: str, players: int, chance: random.Random, tiles: int, options: Mapping[str, Any]
) -> TrainPeople:
    """People at a new table."""
    header = {
        "record": 1,
        "variant": variant,
        "players": list(NAMES[:players]),
        "tiles": tiles,
        "options": dict(options),
    }
    return TrainPeople(open_log(read_setup(header)), chance)
