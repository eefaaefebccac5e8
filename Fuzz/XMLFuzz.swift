import MockPostlyRegex
import MockPostlyXML

/// Reads arbitrary bytes as an XPath, in the first line, and as a document, in the rest.
///
/// What is written of an element is a document again, and an XPath leads to nodes that are there.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzXML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let parts = bytes.split(
        separator: UInt8(ascii: "\n"),
        maxSplits: 1,
        omittingEmptySubsequences: false
    )
    let path = read(String(decoding: parts[0], as: UTF8.self))
    guard parts.count == 2 else { return 0 }
    do throws(XMLFault) {
        let document = try XMLDocument(Array(parts[1]))
        hold(document)
        if let path { follow(path, in: document) }
    } catch {
        precondition(!error.words.isEmpty && 0...parts[1].count ~= error.offset)
    }
    return 0
}

private func read(_ text: String) -> XPath? {
    do throws(XPath.Fault) {
        return try XPath(text, ["s": "urn:s"])
    } catch {
        precondition(!error.words.isEmpty)
        return nil
    }
}

private func hold(_ document: XMLDocument) {
    precondition(document.nodes[document.outermost].kind == .element)
    precondition(document.nodes[0].end == document.nodes.count)
    guard let text = document.written(document.outermost) else { return }
    guard let again = try? XMLDocument(Array(text.utf8)) else {
        preconditionFailure("what was written cannot be read: \(text)")
    }
    let names = [document, again].map { $0.nodes[$0.outermost].name }
    precondition(names[0] == names[1])
}

private func follow(_ path: XPath, in document: XMLDocument) {
    guard let nodes = path.nodes(in: document, MatchBudget(.rules)) else { return }
    precondition(zip(nodes, nodes.dropFirst()).allSatisfy(<), "not in the order of the document")
    precondition(nodes.allSatisfy(document.nodes.indices.contains))
}
