import MockPostlyCertificates

/// Takes arbitrary bytes for the name that a TLS client asks for, and for two names of which one may
/// cover the other.
///
/// The bytes are a name, or two with a line feed between them.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzName(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    let texts = input.split(separator: 0x0a, maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    for text in texts {
        guard let name = read(text) else { continue }
        precondition(read(name.description) == name)
        precondition(name.description.utf8.count <= 253)
        guard !name.isAddress else {
            precondition(!name.covers(name.description))
            continue
        }
        let isPattern = name.description.hasPrefix("*.")
        precondition(isPattern || name.covers(text))
        precondition(!isPattern || name.covers("a" + name.description.dropFirst()))
        if let other = texts.last, name.covers(other), !isPattern {
            precondition(read(other) == name)
        }
    }
    return 0
}

/// The name that `text` is; the reason why it is none must say something.
private func read(_ text: String) -> CertificateName? {
    do throws(CertificateProblem) {
        return try CertificateName(text)
    } catch {
        precondition(!error.words.isEmpty)
        return nil
    }
}
