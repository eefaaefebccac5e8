/// What the name of a member says about its values.
///
/// Compared without case and signs: `first_name`, `firstName` and `FirstName` are the same.
struct MemberName {
    /// Letters and digits in lower case.
    let plain: String

    init(_ name: String) {
        plain = String(
            decoding: name.utf8.compactMap { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    byte
                default: nil
                }
            },
            as: UTF8.self
        )
    }

    func isOne(of names: String...) -> Bool { names.contains(plain) }

    func ends(with endings: String...) -> Bool { endings.contains { plain.hasSuffix($0) } }

    /// Whether values are times: `created_at`, `updated`, `dateCreated`, `timestamp`.
    var isTime: Bool {
        ends(with: "at", "date", "time", "timestamp")
            && !ends(with: "format", "that", "flat", "chat", "runtime", "repeat", "stat", "seat")
            || plain.hasPrefix("date")
            || isOne(of: "created", "updated", "modified", "expires", "deleted", "start", "end")
    }

    var isCount: Bool {
        ends(with: "count", "total", "counter") || plain.hasPrefix("numberof")
            || plain.hasPrefix("num") || isOne(of: "views", "likes", "offset")
    }

    var isPrice: Bool { ends(with: "price", "amount", "cost", "fee", "balance", "subtotal") }
}
