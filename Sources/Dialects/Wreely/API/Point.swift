internal import MockPostlyPlatform

/// A point on the earth, in degrees.
struct Point: Equatable {
    /// -90 to 90.
    var latitude: Double
    /// -180 to 180.
    var longitude: Double

    init(latitude: Double, longitude: Double) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Reads decimal numbers with any number of decimals; nil for other texts and beyond the
    /// earth.
    init?(latitude: String?, longitude: String?) {
        guard let latitude = latitude.flatMap(Self.number),
            let longitude = longitude.flatMap(Self.number),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// A finite decimal number; nil for other texts.
    static func number(_ text: String) -> Double? {
        let isDecimal = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
        }
        return isDecimal ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    }

    /// `degrees` with six decimals, about a tenth of a metre.
    static func text(_ degrees: Double) -> String {
        let millionths = Int64((degrees * 1_000_000).rounded())
        let digits = String(millionths.magnitude % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - digits.utf8.count)
        return "\(millionths < 0 ? "-" : "")\(millionths.magnitude / 1_000_000).\(zeros)\(digits)"
    }

    /// The point `meters` away along a great circle that begins at `bearing` degrees from north.
    func moved(bearing: Double, meters: Double) -> Point {
        let radians = { (degrees: Double) in degrees * .pi / 180 }
        let angle = meters / 6_371_008.8
        let (start, turn) = (radians(latitude), radians(bearing))
        let end = asin(sin(start) * cos(angle) + cos(start) * sin(angle) * cos(turn))
        let east = atan2(
            sin(turn) * sin(angle) * cos(start),
            cos(angle) - sin(start) * sin(end)
        )
        var degrees = longitude + east * 180 / .pi
        if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
        return Point(latitude: end * 180 / .pi, longitude: degrees)
    }
}
