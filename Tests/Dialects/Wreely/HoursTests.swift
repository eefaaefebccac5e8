import MockPostlyNouns
import Testing
import WreelyContent

@testable import WreelyDialect

@Suite
struct HoursTests {
    @Test(
        arguments: [
            (0, "0 hrs"), (15, "0.25 hrs"), (30, "0.5 hrs"), (45, "0.75 hrs"), (60, "1 hr"),
            (90, "1.5 hrs"), (180, "3 hrs"), (600, "10 hrs"), (5, "0.08 hrs"), (61, "1.02 hrs"),
            (59, "0.98 hrs"), (2, "0.03 hrs"),
        ] as [(Int64, String)]
    )
    func `minutes are shown as hours`(minutes: Int64, text: String) {
        #expect(WreelyUsage.hours(minutes) == text)
    }
}
