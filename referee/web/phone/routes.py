"""This phone: its choices, its language, and the referee as an app with an icon."""

from flask import Blueprint, Response, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import BooleanField, StringField
from wtforms.validators import Length, Optional

from referee import paths
from referee.engine.messages import _
from referee.engine.setup import LONGEST_NAME
from referee.engine.spelling import tidy_name, visible
from referee.translations.catalogues import offered
from referee.web.infra import visitors
from referee.web.infra.visitors import choices, language_of_browser

phones = Blueprint("phones", __name__)

# The sizes that Chromium asks for, of which iOS takes the smaller, and one that fills its square, so that a phone may cut
# its own shape from it.
ICONS = ("192", "512", "full")


class PhoneForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """The choices as the settings page posts them."""

    vibrate = BooleanField()
    sound = BooleanField()
    left = BooleanField()
    large = BooleanField()
    coloured = BooleanField()
    aloud = BooleanField()
    listens = BooleanField()
    name = StringField(validators=(Optional(), Length(max=LONGEST_NAME)))
    language = StringField()


@phones.get("/phone")
def show(wrong: str = "") -> str:
    """The choices of this phone; `wrong` says why they were not saved."""
    saved = "saved" in request.args
    return render_template("phone/phone.html", saved=saved, wrong=wrong, of_phone=language_of_browser())


@phones.post("/phone")
def choose() -> ResponseReturnValue:
    """Save the choices in the phone's session."""
    form = PhoneForm()
    if not form.validate():
        return show(_("A name has at most {number} letters.", number=LONGEST_NAME)), 422
    chosen = form.language.data or ""
    session[visitors.CHOICES] = {
        **form.data,
        "name": tidy_name(visible(form.name.data or "")),
        "language": chosen if chosen in offered() else "",
    }
    session[visitors.CHOICES].pop("csrf_token", None)
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
