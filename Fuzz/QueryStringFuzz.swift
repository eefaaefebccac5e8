import MockPostlyJSON
import MockPostlyJavaScript

/// Reads arbitrary bytes as a query string, as a form and as JSON of JavaScript, and holds that
/// what comes of it can be asked, written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzQueryString(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let query = JSValue.object(parseQueryString(bytes))
    precondition(depth(of: query) <= 16)
    look(at: query)
    readForm(bytes)
    readJSON(bytes)
    _ = decodeURIComponent(bytes)
    _ = parseInteger(String(decoding: bytes, as: UTF8.self))
    sort(bytes)
    return 0
}

private func readForm(_ bytes: [UInt8]) {
    do {
        let form = JSValue.object(try parseForm(bytes))
        precondition(depth(of: form) <= 70)
        look(at: form)
    } catch {
        switch error {
        case .tooManyParameters: precondition(bytes.count >= 1000)
        case .tooDeep: precondition(bytes.count > 64)
        }
    }
}

private func readJSON(_ bytes: [UInt8]) {
    let error = bodyParserError(bytes)
    if let value = parseJavaScriptJSON(bytes) {
        look(at: value)
        if case .array = value { precondition(error == nil) }
        if case .object = value { precondition(error == nil) }
    } else {
        precondition(error != nil || bytes.count >= 1000 || bytes.isEmpty || bytes.count == 3)
    }
    // What the strict parser takes is the same value here.
    guard let document = try? JSON(parsing: bytes) else { return }
    precondition(parseJavaScriptJSON(bytes) == JSValue(document.root))
    precondition(javaScriptParseError(bytes) == nil)
}

/// Asks `value` all that can be asked, and reads again what it writes.
private func look(at value: JSValue) {
    let written = write(value)
    guard let again = parseJavaScriptJSON(written) else {
        preconditionFailure("what was written cannot be read: \(written)")
    }
    let second = write(again)
    precondition(second == written)
    precondition(value.text.isEmpty || JSValue.string(value.text).isTrue)
    precondition(!(isLess(value, again) && isGreater(value, again)))
    _ = value.number
    _ = value["length"]
    _ = value["0"]
}

private func write(_ value: JSValue) -> [UInt8] {
    var writer = JSONWriter(escaping: .utf8, reserving: 0)
    value.write(&writer)
    return writer.finish()
}

private func depth(of value: JSValue) -> Int {
    switch value {
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .object(let object): 1 + (object.members.map { depth(of: $0.value) }.max() ?? 0)
    default: 0
    }
}

/// Sorts the bytes, once in order and once by a comparison that contradicts itself.
private func sort(_ bytes: [UInt8]) {
    let sorted = sortedAsV8(bytes) { Int($0) - Int($1) }
    precondition(sorted == bytes.sorted())
    let tangled = sortedAsV8(bytes) { Int($0 &* 31 ^ $1) % 3 - 1 }
    precondition(tangled.sorted() == sorted)
}
