"""This phone: what was chosen on it, and what it needs to put the referee on its first screen."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import BooleanField, StringField
from wtforms.validators import Length, Optional

from referee import paths
from referee.engine.messages import _
from referee.translations.catalogues import offered
from referee.web.infra import visitors
from referee.web.infra.languages import language_of_browser
from referee.web.infra.visitors import PhoneChoices, choices
from referee.web.parts.forms import LONGEST_NAME
from referee.web.phone.icons import icon

phones = Blueprint("phones", __name__)

SIZES = (180, 192, 512)  # what iOS and Chromium ask for


class PhoneForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """The choices as their page sends them."""

    vibrate = BooleanField()
    sound = BooleanField()
    left = BooleanField()
    large = BooleanField()
    coloured = BooleanField()
    aloud = BooleanField()
    listens = BooleanField()
    name = StringField(validators=(Optional(), Length(max=LONGEST_NAME)))
    language = StringField()


@phones.app_context_processor
def _on_every_page() -> dict[str, PhoneChoices]:
    return {"this_phone": choices()}


@phones.get("/phone")
def show() -> ResponseReturnValue:
    """The choices of this phone."""
    return _page(saved="saved" in request.args)


@phones.post("/phone")
def choose() -> ResponseReturnValue:
    """They are kept in the phone's own session."""
    form = PhoneForm()
    if not form.validate():
        wrong = _("A name has at most {number} letters.", number=LONGEST_NAME)
        return _page(wrong=wrong), 422
    chosen = form.language.data or ""
    session[visitors.CHOICES] = {
        **form.data,
        "name": (form.name.data or "").strip(),
        "language": chosen if chosen in offered() else "",
    }
    session[visitors.CHOICES].pop("csrf_token", None)
    return redirect(url_for("phones.show", saved=1), 303)


def _page(*, saved: bool = False, wrong: str = "") -> str:
    return render_template("phone/phone.html", saved=saved, wrong=wrong, of_phone=language_of_browser())


@phones.post("/language")
def speak() -> ResponseReturnValue:
    """Only the language, from the foot of the first page: everything else stays as it was chosen."""
    chosen = request.form.get("language", "")
    if chosen not in offered():
        abort(422)
    session[visitors.CHOICES] = {**choices()._asdict(), "language": chosen}
    return redirect(url_for("tables.home"), 303)


@phones.get("/sw.js")
def worker() -> ResponseReturnValue:
    """The service worker: it stands above all pages, so that it may keep them, and is never kept itself."""
    body = (paths.STATIC / "sw.js").read_text("utf-8")
    return Response(body, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@phones.get("/icon-<int:size>.png")
def picture(size: int) -> ResponseReturnValue:
    """The icon, for a phone's first screen."""
    if size not in SIZES:
        abort(404)
    return _picture(icon(size))


@phones.get("/icon-full.png")
def full_picture() -> ResponseReturnValue:
    """The same for phones that cut their own shape from it."""
    return _picture(icon(512, maskable=True))


def _picture(body: bytes) -> Response:
    return Response(body, mimetype="image/png", headers={"Cache-Control": "public, max-age=604800"})
