"""Random games for benchmarks, from a seed, by players whose tiles the referee never sees."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from referee.engine.games.line.ending import must_show
from referee.engine.games.line.legal_moves import ways_to_lie
from referee.engine.games.line.state import draws_one
from referee.engine.games.match import Status
from referee.engine.log import Log, open_log
from referee.engine.rules.poker import TILES
from referee.engine.rulings import Verdict
from referee.engine.setup import read_setup
from referee.engine.tiles import Tile, mask_of

Said = dict[str, Any]
NAMES = ("Ana", "Ben", "Cal", "Dan")


class Game:
    """One table and all its events: `header` and `said` are its record."""

    def __init__(self, variant: str, seed: int, *, players: int = 4, **header: Any) -> None:
        self.header: Said = {"record": 1, "variant": variant, "players": list(NAMES[:players]), **header}
        self.log: Log = open_log(read_setup(self.header))
        self.said: list[Said] = []
        self.hands: list[list[Tile]] = []
        self.boneyard: list[Tile] = []
        self._chance = random.Random(seed)

    def play(self, *, rounds: int = 1, events: int = 0) -> "Game":
        """Play that many more rounds, and more until there are that many events or the match is over."""
        until = len(self.log.state.rounds) + rounds
        while self.log.state.status is not Status.MATCH_OVER and (
            len(self.log.state.rounds) < until or len(self.said) < events
        ):
            _PLAYS[self.log.start.setup.variant.machine](self)
        return self

    def say(self, said: Said) -> None:
        """Say an event, which must be accepted."""
        if not self.stands(said):
            raise ValueError(f"People who play by the rules were refused: {said}")

    def stands(self, said: Said) -> bool:
        """Say an event; returns whether it was accepted."""
        answer, after = self.log.say(said)
        if answer.ruling.verdict is Verdict.REFUSED:
            return False
        self.log = after
        self.said.append(said)
        return True

    def any_of(self, all_said: Iterable[Said]) -> None:
        """Say a random one of these that is accepted."""
        mixed = list(all_said)
        self._chance.shuffle(mixed)
        if not any(self.stands(each) for each in mixed):
            raise ValueError(f"Nothing of this stands: {mixed}")

    def deal(self, each: int, out_of: Sequence[Tile] = ()) -> None:
        """Shuffle the tiles, all or only those in `out_of`, and deal `each` of them to everybody."""
        tiles = [tile for tile in self.mixed() if not out_of or tile in out_of]
        seats = range(len(self.log.start.setup.players))
        self.hands = [tiles[seat * each : (seat + 1) * each] for seat in seats]
        self.boneyard = tiles[len(seats) * each :]

    def mixed(self) -> list[Tile]:
        """All tiles in random order."""
        tiles = list(self.log.start.setup.tiles.tiles)
        self._chance.shuffle(tiles)
        return tiles

    def faces(self, tiles: Sequence[Tile]) -> list[str]:
        """The tiles as turned up, each in a random direction."""
        halves = [self._chance.choice([(each.high, each.low), (each.low, each.high)]) for each in tiles]
        return [f"{first}-{second}" for first, second in halves]

    def chance(self, number: int) -> int:
        """A random number from 0 to `number` - 1."""
        return self._chance.randrange(number)

    @property
    def current(self) -> Any:
        """The state of the current round."""
        return getattr(self.log.state, "round", None)

    def name(self, seat: int) -> str:
        """The name of the player in that seat."""
        return self.log.start.setup.players[seat]


def _open(game: Game) -> None:
    """Begin a round; if the table has to name the opener, try the players in turn."""
    number = len(game.log.state.rounds) + 1
    if not game.stands({"round": number}):
        game.any_of({"round": number, "opener": name} for name in game.log.start.setup.players)


def _play_line(game: Game) -> None:
    setup: Any = game.log.start.setup
    _open(game)
    while True:  # shuffle again if nobody holds a tile that may open
        game.deal(setup.hand)
        if _lead(game):
            break
    while game.log.state.status in (Status.PLAYING, Status.REVEAL):
        if game.log.state.status is Status.PLAYING:
            _take_turn(game)
        else:
            state: Any = game.log.state
            seat = must_show(state)[0]
            game.say({"by": game.name(seat), "hand": [str(each) for each in game.hands[seat]]})


def _lead(game: Game) -> bool:
    turn = game.current.turn
    seats = range(len(game.hands)) if turn is None else (turn,)
    tried = [(each, seat) for seat in seats for each in game.hands[seat]]
    for each, seat in sorted(tried, key=lambda pair: (not pair[0].is_double, -pair[0].pips)):
        if game.stands({"by": game.name(seat), "play": str(each)}):
            game.hands[seat].remove(each)
            return True
    return False


def _take_turn(game: Game) -> None:
    state: Any = game.log.state
    current = game.current
    seat, hand = current.turn, game.hands[current.turn]
    able = [each for each in hand if ways_to_lie(state, each)]
    one, name = draws_one(state, current), game.name(seat)
    asleep = len(game.boneyard) - state.setup.variant.drawing.reserve
    if able:
        _lay(game, seat, able[game.chance(len(able))])
    elif (
        current.going_on.is_tile_only
        or not state.setup.variant.drawing.is_allowed
        or asleep <= 0
        or (one and current.drawn)
    ):
        game.say({"by": name, "pass": True})
    else:
        taken: list[Tile] = []
        while len(taken) < (1 if one else asleep):
            taken.append(game.boneyard.pop())
            if ways_to_lie(state, taken[-1]):
                break
        hand.extend(taken)
        game.say({"by": name, "draw": len(taken)})


def _lay(game: Game, seat: int, each: Tile) -> None:
    state: Any = game.log.state
    ways = ways_to_lie(state, each)
    way = ways[game.chance(len(ways))]
    game.hands[seat].remove(each)
    assert way.place is not None
    game.say(
        {
            "by": game.name(seat),
            "play": str(each),
            "at": f"{way.place.tile}/{way.place.half}",
            "out": each.other(way.touching),
        }
    )


def _play_tricks(game: Game) -> None:
    _open(game)
    game.deal(7)
    rules = game.log.start.setup.variant.auction  # type: ignore[attr-defined]
    while game.current.bidding:
        name, bid = game.name(game.current.turn), game.current.bid
        may = rules.bids_over(bid.amount if bid else None)
        must = rules.dealer_must_bid or (bid is None and len(game.current.passed) == len(game.hands) - 1)
        if may and (must or game.chance(5) < 2):
            game.say({"by": name, "bid": may[game.chance(min(6, len(may)))]})
        else:
            game.say({"by": name, "bid": "pass"})
    game.say({"by": game.name(game.log.state.to_act or 0), "trump": game.chance(7)})
    while game.log.state.status is Status.PLAYING:
        seat = game.log.state.to_act or 0
        first = game.chance(len(game.hands[seat]))
        hand = game.hands[seat][first:] + game.hands[seat][:first]
        held, order, led = mask_of(hand), game.current.order, game.current.led
        follows = (each for each in hand if not order.due(each, led) & held)
        laid = next(each for each in follows if game.stands({"by": game.name(seat), "play": str(each)}))
        game.hands[seat].remove(laid)


def _play_showdown(game: Game) -> None:
    _open(game)
    game.deal(5, TILES)
    while game.log.state.status is Status.PLAYING:
        betting = game.current.betting
        if not betting.has_antes:
            waiting = [seat for seat, paid in enumerate(betting.paid) if not paid]
            game.say({"by": game.name(waiting[0]), "ante": 2})
            continue
        acts = ("call", "call", "raise", "fold") if betting.bet else ("check", "bet", "check")
        act = acts[game.chance(len(acts))]
        stake = 1 + game.chance(9) if act in ("bet", "raise") else True
        game.say({"by": game.name(betting.turn), act: stake})
    for seat in game.current.betting.staying:
        if game.log.state.status is Status.REVEAL:
            game.say({"by": game.name(seat), "hand": [str(each) for each in game.hands[seat]]})


def _play_patience(game: Game) -> None:
    """Play a solitaire in which all tiles are dealt face up and removed one by one."""
    _open(game)
    game.say({"deal": game.faces(game.mixed())})
    while game.log.state.status is Status.PLAYING:
        if not any(game.stands({"remove": str(each)}) for each in game.log.start.setup.tiles.tiles):
            raise ValueError("Nothing can be removed, and the game goes on.")


_PLAYS: dict[str, Callable[[Game], None]] = {
    "line": _play_line,
    "tricks": _play_tricks,
    "showdown": _play_showdown,
    "patience": _play_patience,
}
