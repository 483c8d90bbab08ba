"""What the scripts of a page say: handed to them in the page's language, filled in on the phone."""

from __future__ import annotations

from flask import Flask

from referee.wording import _, marked

# Each by the name that a script asks for; `{what}` is filled in on the phone.
WORDS = {
    "lost": marked("No connection. As it was at {what}."),
    "behind": marked("No news since {what}."),
    "entered": marked("what you entered"),
    "muggins": marked("muggins {what}"),
    "claim": marked("claim {what}"),
    "waits": marked("Not sent yet: {what}."),
    "after": marked("It goes after the one above."),
    "again": marked("Trying again."),
    "back": marked("Take it back"),
    "fate": marked("{what} was not written down."),
    "read": marked("All right"),
    "why": marked("The table shows why."),
    "closed": marked("The link does not open the table now."),
    "refused": marked("This link may not enter it."),
    "busy": marked("The referee cannot take it just now."),
    "not": marked("The referee did not take it."),
    "copy": marked("Copy the link"),
    "text": marked("Copy as text"),
    "copied": marked("Copied"),
}


def script_words() -> dict[str, str]:
    """What the scripts say, by name, in the language of the present request."""
    return {name: _(words, what="{what}") for name, words in WORDS.items()}


def register(app: Flask) -> None:
    """Let every page hand its scripts their words."""
    app.jinja_env.globals["script_words"] = script_words
