internal import MockPostlyText

/// A text of the database as UTF-8 bytes; valid only inside the closure that gets it.
///
/// Copy what is needed longer: `String(decoding: text, as: UTF8.self)`.
package typealias LentText = UnsafeBufferPointer<UInt8>

extension String {
    /// Whether it is 24 hexadecimal digits in lower case.
    package var isObjectID: Bool { isLowerHexadecimal(digits: 24) }

    /// Whether it is 64 hexadecimal digits in lower case.
    package var isSHA256: Bool { isLowerHexadecimal(digits: 64) }

    /// Whether it is so many hexadecimal digits in lower case.
    package func isLowerHexadecimal(digits: Int) -> Bool {
        utf8.count == digits
            && utf8.allSatisfy { $0.isSmallHexadecimalDigit }
    }
}
