"""When a match is won."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.rules.part import Part, choice, number, where


@dataclass(frozen=True, kw_only=True)
class Target(Part):
    """The target, when it is tested, and whether it must be met exactly (G13, G14, H2, S16)."""

    target: int = number(
        "Target",
        "The match is to {n} points.",
        100,
        least=1,
        reasons={100: "The text is lost; it is the only target that stands anywhere on the sheet."},
    )
    exact: bool = choice(
        "Meeting the target",
        {
            False: "The target may be passed.",
            True: "The target must be met exactly; a tile that would pass it scores nothing.",
        },
        False,
        reasons={False: "To reach a score is to have it or more; only Five Up is printed otherwise."},
    )
    exact_overshoot: str = choice(
        "Passing an exact target with the hands",
        {
            "bust": "An award at the end of a round that would pass the target scores nothing.",
            "partial_to_target": "An award at the end of a round that would pass the target counts up to it.",
            "ignore_exact_at_round_end": "An award at the end of a round may pass the target.",
        },
        "bust",
        reasons={
            "bust": "The sheet's rule for a tile that would pass the target is held to for the hands too."
        },
    )
    end_check: str = choice(
        "When the target is tested",
        {
            "immediate": "The match ends as soon as the target is reached.",
            "round_end": "The target is tested when a round is over.",
        },
        "round_end",
        reasons={"round_end": "The text is lost; the same game on the other sheet of its maker counts so."},
    )
    over_tie: str = choice(
        "Several at the target",
        {
            "highest": "Of several at the target the highest score wins; if equal, another round is played.",
            "first_in_log": "Of several at the target the one who reached it first wins.",
        },
        "highest",
        reasons={"highest": "More points mean a better game; a tie is played off."},
    )
    mode: str = choice(
        "Rounds",
        {
            "rounds": "Rounds are played until somebody reaches the target.",
            "single": "One round is played, and its winner wins.",
        },
        "rounds",
        reasons={
            "rounds": "Going out is said to win the game, and yet there is a target; so rounds are played to it."
        },
    )

    is_one_round = where("mode", "single")
    ends_at_once = where("end_check", "immediate")  # in the middle of a round, when the target is reached
    # Of several at the target.
    first_there_wins = where("over_tie", "first_in_log")

    def reached(self, score: int) -> bool:
        """Whether the score wins."""
        if self.exact and self.exact_overshoot != "ignore_exact_at_round_end":
            return score == self.target
        return score >= self.target

    def in_play(self, score: int, points: int) -> int:
        """What a tile or a claim may add to the score in the middle of a round."""
        return 0 if self.exact and score + points > self.target else points

    def at_round_end(self, score: int, points: int) -> int:
        """What the settlement may add to the score."""
        if not self.exact or score + points <= self.target:
            return points
        if self.exact_overshoot == "partial_to_target":
            return max(0, self.target - score)
        return points if self.exact_overshoot == "ignore_exact_at_round_end" else 0
