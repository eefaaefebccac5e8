/// A text lent out of the database: UTF-8, valid only inside the closure it is given to.
package typealias LentText = UnsafeBufferPointer<UInt8>

extension String {
    /// Whether these are 24 hexadecimal digits in lower case.
    package var isObjectID: Bool { isLowerHexadecimal(digits: 24) }

    /// Whether these are 64 hexadecimal digits in lower case.
    package var isSHA256: Bool { isLowerHexadecimal(digits: 64) }

    private func isLowerHexadecimal(digits: Int) -> Bool {
        utf8.count == digits
            && utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }
}
