import Testing

@testable import MockPostlyCLI

@Suite struct WaitStatusTests {
    @Test(arguments: [
        (Int32(0x0000), WaitStatus.exited(0)),
        (0x0300, .exited(3)),
        (0xFF00, .exited(255)),
        (0x0009, .killed(signal: 9)),
        (0x008B, .killed(signal: 11)),
        (0x137F, .stopped(signal: 0x13)),
        (0xFFFF, .continued),
    ])
    func `a status is read`(status: Int32, expected: WaitStatus) {
        #expect(WaitStatus(status) == expected)
    }

    @Test func `only who has ended has an exit code`() {
        #expect(WaitStatus.exited(7).exitCode == 7)
        #expect(WaitStatus.killed(signal: 15).exitCode == 143)
        #expect(WaitStatus.stopped(signal: 20).exitCode == nil)
        #expect(WaitStatus.continued.exitCode == nil)
    }
}
