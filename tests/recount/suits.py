"""The suits of a trick game: what follows what, and which tile wins (rules/README.md, TX6 to TX8)."""

from collections.abc import Sequence

from tests.recount.tiles import Tile, all_tiles, is_double

TRUMPS, DOUBLES = "trumps", "doubles"  # suits that are no number


class Suits:
    """Which tiles follow which, and which wins, with this trump (TX6 to TX8)."""

    def __init__(self, trump: int | str, *, doubles_apart: bool) -> None:
        self.trump, self.sevens = trump, trump == "sevens"
        self.apart = doubles_apart and trump in ("none", "nel-o")

    def of(self, tile: Tile) -> int | str:
        """The suit that this tile leads."""
        if tile[0] == tile[1] if self.trump == "doubles" else self.trump in tile:
            return TRUMPS
        return DOUBLES if self.apart and is_double(tile) else tile[0]

    def belongs(self, tile: Tile, suit: int | str) -> bool:
        """Whether the tile is of that suit."""
        own = self.of(tile)
        return own == suit if own in (TRUMPS, DOUBLES) or suit in (TRUMPS, DOUBLES) else suit in tile

    def due(self, led: Tile | None, hand: Sequence[Tile]) -> list[Tile]:
        """The tiles of this hand that may be laid."""
        if self.sevens:
            nearest = min(abs(sum(tile) - 7) for tile in hand)
            return [tile for tile in hand if abs(sum(tile) - 7) == nearest]
        follow = [tile for tile in hand if led is not None and self.belongs(tile, self.of(led))]
        return follow or list(hand)

    def better(self, tile: Tile, led: Tile | None) -> set[Tile]:
        """The tiles of which a player who laid this one can have held none."""
        if self.sevens:
            return {each for each in all_tiles(6) if abs(sum(each) - 7) < abs(sum(tile) - 7)}
        if led is None or self.belongs(tile, self.of(led)):
            return set()
        return {each for each in all_tiles(6) if self.belongs(each, self.of(led))}

    def winner(self, trick: Sequence[Tile]) -> int:
        """The place in the trick of the tile that wins it."""
        if self.sevens:
            away = [abs(sum(tile) - 7) for tile in trick]
            return away.index(min(away))
        strengths = [self._strength(tile, self.of(trick[0])) for tile in trick]
        return strengths.index(max(strengths))

    def _strength(self, tile: Tile, led: int | str) -> tuple[int, int]:
        own = self.of(tile)
        if own != TRUMPS and not self.belongs(tile, led):
            return 0, 0
        suit = self.trump if own == TRUMPS else led
        rank = tile[0] if suit in ("doubles", DOUBLES) else 7 if is_double(tile) else sum(tile) - int(suit)
        return (2 if own == TRUMPS else 1), rank
