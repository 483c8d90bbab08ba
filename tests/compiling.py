"""What every application of a process compiles alike is compiled once: its templates and its addresses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any
from unittest.mock import patch

from flask import Flask
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


class CompiledOnce(BytecodeCache):
    """The code of each template, kept for all applications of a run by what stands in its file.

    Almost every test of the web makes an application of its own; compiling the templates took most of its time.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what is kept."""
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        assert bucket.code is not None
        self._kept[bucket.key, bucket.checksum] = bucket.code


@contextmanager
def compiled_once() -> Iterator[None]:
    """Applications that are made within the block compile nothing that one before them has compiled."""
    kept, make = CompiledOnce(), Flask.create_jinja_environment
    compiled: dict[Any, dict[str, Any]] = {}
    compile_address = Rule.compile

    def made(app: Flask) -> Environment:
        environment = make(app)
        environment.bytecode_cache = kept
        return environment

    def address(rule: Any) -> None:
        told = (
            rule.rule,
            rule.subdomain,
            rule.merge_slashes,
            repr(rule.defaults),
            *rule.map.converters.values(),
        )
        if told in compiled:
            vars(rule).update(compiled[told])
            for name in ("_build", "_build_unknown"):
                setattr(rule, name, compiled[told][name].__func__.__get__(rule))
            return
        compile_address(rule)
        made_of = ("_parts", "_trace", "_converters", "arguments", "_build", "_build_unknown")
        compiled[told] = {name: getattr(rule, name) for name in made_of}

    with patch.object(Flask, "create_jinja_environment", made), patch.object(Rule, "compile", address):
        yield
