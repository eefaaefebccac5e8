extension Option {
    /// The variable of its former name; nil for none.
    package var formerVariable: String? { formerName.flatMap { variable(of: $0) } }

    /// The flag of its former name, with dashes; nil for none.
    package var formerFlag: String? { hasFlag ? formerName.map { "--\($0)" } : nil }

    /// The variable of an option that is called `name` and may be given where this one may.
    func variable(of name: String) -> String? {
        if case .commandLine = reach { return nil }
        // By bytes, as a start asks this of all options.
        let word = name.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "_")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x20
            default: byte
            }
        }
        return "MOCKPOSTLY_" + String(decoding: word, as: UTF8.self)
    }
}
