import Testing

@testable import MockPostlyControl

@Suite struct RealPaceTests {
    @Test func `comparisons share five requests a second to a server`() {
        var pace = RealPace()
        #expect(
            (0..<3).map { _ in pace.wait(for: "http://a.example", at: 50) } == [
                .zero, .milliseconds(200), .milliseconds(400),
            ]
        )
        #expect(pace.wait(for: "http://b.example", at: 50) == .zero)
        #expect(pace.wait(for: "http://a.example", at: 500_000_050) == .milliseconds(100))
        #expect(pace.wait(for: "http://a.example", at: 9_000_000_000) == .zero)
    }
}
