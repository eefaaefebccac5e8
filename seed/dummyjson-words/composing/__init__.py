"""Composes the invented data of the DummyJSON dialect from seed/dummyjson-words."""
