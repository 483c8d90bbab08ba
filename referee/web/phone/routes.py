"""This phone: its choices, its language, and the referee as an app with an icon."""

from __future__ import annotations

import io
from functools import lru_cache

from flask import Blueprint, Response, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import BooleanField, StringField
from wtforms.validators import Length, Optional

from referee import paths
from referee.engine.messages import _
from referee.engine.setup import LONGEST_NAME
from referee.translations.catalogues import offered
from referee.web.infra import visitors
from referee.web.infra.visitors import choices, language_of_browser

_GRID = 64  # the side of the square in which the shapes are measured, as in static/icon.svg
_SMOOTH = 4  # drawn this many times larger, then scaled down
_COLOURS = 20
_PETROL, _IVORY, _SIDE, _BAR, _PIP = "#0a526f", "#fffbf0", "#c9bfa8", "#b9ae98", "#1c1a17"
_PIPS = ((25, 13), (39, 13), (32, 18.5), (25, 24), (39, 24), (32, 43.5))
# Rectangles: left, top, width, height, radius of the corners (half the side makes a circle), colour.
_TILE = (
    (18, 8, 28, 50, 5, _SIDE),
    (18, 6, 28, 50, 5, _IVORY),
    (23, 30, 18, 2, 0, _BAR),
    *((x - 3, y - 3, 6, 6, 3, _PIP) for x, y in _PIPS),
)


@lru_cache(maxsize=8)
def icon(size: int, *, maskable: bool = False) -> bytes:
    """The icon, `size` pixels square; a maskable one fills its square, so that a phone may cut its own shape from it."""
    from PIL import Image, ImageColor, ImageDraw  # slower to import than all pages; only new phones need it

    fine = size * _SMOOTH
    picture = Image.new("RGBA", (fine, fine), (*ImageColor.getrgb(_PETROL), 255 if maskable else 0))
    pen = ImageDraw.Draw(picture)
    if not maskable:
        pen.rounded_rectangle((0, 0, fine - 1, fine - 1), fine * 14 / _GRID, _PETROL)
    part = 0.75 if maskable else 1.0
    scale, edge = part * fine / _GRID, (1 - part) / 2 * fine
    for left, top, width, height, radius, colour in _TILE:
        corners = (left, top, left + width, top + height)
        x1, y1, x2, y2 = (edge + each * scale for each in corners)
        pen.rounded_rectangle((x1, y1, x2 - 1, y2 - 1), radius * scale, colour)
    file = io.BytesIO()
    # With so few colours the file is a third of the size and looks the same.
    picture.reduce(_SMOOTH).quantize(_COLOURS, Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()


phones = Blueprint("phones", __name__)

SIZES = (180, 192, 512)  # what iOS and Chromium ask for


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
def show() -> ResponseReturnValue:
    """The choices of this phone."""
    return _page(saved="saved" in request.args)


@phones.post("/phone")
def choose() -> ResponseReturnValue:
    """Save the choices in the phone's session."""
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


@phones.get("/icon-<int:size>.png")
def picture(size: int) -> ResponseReturnValue:
    """The icon for a phone's home screen."""
    if size not in SIZES:
        abort(404)
    return _picture(icon(size))


@phones.get("/icon-full.png")
def full_picture() -> ResponseReturnValue:
    """The maskable icon, for phones that cut their own shape from it."""
    return _picture(icon(512, maskable=True))


def _picture(body: bytes) -> Response:
    return Response(body, mimetype="image/png", headers={"Cache-Control": "public, max-age=604800"})
