import Testing

@testable import MockPostlyCLI

@Suite struct ParentWatcherTests {
    @Test(
        arguments: [
            ("", nil),
            ("12", nil),
            ("12\n", 12),
            ("12\n345\n", 345),
            ("12\n34", nil),
            ("x\n", nil),
            ("1\n", nil),
            ("0\n", nil),
            ("-5\n", nil),
            ("\n", nil),
        ] as [(String, Int32?)]
    )
    func `only a whole line names a group that may be ended`(text: String, group: Int32?) {
        #expect(ParentWatcher.group(in: Array(text.utf8)) == group)
    }
}
