/// Numbers of rows in a JSON array, as the database keeps and answers send it: `[1,2]`.
package enum NumberList {
    /// The numbers of a list in the database.
    package static func numbers(in list: LentText) -> [Int64] {
        String(decoding: list, as: UTF8.self).dropFirst().dropLast().split(separator: ",")
            .compactMap { Int64($0) }
    }

    package static func text(of numbers: [Int64]) -> String {
        "[\(numbers.map(String.init).joined(separator: ","))]"
    }
}
