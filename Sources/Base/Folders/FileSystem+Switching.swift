internal import CMockPostlyFolders
package import MockPostlyFiles
internal import MockPostlyPlatform

extension FileSystem {
    /// The most files that stay; of more, nothing is switched.
    private static let mostKept = 10_000

    /// Replaces files of a folder that is there and removes others, all at once: whoever reads, and
    /// whoever comes after a kill, finds the old ones or the new ones.
    ///
    /// A new folder is made beside it, with links to the files that stay, and the two change names.
    ///
    /// - Parameters:
    ///   - files: paths below the folder, each once.
    ///   - removed: paths below it, as in `files`.
    ///   - folder: without a slash at its end.
    /// - Returns: whether that was possible; false, with nothing changed, for the working directory,
    ///   somebody else's folder, a mounted one, or one with links in the place of files.
    /// - Throws: ``FileFailure`` for a file that cannot be written; nothing was changed then.
    package static func switchFiles(
        _ files: [(path: String, bytes: [UInt8])],
        removing removed: [String],
        in folder: String
    ) throws(FileFailure) -> Bool {
        var status = stat()
        guard let place = realPath(folder), stat(place, &status) == 0, status.st_uid == geteuid(),
            FileIdentity(place) != FileIdentity("."),
            let unfinished = try? makeTemporaryFolder(place + ".")
        else { return false }
        defer { removeTree(unfinished) }
        var copy = LinkedCopy(without: Set(files.map(\.path) + removed), most: mostKept)
        guard copy.make(of: place, in: unfinished) else { return false }
        do throws(FileFailure) {
            try writeFiles(files, below: unfinished)
        } catch {
            var failure = error
            if failure.path.hasPrefix(unfinished) {
                failure.path = folder + failure.path.dropFirst(unfinished.count)
            }
            throw failure
        }
        for (path, mode) in copy.modes where FileKind(of: "\(unfinished)/\(path)") == .file {
            _ = chmod("\(unfinished)/\(path)", mode)
        }
        guard chmod(unfinished, status.st_mode & 0o7777) == 0 else { return false }
        return mockpostly_exchange(unfinished, place) == 0
    }

    /// Removes a folder with all that is in it, as far as that goes.
    private static func removeTree(_ path: String) {
        for name in (try? names(in: path)) ?? [] {
            let inner = "\(path)/\(name)"
            var status = stat()
            guard lstat(inner, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR { removeTree(inner) } else { _ = unlink(inner) }
        }
        _ = rmdir(path)
    }
}

/// A second folder with the same files, by links to them.
private struct LinkedCopy {
    private let left: Set<String>
    private var rest: Int
    /// The permissions of the files that are left out.
    private(set) var modes: [String: mode_t] = [:]

    /// A copy without the files with these paths, and of so many others at most.
    init(without left: Set<String>, most: Int) { (self.left, rest) = (left, most) }

    /// Fills `copy`, which is empty, with what is at `path` below both folders; returns whether it has
    /// all that it should.
    mutating func make(of folder: String, in copy: String, at path: String = "") -> Bool {
        guard let names = try? FileSystem.names(in: folder + path) else { return false }
        for name in names {
            let inner = "\(path)/\(name)"
            var status = stat()
            guard rest > 0, lstat(folder + inner, &status) == 0 else { return false }
            rest -= 1
            let key = String(inner.dropFirst())
            switch status.st_mode & S_IFMT {
            case S_IFREG where left.contains(key): modes[key] = status.st_mode & 0o777
            case S_IFREG:
                guard link(folder + inner, copy + inner) == 0 else { return false }
            case S_IFDIR:
                guard mkdir(copy + inner, 0o700) == 0, make(of: folder, in: copy, at: inner),
                    chmod(copy + inner, status.st_mode & 0o7777) == 0
                else { return false }
            default: return false
            }
        }
        return true
    }
}
