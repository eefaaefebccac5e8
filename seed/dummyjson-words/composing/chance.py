"""A small random source that gives the same numbers on every version of Python."""

from __future__ import annotations

MASK = (1 << 64) - 1


class Chance:
    """SplitMix64, seeded by a name, so that one kind of record does not disturb another."""

    def __init__(self, name: str) -> None:
        state = 0xCBF29CE484222325
        for byte in name.encode("utf-8"):
            state = ((state ^ byte) * 0x100000001B3) & MASK
        self.state = state

    def bits(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 up to, but not including, the bound."""
        return (self.bits() * bound) >> 64

    def between(self, low: int, high: int) -> int:
        """A number from low to high, both included."""
        return low + self.below(high - low + 1)

    def low_between(self, low: int, high: int) -> int:
        """As between, with small numbers more often: the smaller of two draws."""
        return min(self.between(low, high), self.between(low, high))

    def happens(self, percent: int) -> bool:
        return self.below(100) < percent

    def choice(self, items):
        return items[self.below(len(items))]

    def weighted(self, pairs):
        """One of the values, as often as its weight says; pairs are (value, weight)."""
        rest = self.below(sum(weight for _, weight in pairs))
        for value, weight in pairs:
            if rest < weight:
                return value
            rest -= weight
        raise AssertionError("weights do not add up")

    def shuffled(self, items) -> list:
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def sample(self, items, count: int) -> list:
        return self.shuffled(items)[:count]

    def digits(self, count: int) -> str:
        return "".join(str(self.below(10)) for _ in range(count))

    def letters(self, count: int, alphabet: str) -> str:
        return "".join(self.choice(alphabet) for _ in range(count))
