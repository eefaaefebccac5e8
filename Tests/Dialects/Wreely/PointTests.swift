import Testing

@testable import WreelyDialect

@Suite
struct PointTests {
    private func meters(_ from: Point, _ to: Point) -> Double {
        // A flat map is good enough for a few kilometres off the poles; only used near the equator.
        let degree = 111_195.0
        let (north, east) = (to.latitude - from.latitude, to.longitude - from.longitude)
        return ((north * north + east * east).squareRoot()) * degree
    }

    @Test
    func `a point moves by the distance in the direction`() {
        let start = Point(latitude: 0, longitude: 10)
        for bearing in stride(from: 0.0, to: 360, by: 45) {
            let end = start.moved(bearing: bearing, meters: 5_000)
            #expect(abs(meters(start, end) - 5_000) < 5)
        }
        #expect(start.moved(bearing: 0, meters: 1_000).latitude > 0)
        #expect(start.moved(bearing: 90, meters: 1_000).longitude > 10)
        #expect(start.moved(bearing: 180, meters: 1_000).latitude < 0)
        #expect(start.moved(bearing: 270, meters: 1_000).longitude < 10)
    }

    @Test
    func `the date line is crossed, and a pole survived`() {
        let east = Point(latitude: 0, longitude: 179.99).moved(bearing: 90, meters: 10_000)
        #expect(east.longitude < -179)
        let west = Point(latitude: 0, longitude: -179.99).moved(bearing: 270, meters: 10_000)
        #expect(west.longitude > 179)
        let south = Point(latitude: 90, longitude: 0).moved(bearing: 0, meters: 10_000)
        #expect(south.latitude > 89 && south.latitude < 90)
    }

    @Test(
        arguments: [
            ("19.07609", "72.877426", true), ("-33.868820123456789", "151.209296", true),
            ("19.07609", nil, false), (nil, "72", false), ("", "72", false), ("x", "72", false),
            ("nan", "72", false), ("inf", "72", false), ("0x1p3", "72", false), ("91", "0", false),
            ("0", "181", false), ("90", "-180", true), ("1e1", "0", true),
        ] as [(String?, String?, Bool)]
    )
    func `degrees are decimal numbers on the earth`(
        latitude: String?,
        longitude: String?,
        isPoint: Bool
    ) {
        #expect((Point(latitude: latitude, longitude: longitude) != nil) == isPoint)
    }

    @Test(
        arguments: [
            (0, "0.000000"), (19.07609, "19.076090"), (-0.0000004, "0.000000"),
            (-33.8688, "-33.868800"), (-0.5, "-0.500000"), (179.9999999, "180.000000"),
        ] as [(Double, String)]
    )
    func `degrees are written with six decimals`(degrees: Double, text: String) {
        #expect(Point.text(degrees) == text)
    }
}
