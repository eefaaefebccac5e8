extension Request {
    /// The same without conditions and ranges: its answer is a whole one (RFC 9110, sections 13 and
    /// 14).
    ///
    /// Costs a copy of the head when there are any.
    package var withoutConditions: Request {
        let places = head.bytes.withUnsafeBufferPointer { bytes in
            head.fields.indices.filter { index in
                let name = UnsafeBufferPointer(rebasing: bytes[head.fields[index].nameRange])
                return Self.conditions.contains { equalIgnoringCase(name, $0) }
            }
        }
        guard !places.isEmpty else { return self }
        var request = self
        request.head = head.withoutNames(of: places)
        return request
    }

    private static let conditions: [StaticString] = [
        "if-none-match", "if-modified-since", "if-range", "range",
    ]
}

extension RequestHead {
    /// The same head in which the fields at `places` have names that nobody asks for.
    ///
    /// Their values keep their place, as positions in the head are those of its bytes.
    fileprivate func withoutNames(of places: [Int]) -> RequestHead {
        let copy = copy()
        copy.ifNoneMatch = Occurrence()
        for place in places {
            for index in fields[place].nameRange { copy.bytes[index] = UInt8(ascii: "-") }
        }
        return copy
    }
}
