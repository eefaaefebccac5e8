/// A value bound to one parameter of a statement.
@usableFromInline
package enum Value: Sendable, Equatable {
    case null
    case integer(Int64)

    /// NaN is stored as NULL, because SQLite has no NaN.
    case real(Double)

    /// Bound as UTF-8; a NUL in it is kept.
    case text(String)
    case blob([UInt8])

    /// The text, or NULL for nil.
    package static func optional(_ text: String?) -> Value {
        text.map { .text($0) } ?? .null
    }

    /// The number, or NULL for nil.
    package static func optional(_ number: Int64?) -> Value {
        number.map { .integer($0) } ?? .null
    }

    /// The number as 64 bits.
    package static func integer(_ number: Int) -> Value {
        .integer(Int64(number))
    }

    /// 1 for true and 0 for false, like the results of SQLite's comparisons.
    package static func bool(_ value: Bool) -> Value {
        .integer(value ? 1 : 0)
    }
}

extension Value: ExpressibleByNilLiteral {
    @usableFromInline
    package init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByIntegerLiteral {
    @usableFromInline
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension Value: ExpressibleByFloatLiteral {
    @usableFromInline
    package init(floatLiteral value: Double) { self = .real(value) }
}

extension Value: ExpressibleByStringLiteral {
    @usableFromInline
    package init(stringLiteral value: String) { self = .text(value) }
}
