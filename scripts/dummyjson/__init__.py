"""Composes the invented data set of the DummyJSON dialect from the word lists in seed/dummyjson-words."""
