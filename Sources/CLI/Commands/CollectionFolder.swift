internal import MockPostlyFiles
internal import MockPostlyJSON

/// A folder with a file for each collection of your own API, as `mockpostly serve` reads one.
struct CollectionFolder {
    private let path: String
    private let isNew: Bool

    init(_ path: String, isNew: Bool) { (self.path, self.isNew) = (path, isNew) }

    /// Writes each member of a JSON object to the file that is called as it is, and returns how many.
    ///
    /// - Throws: When a file is there already, unless it `replaces` them; nothing is written then.
    func write(_ object: [UInt8], replaces: Bool) throws(Failure) -> Int {
        let files = try files(object)
        if !replaces, let taken = files.first(where: { FileKind(of: $0.path) != .nothing }) {
            throw Failure("\(taken.path) exists", hint: "-o replaces it; nothing was changed")
        }
        do throws(FileProblem) {
            if isNew { try makeFolder(path) }
            for file in files { try WholeFile.write(file.text, to: file.path) }
        } catch {
            throw Failure("\(path): \(error.words)", hint: "look at the files in it")
        }
        return files.count
    }

    private func files(_ object: [UInt8]) throws(Failure) -> [(path: String, text: [UInt8])] {
        guard let root = try? JSON(parsing: object).root else {
            throw Failure("the server's answer is no JSON", hint: "is it another program's port?")
        }
        var files: [(path: String, text: [UInt8])] = []
        for (name, value) in root.members {
            guard !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 }) else {
                throw Failure(
                    "'\(printable(name))' can be no name of a file",
                    hint: "export to FILE.json"
                )
            }
            let text = Self.outdented(value.rawText) + [UInt8(ascii: "\n")]
            files.append(("\(path)/\(name).json", text))
        }
        return files
    }

    /// The lines of a member as they are where it stands alone: two spaces further left.
    private static func outdented(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let moved = lines.enumerated().map { number, line in
            number > 0 && line.starts(with: "  ".utf8) ? line.dropFirst(2) : line
        }
        return Array(moved.joined(separator: [UInt8(ascii: "\n")]))
    }
}
