internal import MockPostlyAssets
internal import MockPostlyContent
import MockPostlyJSON
import MockPostlyWorld

/// Names of people from many languages and scripts, from `seed/banks/names.json`.
struct NameList: Sendable {
    /// First names and family names of one language.
    private struct Group: Sendable {
        var given: [String]
        var family: [String]
        var isFamilyFirst: Bool
        var separator: String
    }

    /// The name of the bank.
    static let asset = "names"

    private var groups: [Group] = []
    /// Additions after a name.
    private var marks: [String] = []

    /// The list inside the program.
    static func embedded() throws(SeedFault) -> NameList {
        let file = Assets.phraseBanks.first { assetName($0.path) == asset }
        guard let file else { return NameList(nil) }
        let bytes = file.bytes
        do throws(JSONError) {
            return NameList(try JSON(parsing: bytes).root)
        } catch {
            let (line, column) = error.position(in: bytes)
            throw SeedFault(
                file: file.path,
                line: line,
                column: column,
                field: "",
                words: error.reason.words
            )
        }
    }

    private init(_ root: JSONValue?) {
        func texts(_ value: JSONValue?) -> [String] {
            value?.elements.compactMap(\.string) ?? []
        }
        marks = texts(root?["marks"])
        for group in root?["names"]?.elements ?? [] {
            let order = group["order"]?.string ?? ""
            groups.append(
                Group(
                    given: texts(group["given"]),
                    family: texts(group["family"]),
                    isFamilyFirst: order.hasPrefix("family"),
                    separator: order.contains(" ") ? " " : ""
                )
            )
        }
    }

    func name(_ random: inout RandomSource) -> String {
        let group = random.pick(groups)
        let (given, family) = (random.pick(group.given), random.pick(group.family))
        let name =
            group.isFamilyFirst
            ? family + group.separator + given
            : given + group.separator + family
        return random.happens(3) ? name + " " + random.pick(marks) : name
    }
}
