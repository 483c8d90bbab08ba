import sys


def main() -> int:
    print(sys.argv)
    return 0
