"""The pages: `flask --app referee.web run` finds `create_app` here."""

from referee.web.app import create_app

__all__ = ["create_app"]
