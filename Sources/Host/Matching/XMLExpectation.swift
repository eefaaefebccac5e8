package import MockPostlyRegex
package import MockPostlyXML

/// A document of XML as `equalToXml` of WireMock wants it.
///
/// Blanks around texts, comments, prefixes and the order of attributes do not count, nor the order of
/// elements with different names. What counts is what XMLUnit compares for WireMock.
package struct XMLExpectation: Sendable {
    package let document: XMLDocument
    /// Comparisons that are left out.
    package var exempted: Set<Comparison> = []
    /// Whether elements of one name may stand in any order, as long as their texts differ.
    package var ignoresOrder = false
    package var namespaces = Namespaces.strict
    /// What stands for many texts, by the number of the text or attribute.
    package var placeholders: [Int: XMLPlaceholder] = [:]

    /// What is compared, by the names of XMLUnit; those that WireMock leaves out are missing.
    package enum Comparison: String, Sendable, CaseIterable {
        case attributeName = "ATTR_NAME_LOOKUP"
        case attributeValue = "ATTR_VALUE"
        case attributeCount = "ELEMENT_NUM_ATTRIBUTES"
        case childCount = "CHILD_NODELIST_LENGTH"
        case child = "CHILD_LOOKUP"
        case instruction = "PROCESSING_INSTRUCTION_DATA"
        case instructionTarget = "PROCESSING_INSTRUCTION_TARGET"
        case kind = "NODE_TYPE"
        case name = "ELEMENT_TAG_NAME"
        case namespace = "NAMESPACE_URI"
        case noNamespaceSchema = "NO_NAMESPACE_SCHEMA_LOCATION"
        case schema = "SCHEMA_LOCATION"
        case text = "TEXT_VALUE"

        /// Names that exempt nothing, as these are never compared.
        package static let others = [
            "ATTR_VALUE_EXPLICITLY_SPECIFIED", "CHILD_NODELIST_SEQUENCE", "DOCTYPE_NAME",
            "DOCTYPE_PUBLIC_ID", "DOCTYPE_SYSTEM_ID", "HAS_DOCTYPE_DECLARATION",
            "NAMESPACE_PREFIX", "XML_ENCODING", "XML_STANDALONE", "XML_VERSION",
        ]
    }

    /// How namespaces are looked at.
    package enum Namespaces: String, Sendable, CaseIterable {
        /// By their URIs; all prefixes must have one.
        case strict = "STRICT"
        /// As WireMock did before 3.12: prefixes of elements do not count, whatever they stand for,
        /// and those of attributes are parts of their names.
        case legacy = "LEGACY"
    }

    package init(_ document: XMLDocument) { self.document = document }

    /// Whether a document is as it is wanted; nil when `budget` does not allow to find that out.
    ///
    /// Each part that is compared counts eightfold for `budget`, and each 16 bytes of texts by which elements
    /// are ordered.
    package func accepts(_ found: XMLDocument, _ budget: MatchBudget) -> Bool? {
        if namespaces == .strict, found.hasUnknownPrefix { return false }
        var comparing = XMLComparing(
            wanted: XMLView(document: document, expectation: self),
            found: XMLView(document: found, expectation: self),
            expectation: self,
            budget: budget
        )
        let isSame = comparing.areSame(0, 0)
        return comparing.isOver ? nil : isSame
    }

    /// Why it can be equal to no document; nil where it can.
    ///
    /// WireMock fails to order texts and elements that are inside of one element.
    package var fault: String? {
        if namespaces == .strict, document.hasUnknownPrefix {
            return "has a prefix without a URI"
        }
        let view = XMLView(document: document, expectation: self)
        for (number, node) in document.nodes.enumerated()
        where node.kind == .element || node.kind == .root {
            if view.children(of: number).isMixed {
                return "has text or an instruction beside elements in "
                    + (number == 0 ? "it" : "'\(node.name)'") + ", which WireMock cannot compare"
            }
        }
        return nil
    }
}
