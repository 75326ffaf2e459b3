"""`python -m leyden`."""

from leyden.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
