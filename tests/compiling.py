"""Shares compiled templates and URL rules between all applications of a process."""

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
    """A cache of compiled templates for all applications of a run, keyed by the content of the template.

    Almost every web test creates its own application, and compiling the templates took most of its time.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fetch the cached code, if any."""
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the compiled code."""
        assert bucket.code is not None
        self._kept[bucket.key, bucket.checksum] = bucket.code


@contextmanager
def compiled_once() -> Iterator[None]:
    """Within the block, an application reuses what an earlier one has compiled."""
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
