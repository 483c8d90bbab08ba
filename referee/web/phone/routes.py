"""This phone: its choices, its language, and the referee as an app with an icon."""

from flask import Blueprint, Response, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from referee import paths
from referee.engine.messages import _
from referee.engine.setup import LONGEST_NAME
from referee.translations.catalogues import offered
from referee.web.infra import visitors
from referee.web.infra.visitors import PhoneChoices, choices, language_of_browser

phones = Blueprint("phones", __name__)

# The sizes that iOS and Chromium ask for, and one that fills its square, so that a phone may cut its own shape from it.
ICONS = ("180", "192", "512", "full")


# The choices that are ticked or not; the others are typed or chosen from a list.
TICKED = tuple(name for name, usual in PhoneChoices()._asdict().items() if isinstance(usual, bool))


@phones.get("/phone")
def show(wrong: str = "") -> str:
    """The choices of this phone; `wrong` says why they were not saved."""
    saved = "saved" in request.args
    return render_template("phone/phone.html", saved=saved, wrong=wrong, of_phone=language_of_browser())


@phones.post("/phone")
def choose() -> ResponseReturnValue:
    """Save the choices in the phone's session."""
    name, chosen = request.form.get("name", "").strip(), request.form.get("language", "")
    if len(name) > LONGEST_NAME:
        return show(_("A name has at most {number} letters.", number=LONGEST_NAME)), 422
    ticked = {each: each in request.form for each in TICKED}
    language = chosen if chosen in offered() else ""
    session[visitors.CHOICES] = PhoneChoices(**ticked, name=name, language=language)._asdict()
    return redirect(url_for("phones.show", saved=1), 303)


@phones.post("/language")
def speak() -> ResponseReturnValue:
    """Change only the language, from the foot of the home page."""
    chosen = request.form.get("language", "")
    if chosen not in offered():
        abort(422)
    session[visitors.CHOICES] = {**choices()._asdict(), "language": chosen}
    return redirect(url_for("tables.home"), 303)


@phones.get("/sw.js")
def worker() -> ResponseReturnValue:
    """The service worker, served from the root so that its scope covers all pages, and revalidated every time."""
    body = (paths.STATIC / "sw.js").read_text("utf-8")
    return Response(body, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@phones.get("/icon-<size>.png")
def picture(size: str) -> ResponseReturnValue:
    """The icon for a phone's home screen, one of ICONS: static/icon.svg as a PNG."""
    if size not in ICONS:
        abort(404)
    body = (paths.STATIC / "icons" / f"{size}.png").read_bytes()
    return Response(body, mimetype="image/png", headers={"Cache-Control": "public, max-age=604800"})
