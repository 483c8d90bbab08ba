"""The languages: all sentences, and whether each is translated."""
