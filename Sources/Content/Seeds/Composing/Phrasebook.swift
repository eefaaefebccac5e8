internal import MockPostlyAssets
internal import MockPostlyContent
import MockPostlyJSON

/// The sentence banks of `seed/banks`, parsed: phrases and words by topic.
struct Phrasebook: Sendable {
    /// What a phrase is for.
    enum Kind: String, Sendable, CaseIterable {
        case title = "titles"
        case opening = "openings"
        case observation = "observations"
        case instruction = "instructions"
        case anecdote = "anecdotes"
        case closing = "closings"
        case comment = "comments"
        case question = "questions"
        case reply = "replies"
        case rarity = "rarities"

        var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The words that can fill a slot.
    struct Slot: Sendable {
        var words: [PhraseWord]
        /// Whether a post uses one word for it throughout, such as one kind of bread.
        var isPinned: Bool
        /// The index of the bank that declares the slot.
        var bank: Int
    }

    /// The phrases of one topic, or those for all topics.
    struct Bank: Sendable {
        var name: String
        /// The subject of a post on this topic, as a noun.
        var subject: [UInt8]
        /// The numbers of pictures that suit the topic.
        var covers: [Int64]
        /// By ``Kind/place``.
        var phrases: [[Phrase]]

        func phrases(_ kind: Kind) -> [Phrase] { phrases[kind.place] }
    }

    /// The topics in the order of their names; the bank for all topics is the last.
    private(set) var banks: [Bank] = []
    private(set) var slots: [Slot] = []

    var topics: Range<Int> { 0..<common }
    var common: Int { banks.count - 1 }

    /// The banks inside the program.
    static func embedded() throws(SeedFault) -> Phrasebook {
        let banks = Assets.phraseBanks.map { (name: assetName($0.path), file: $0) }
        return try Phrasebook(
            banks.filter { $0.name != NameList.asset }.map { ($0.name, $0.file.bytes) }
        )
    }

    /// Parses banks; one of them is called `common`.
    ///
    /// The phrases of a bank use its own slots and those of the common bank.
    init(_ sources: [(name: String, bytes: [UInt8])]) throws(SeedFault) {
        var documents: [(name: String, root: JSONValue)] = []
        for source in sources {
            do throws(JSONError) {
                documents.append((source.name, try JSON(parsing: source.bytes).root))
            } catch {
                throw Self.fault(source.name, error.reason.words)
            }
        }
        // Sorted by name, so that the order of the files does not matter.
        documents.sort {
            ($0.name == "common" ? 1 : 0, $0.name) < ($1.name == "common" ? 1 : 0, $1.name)
        }
        var names: [[String: Int]] = []
        for (bank, document) in documents.enumerated() {
            names.append(addSlots(of: document.root, bank))
        }
        for (bank, document) in documents.enumerated() {
            let (own, shared) = (names[bank], names[documents.count - 1])
            do throws(PhraseError) {
                banks.append(
                    try Self.bank(document.name, document.root) { own[$0] ?? shared[$0] }
                )
            } catch {
                throw Self.fault(document.name, error.words)
            }
        }
    }

    private mutating func addSlots(of root: JSONValue, _ bank: Int) -> [String: Int] {
        let pinned = Set(root["pinned"]?.elements.compactMap(\.string) ?? [])
        var names: [String: Int] = [:]
        for (name, words) in root["slots"]?.members ?? [] {
            names[name] = slots.count
            slots.append(
                Slot(
                    words: words.elements.compactMap(\.string).map(PhraseWord.init),
                    isPinned: pinned.contains(name),
                    bank: bank
                )
            )
        }
        return names
    }

    private static func bank(
        _ name: String,
        _ root: JSONValue,
        slot: (String) -> Int?
    ) throws(PhraseError) -> Bank {
        var phrases: [[Phrase]] = []
        for kind in Kind.allCases {
            var list: [Phrase] = []
            for text in root[kind.rawValue]?.elements.compactMap(\.string) ?? [] {
                list.append(try Phrase(text, slot: slot))
            }
            phrases.append(list)
        }
        return Bank(
            name: name,
            subject: Array((root["it"]?.string ?? "").utf8),
            covers: root["covers"]?.elements.compactMap(\.int) ?? [],
            phrases: phrases
        )
    }

    private static func fault(_ bank: String, _ words: String) -> SeedFault {
        SeedFault(file: "seed/banks/\(bank).json", line: 0, column: 0, field: "", words: words)
    }
}

/// The name of a bank: `bread` for `seed/banks/bread.json`.
func assetName(_ path: String) -> String {
    String(path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
}
