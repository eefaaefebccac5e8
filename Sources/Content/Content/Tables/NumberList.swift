/// A list of row numbers as a JSON array, in the database and in responses: `[1,2]`.
package enum NumberList {
    /// The numbers of a stored list, which must be in the form that ``text(of:)`` writes.
    ///
    /// Parts that are no numbers are left out.
    package static func numbers(in list: LentText) -> [Int64] {
        String(decoding: list, as: UTF8.self).dropFirst().dropLast().split(separator: ",")
            .compactMap { Int64($0) }
    }

    /// The list without spaces.
    ///
    /// `[]` for none.
    package static func text(of numbers: [Int64]) -> String {
        "[\(numbers.map(String.init).joined(separator: ","))]"
    }
}
