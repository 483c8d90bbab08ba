"""`python3 -m referee`: the one command that needs nothing but Python."""

from referee import _bootstrap

_bootstrap.enter("referee")

from referee.cli.main import main  # noqa: E402 - only now can it be imported

raise SystemExit(main())
