import MockPostlyPhoenix
import Testing

@Suite struct VersionTests {
    @Test(arguments: versions)
    func `vsn chooses the serializer as Elixir's version requirements do`(
        _ vsn: String,
        _ serializer: Serializer?
    ) {
        #expect(Serializer(vsn: vsn) == serializer)
    }

    @Test func `without vsn the serializer is that of 1.0.0`() {
        #expect(Serializer(vsn: nil) == .v1)
    }

    @Test(arguments: [
        "1.0.0-rc.1", "2.0.0-0", "3.1.4", "10.0.0-a-b.0c+d.01-e", "99999999999999999999.0.0",
    ])
    func `a version that no serializer speaks is a version all the same`(_ text: String) {
        #expect(Version(parsing: text) != nil && Serializer(vsn: text) == nil)
    }

    @Test(arguments: ["2.0", "1.0.0-01", "1.0.0+", "01.0.0", "1.0.0-é", "1.0.0.0-a"])
    func `a text that is no version`(_ text: String) {
        #expect(Version(parsing: text) == nil)
    }
}

private let versions: [(String, Serializer?)] = [
    ("1.0.0", .v1), ("2.0.0", .v2), ("1.0.9", .v1), ("2.0.17", .v2),
    ("2.0.0+build", .v2), ("2.0.0+b.01.c-d", .v2),
    ("2.0.1-rc.1", .v2), ("1.0.1-0", .v1),
    ("1.0.0-rc.1", nil), ("2.0.0-rc.1", nil), ("2.1.0-0", nil),
    ("1.1.0", nil), ("2.1.0", nil), ("3.0.0", nil), ("0.0.0", nil), ("20.0.0", nil),
    ("", nil), ("2", nil), ("2.0", nil), ("2.0.", nil), ("2.0.0.0", nil), ("2..0", nil),
    ("v2.0.0", nil), (" 2.0.0", nil), ("2.0.0 ", nil), ("+2.0.0", nil), ("2.0.+0", nil),
    ("02.0.0", nil), ("2.00.0", nil), ("2.0.00", nil), ("2.0.x", nil),
    ("2.0.1-", nil), ("2.0.1-a..b", nil), ("2.0.1-01", nil), ("2.0.1-00", nil),
    ("2.0.1-0a", .v2), ("2.0.1--", .v2), ("2.0.1-a-b", .v2), ("2.0.1-a_b", nil),
    ("2.0.0+", nil), ("2.0.0+a+b", nil), ("2.0.0+a-b", .v2), ("2.0.0+é", nil),
]
