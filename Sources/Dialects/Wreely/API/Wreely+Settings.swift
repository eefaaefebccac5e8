internal import MockPostlyDialect
package import MockPostlyOptions

extension Wreely {
    /// The configuration of the co-working community.
    package struct Settings: DialectSettings {
        /// The code of every login, five digits; nil for a random one each time.
        ///
        /// For tests that cannot read ``Dialect/loginCodes``.
        package var loginCode: String?

        package init() {}
    }

    package static let options = [
        Option<Settings>.value(
            "wreely-otp",
            "CODE",
            \.loginCode,
            ValueType<String>.loginCode.optional,
            "the code of every login of Wreely, five digits; default: a random one",
            """
            No message is sent: codes stand in the log unless it is quiet, and \
            `mockpostly login-codes` shows them. A code works once and for ten minutes of the \
            world's clock.
            """
        ).with { $0.isPerWorld = true }
    ]
}

extension ValueType where Value == String {
    /// What a login code can be.
    fileprivate static let loginCode = ValueType(
        expected: "five digits, such as 12345",
        read: { text in
            text.utf8.count == 5 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? text : nil
        },
        show: { .text($0) }
    )
}
