import MockPostlyJSON

/// Parses arbitrary bytes, and holds that what is valid survives being written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let document: JSON
    do throws(JSONError) {
        document = try JSON(parsing: bytes)
    } catch {
        precondition(0...bytes.count ~= error.offset)
        let (line, column) = error.position(in: bytes)
        precondition(line >= 1 && column >= 1 && !error.reason.words.isEmpty)
        return 0
    }
    walk(document.root)
    for escaping in [JSONWriter.Escaping.ascii, .utf8] {
        let written = write(document.root, escaping)
        requireEqual(document.root, parse(written).root)
        // Written once, nothing is left to change.
        precondition(write(parse(written).root, escaping) == written)
        precondition(escaping == .utf8 || written.allSatisfy { 0x20..<0x7F ~= $0 })
    }
    requireEqual(document.root, parse(JSONWriter.pretty(bytes)).root)
    return 0
}

private func parse(_ bytes: [UInt8]) -> JSON {
    guard let document = try? JSON(parsing: bytes) else {
        preconditionFailure("what was written is not JSON: \(bytes)")
    }
    return document
}

private func write(_ value: JSONValue, _ escaping: JSONWriter.Escaping) -> [UInt8] {
    // Little room at first, so that the writer has to grow in all places.
    var writer = JSONWriter(escaping: escaping, reserving: 0)
    writer.value(value)
    return writer.finish()
}

/// Asks every value every question.
private func walk(_ value: JSONValue) {
    let text = Array(value.rawText)
    precondition(!text.isEmpty && value.position.line >= 1)
    precondition((value.string != nil) == (value.kind == .string))
    precondition((value.bool != nil) == (value.kind == .bool))
    precondition(value.isNull == (value.kind == .null))
    if let int = value.int {
        precondition(value.isIntegerLiteral && value.double == Double(int))
    }
    precondition(value.double == nil || value.kind == .number)
    for element in value.elements { walk(element) }
    for (name, member) in value.members {
        precondition(value[name]?.offset == member.offset)
        walk(member)
    }
    precondition(value.count >= value.elements.count + value.members.count)
}

private func requireEqual(_ left: JSONValue, _ right: JSONValue) {
    precondition(left.kind == right.kind)
    switch left.kind {
    case .null, .bool, .number:
        precondition(left.rawText.elementsEqual(right.rawText))
    case .string:
        // Bytes, because equal strings may be spelt differently.
        precondition(Array((left.string ?? "").utf8) == Array((right.string ?? "").utf8))
    case .array:
        precondition(left.count == right.count)
        for (left, right) in zip(left.elements, right.elements) { requireEqual(left, right) }
    case .object:
        let (lefts, rights) = (left.members, right.members)
        precondition(lefts.count == rights.count)
        for (left, right) in zip(lefts, rights) {
            precondition(left.name.utf8.elementsEqual(right.name.utf8))
            requireEqual(left.value, right.value)
        }
    }
}
