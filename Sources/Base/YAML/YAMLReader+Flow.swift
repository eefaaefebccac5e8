internal import MockPostlyJSON

/// Collections in brackets and braces.
extension YAMLReader {
    /// Reads a flow collection or a scalar and writes it as JSON.
    mutating func flowNode(isInFlow: Bool) throws(YAMLError) {
        switch at < bytes.count ? bytes[at] : .newline {
        case UInt8(ascii: "{"):
            try deeper { reader throws(YAMLError) in try reader.flowMapping() }
        case UInt8(ascii: "["):
            try deeper { reader throws(YAMLError) in try reader.flowSequence() }
        default:
            let scalar = try scalar(isInFlow: isInFlow)
            if scalar.isPlain { try write(plain: scalar.text) } else { json.string(scalar.text) }
        }
    }

    private mutating func flowSequence() throws(YAMLError) {
        json.beginArray()
        try flowEntries(until: UInt8(ascii: "]")) { reader throws(YAMLError) in
            try reader.flowNode(isInFlow: true)
        }
        json.endArray()
    }

    private mutating func flowMapping() throws(YAMLError) {
        json.beginObject()
        var names: Set<[UInt8]> = []
        try flowEntries(until: UInt8(ascii: "}")) { reader throws(YAMLError) in
            let name = try reader.scalar(isInFlow: true).text
            try reader.skipToContent()
            guard reader.at < reader.bytes.count, reader.bytes[reader.at] == .colon else {
                throw reader.error("a colon is expected here")
            }
            reader.at += 1
            try reader.member(name, &names)
            try reader.skipToContent()
            try reader.flowNode(isInFlow: true)
        }
        json.endObject()
    }

    /// Reads entries that are separated by commas, and the closing bracket.
    private mutating func flowEntries(
        until end: UInt8,
        _ entry: (inout YAMLReader) throws(YAMLError) -> Void
    ) throws(YAMLError) {
        at += 1
        try skipToContent()
        while at < bytes.count, bytes[at] != end {
            try entry(&self)
            try skipToContent()
            guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { break }
            at += 1
            try skipToContent()
        }
        guard at < bytes.count, bytes[at] == end else {
            throw error("a comma or the end of the collection is expected here")
        }
        at += 1
    }
}
