/// A value bound to one parameter of a statement.
@usableFromInline
package enum Value: Sendable, Equatable {
    case null
    case integer(Int64)

    /// SQLite has no NaN: it is stored as NULL.
    case real(Double)

    /// Bound as its UTF-8 bytes, NUL included.
    case text(String)
    case blob([UInt8])

    /// The text, or NULL when there is none.
    package static func optional(_ text: String?) -> Value {
        text.map { .text($0) } ?? .null
    }

    /// The number, or NULL when there is none.
    package static func optional(_ number: Int64?) -> Value {
        number.map { .integer($0) } ?? .null
    }

    /// The number, which always fits.
    package static func integer(_ number: Int) -> Value {
        .integer(Int64(number))
    }

    /// One for true and zero for false, as SQLite's own comparisons give.
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
