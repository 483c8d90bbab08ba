"""Poker with dominoes: stakes, hands and the showdown."""
