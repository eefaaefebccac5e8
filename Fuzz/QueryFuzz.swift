import MockPostlyHTTP
internal import MockPostlyText

/// Reads arbitrary bytes as a query, as a form value and as a target: none of it may trap, and what
/// is decoded must be what the bytes say.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzQuery(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    readQuery(bytes)
    readTarget(bytes)
    return 0
}

private let ampersand = UInt8(ascii: "&")
private let escape = UInt8(ascii: "%")

private func readQuery(_ bytes: [UInt8]) {
    let pairs = Query(bytes).pairs
    precondition(pairs.count == bytes.split(separator: ampersand).count)
    for (name, value) in pairs {
        // Written with an escape for each byte, a pair is read as it was.
        let again = Query(escaped(name) + [UInt8(ascii: "=")] + escaped(value))
        precondition(again.pairs.count == 1)
        precondition(again[name]?.utf8.elementsEqual(value.utf8) == true)
    }
    if !bytes.contains(escape), !bytes.contains(UInt8(ascii: "+")) {
        precondition(
            formDecoded(bytes).utf8.elementsEqual(String(decoding: bytes, as: UTF8.self).utf8)
        )
    }
    precondition(
        formDecoded(escaped(formDecoded(bytes))).utf8.elementsEqual(formDecoded(bytes).utf8)
    )
}

private func escaped(_ text: String) -> [UInt8] {
    let digits = Array("0123456789aBcDeF".utf8)
    var escaped: [UInt8] = []
    for byte in text.utf8 {
        escaped.append(escape)
        escaped.append(digits[Int(byte >> 4)])
        escaped.append(digits[Int(byte & 0xf)])
    }
    return escaped
}

private func readTarget(_ bytes: [UInt8]) {
    let input = Array("GET /".utf8) + bytes + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    var parser = RequestParser(limits: RequestLimits())
    var used = 0
    let step = input.withUnsafeBufferPointer { parser.step($0, used: &used) }
    guard case .request(var request) = step, request.target.count == bytes.count + 1 else { return }
    precondition(Array(request.target.dropFirst()) == bytes)
    _ = Query(request.rawQuery)
    let path = Array(request.path)
    precondition(path.first == UInt8(ascii: "/") && path.count <= request.target.count)
    if request.head.targetFault == nil {
        precondition(String(validating: path, as: UTF8.self) != nil && !path.contains(0))
        let raw = request.rawPath
        if !raw.contains(escape) { precondition(path == Array(raw)) }
    }
    readParameters(&request, path)
    request.dropPathPrefix(path.count / 2)
    precondition(Array(request.path) == Array(path[(path.count / 2)...]))
    _ = request.pathPrefix
}

private let router = Router<Void>([
    .get("/{first}", "", { _, _ in Response() }),
    .get("/{first}/{second}", "", { _, _ in Response() }),
    .get("/a/{third}", "", { _, _ in Response() }),
])

/// Holds that parameters are the segments of `path`.
private func readParameters(_ request: inout Request, _ path: [UInt8]) {
    guard case .route(let index, let parameters) = router.match(.get, path[...]) else { return }
    request.parameters = parameters
    let slash = UInt8(ascii: "/")
    let segments = path.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    precondition(segments.count == (index == 0 ? 1 : 2) && !segments.contains(""))
    switch index {
    case 2: precondition(segments[0] == "a" && request.parameter("third") == segments[1])
    case 1: precondition(request.parameter("second") == segments[1])
    default: precondition(request.parameter("first") == segments[0])
    }
}
