"""The languages: what there is to translate, and whether all of it is."""
