"""What a page's scripts say, by the names that the scripts use, in the phone's language."""

from collections.abc import Mapping

from referee.engine.messages import Message, _, marked, msg_as

# By the name that a script uses; what stands in braces is filled in on the phone.
WORDS: dict[str, str | Message] = {
    "lost": marked("No connection"),
    "as": marked("As it was at {what}"),
    "one": marked("1 move waits"),
    "moves": marked("{what} moves wait"),
    "tile": marked("{what} tile"),
    "tiles": marked("{what} tiles"),
    "behind": marked("No news since {what}"),
    "entered": marked("what you entered"),
    "muggins": marked("muggins {what}"),
    "claim": marked("claim {what}"),
    "waits": marked("Not sent yet: {what}."),
    "after": marked("It goes after the one above."),
    "again": marked("Trying again."),
    "back": marked("Take it back"),
    "backing": marked("Taking back: {what}."),
    "asking": marked("It may have arrived already. The referee is asked first."),
    "stays": marked("“{what}” is in the game already."),
    "undo": marked("If it should not count, undo it at the table."),
    "unknown": marked("“{what}” may be in the game."),
    "fate": marked("“{what}” was not saved."),
    "read": marked("All right"),
    "keep": marked("Enter it now"),
    "drop": marked("Leave it out"),
    "undoes": marked("Undo"),
    "turn": marked("{name} to play"),
    "lays": marked("{name} lays {tile}"),
    "draws": marked("{name} draws a tile"),
    "passes": marked("{name} passes"),
    "unsent": marked("not sent yet"),
    "points": marked("points later"),
    "Claim": msg_as("button", "Claim"),
    "Muggins": marked("Muggins"),
    "on": msg_as("muggins", "on {tile}", tile="{tile}"),
    "claims": marked("{name} claims"),
    "calls": marked("{name} calls"),
    "claimed": marked("{name} claims {points}"),
    "called": marked("{name} calls {points}"),
    "who": marked("Who calls"),
    "none": marked("No claim"),
    "for": marked("for {tile}"),
    "called_on": marked("Muggins on {tile}"),
    "laid": marked("{name} laid it"),
    "unfit": marked("The entry you had begun no longer fits."),
    "later": marked("Waiting for the referee"),
    "next": marked("Next tile"),
    "where": marked("{what}: where?"),
    "end": marked("On {what}"),
    "another": marked("Another tile"),
    "number": marked("Another number"),
    "why": marked("The table shows why."),
    "closed": marked("The link does not open the table now."),
    "refused": marked("This link may not enter it."),
    "busy": marked("The referee cannot take it just now."),
    "untaken": marked("not taken yet"),
    "not": marked("The referee did not take it."),
    "gone": marked("{what} is gone"),
    "copy": marked("Copy the link"),
    "text": marked("Copy as text"),
    "copied": marked("Copied"),
}

# The same for a phone that speaks or listens, and only for that. Words to listen for are alternatives with commas between
# them; `numbers` are the numbers 0 to 15, separated by semicolons. `train` are words around the name of a train, single
# letters included ("Ana's train" is heard as "ana s train").
SPEECH: dict[str, str | Message] = {
    "speak": marked("Enter by voice"),
    "stop": marked("Stop listening"),
    "listening": marked("Listening: say a tile, or “draw”, “pass”, “undo”."),
    "heard": marked("Heard: {what}."),
    "unclear": marked("Heard “{what}”, and did not understand it. Try “six four on double six”."),
    "missing": marked("Heard “{what}”. That cannot be entered now."),
    "nothing": marked("Nothing was heard."),
    "forbidden": marked("This phone does not let the page listen."),
    "place": marked("{tile} on {place}"),
    "numbers": marked(
        "zero, blank, oh; one, won; two, to, too; three; four, for; five; six; seven; eight, ate; nine; ten; eleven;"
        " twelve; thirteen; fourteen; fifteen"
    ),
    "double": marked("double"),
    "on": marked("on, onto, against"),
    "train": marked("train, trains, the, of, s"),
    "my": marked("my, mine, my own"),
    "fillers": marked("the, a, and, lay, lays, play, plays, tile"),
    "draw": marked("draw, draw a tile, i draw"),
    "pass": marked("pass, i pass, knock"),
    "undo": marked("undo, take it back"),
}


def script_words(words: Mapping[str, str | Message] = WORDS) -> dict[str, str]:
    """What the scripts say, by name, in the language of this request: WORDS, or SPEECH for a phone with voice."""
    kept = {each: f"{{{each}}}" for each in ("what", "name", "tile", "points", "place")}
    return {name: _(each, **kept) if isinstance(each, str) else str(each) for name, each in words.items()}
