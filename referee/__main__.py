"""`python3 -m referee`: the one command that needs nothing but Python."""

from referee import _bootstrap

if __name__ == "__main__":  # else a process that shares the work of the first one has loaded this
    _bootstrap.enter("referee")

    from referee.cli.main import main

    raise SystemExit(main())
