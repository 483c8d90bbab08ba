"""`python3 -m referee`: the one command that needs nothing but Python."""

from referee import _bootstrap

if __name__ == "__main__":  # worker processes import this module too
    _bootstrap.enter("referee")

    from referee.cli.main import main

    raise SystemExit(main())
