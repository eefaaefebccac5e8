// The only file of this target that uses the C library.

internal import MockPostlyPlatform

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

func cubeRoot(_ value: Double) -> Double { cbrt(value) }

/// The sine of an angle in turns; 1 is a full circle.
func sine(turns: Double) -> Double { sin(turns * 2 * .pi) }

/// The cosine of an angle in turns; 1 is a full circle.
func cosine(turns: Double) -> Double { cos(turns * 2 * .pi) }

/// The direction of a point from the origin, in turns from 0 to less than 1.
func direction(_ x: Double, _ y: Double) -> Double {
    let turns = atan2(y, x) / (2 * .pi)
    return turns < 0 ? turns + 1 : turns
}
