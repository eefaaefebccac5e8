internal import MockPostlyFiles
internal import MockPostlyFolders
internal import MockPostlyPlatform
internal import MockPostlyRecording

/// The folder to which a mock of a recording is written.
struct RecordingFolder {
    /// Without a slash at its end.
    private(set) var path: String
    /// Whether files of an earlier mock are replaced.
    var overwrites: Bool

    init(_ words: RecordWords) {
        let given = words.output ?? ""
        path = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
        overwrites = words.overwrites
    }

    /// Refuses a folder that has something in it, unless it was said that it may be replaced.
    func check() throws(Failure) {
        switch FileKind(of: path) {
        case .nothing: return
        case .directory:
            let names = (try? FileSystem.names(in: path)) ?? []
            guard !names.isEmpty, !overwrites else { return }
            throw Failure(
                "\(path) is not empty",
                hint: "choose another folder, or --force; nothing was written"
            )
        default: throw Failure("\(path) is no folder", hint: "choose another name")
        }
    }

    /// Refuses a place where nothing can be written, before a session is recorded for it.
    func tryWriting() throws(Failure) {
        do throws(FileFailure) {
            try FileSystem.makeFolders(FileSystem.folder(of: path))
            let isThere = FileKind(of: path) == .directory
            let trial = try FileSystem.makeTemporaryFolder(isThere ? "\(path)/." : "\(path).")
            _ = rmdir(trial)
        } catch {
            throw Failure(
                "\(error.path): \(FileProblem(error).words)",
                hint: "choose another folder; nothing was recorded"
            )
        }
    }

    /// Writes all files, or none to a folder that is new; those of an earlier mock that this one has
    /// not are removed.
    ///
    /// A file that is there and is none of an earlier mock stays as it is.
    func write(_ recording: Recording) throws(Failure) {
        // Another command may have written it since.
        try check()
        let files = recording.files.map { (path: $0.path, bytes: $0.bytes) }
        do throws(FileFailure) {
            guard !((try? FileSystem.names(in: path)) ?? []).isEmpty else {
                let list = Self.list(of: files.map(\.path))
                return try FileSystem.writeFolder(path, files + [list])
            }
            let earlier = Set(earlier)
            let own = files.filter { file in
                earlier.contains(file.path) || FileKind(of: "\(path)/\(file.path)") == .nothing
            }
            let names = own.map(\.path)
            let old = earlier.subtracting(names).sorted()
            let list = Self.list(of: names)
            if try FileSystem.switchFiles(own + [list], removing: old, in: path) { return }
            // All names are in the list before their files are there, so that none is forgotten.
            try FileSystem.writeFiles([Self.list(of: names + old)], below: path)
            try FileSystem.replaceFiles(own, below: path)
            for name in old { try FileSystem.remove("\(path)/\(name)") }
            try FileSystem.writeFiles([list], below: path)
        } catch {
            throw Failure("\(error.path): \(FileProblem(error).words)")
        }
    }

    /// Writes what cannot be written here to a new folder below `parent`.
    ///
    /// - Returns: that folder; nil when it cannot be written either.
    func rescue(_ recording: Recording, below parent: String) -> RecordingFolder? {
        var other = self
        do {
            other.path = try FileSystem.makeTemporaryFolder("\(parent)/mockpostly-recording-")
            try other.write(recording)
            return other
        } catch {
            _ = rmdir(other.path)
            return nil
        }
    }

    // MARK: The list of files

    private static let listName = "files.txt"
    private static let listHeading = """
        # Made by mockpostly of a recorded session. With --force the next one replaces these files;
        # take a line out to keep its file.
        """

    private static func list(of names: [String]) -> (path: String, bytes: [UInt8]) {
        (listName, Array("\(listHeading)\n\(names.joined(separator: "\n"))\n".utf8))
    }

    /// The files of an earlier mock in the folder.
    private var earlier: [String] {
        let bytes = (try? FileSystem.contents(of: "\(path)/\(Self.listName)")) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { Recording.isFileName($0) }
    }

    /// What was made, what was left out, and the command that serves it.
    func account(of recording: Recording) -> String {
        var text = "\(path): \(counted(recording.count, "request"))"
        text += " of \(recording.hosts.joined(separator: ", "))\n"
        let width = recording.contents.map(\.name.count).max() ?? 0
        for (name, words) in recording.contents {
            let blanks = String(repeating: " ", count: width - name.count + 2)
            text += "  \(name)\(blanks)\(words)\n"
        }
        let swapped = recording.swapped
        text += "swapped: \(counted(swapped.secrets, "secret")), "
        text += "\(swapped.emails) e-mail \(swapped.emails == 1 ? "address" : "addresses"), "
        text += "\(counted(swapped.names, "word")) of names\n"
        for account in recording.accounts {
            text += "sign in as \(account.email), password \(account.password)\n"
        }
        for number in recording.numbers {
            text += "sign in with the number \(number), and the code of mockpostly login-codes\n"
        }
        let listed = Set(earlier)
        for file in recording.files where !listed.contains(file.path) {
            text += "\(path)/\(file.path) is not written: it is there, and not in files.txt\n"
        }
        for note in recording.notes { text += "\(note)\n" }
        let words = recording.serving(path).map { shellWord($0) }
        return text + "serve it: \(words.joined(separator: " "))\n"
    }
}
