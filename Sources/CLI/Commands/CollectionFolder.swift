internal import MockPostlyFiles
internal import MockPostlyFolders
internal import MockPostlyJSON

/// A folder with a file for each collection of your own API, as `mockpostly serve` reads one.
struct CollectionFolder {
    private let path: String
    private let isNew: Bool

    init(_ path: String, isNew: Bool) { (self.path, self.isNew) = (path, isNew) }

    /// Writes each member of a JSON object to the file that is called as it is, and returns how many.
    ///
    /// All at once, where the system can exchange folders; else all are written before the first one is
    /// in its place.
    ///
    /// - Throws: When a file is there already, unless it `replaces` them; nothing is written then.
    func write(_ object: [UInt8], replaces: Bool) throws(Failure) -> Int {
        let files = try files(object)
        for name in files.map(\.path) {
            let place = "\(path)/\(name)"
            switch FileKind(of: place) {
            case .nothing: continue
            case .file where replaces: continue
            case .file:
                throw Failure("\(place) exists", hint: "-o replaces it; nothing was changed")
            case .directory, .other:
                throw Failure("\(place) is no file", hint: "move it; nothing was changed")
            }
        }
        do throws(FileFailure) {
            if isNew {
                try FileSystem.writeFolder(path, files)
            } else if try !FileSystem.switchFiles(files, removing: [], in: path) {
                try FileSystem.replaceFiles(files, below: path)
            }
        } catch {
            throw Failure("\(error.path): \(error.words)", hint: "look at the files in \(path)")
        }
        return files.count
    }

    private func files(_ object: [UInt8]) throws(Failure) -> [(path: String, bytes: [UInt8])] {
        guard let root = try? JSON(parsing: object).root else {
            throw Failure("the server's answer is no JSON", hint: "is it another program's port?")
        }
        var files: [(path: String, bytes: [UInt8])] = []
        for (name, value) in root.members {
            // A file whose name begins with a dot would not be read again.
            guard !name.hasPrefix("."),
                !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 })
            else {
                throw Failure(
                    "'\(printable(name))' can be no name of a file in a folder",
                    hint: "export to FILE.json; nothing was changed"
                )
            }
            files.append(("\(name).json", Self.outdented(value.rawText) + [UInt8(ascii: "\n")]))
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
