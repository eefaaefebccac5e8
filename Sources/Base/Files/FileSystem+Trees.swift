internal import MockPostlyPlatform

extension FileSystem {
    /// Makes a folder with files in it, which is there as a whole or not at all.
    ///
    /// The files are written to a new folder beside it, which gets its name at the end; after a failure
    /// nothing is left of it. An empty folder of the name is replaced; one with something in it is
    /// ENOTEMPTY. Missing parents are made.
    ///
    /// - Parameters:
    ///   - path: of the folder, without a slash at its end.
    ///   - files: paths below it, each once.
    /// - Throws: ``FileFailure`` that names the file or folder that could not be made.
    package static func writeFolder(
        _ path: String,
        _ files: [(path: String, bytes: [UInt8])]
    ) throws(FileFailure) {
        try makeFolders(folder(of: path))
        let unfinished = try makeTemporaryFolder(path + ".")
        do throws(FileFailure) {
            // As a folder of `mkdir` would be; the umask can be read by setting it alone.
            let mask = umask(0o022)
            _ = umask(mask)
            guard chmod(unfinished, 0o777 & ~mask) == 0 else { throw FileFailure(unfinished) }
            try writeFiles(files, below: unfinished)
            guard rename(unfinished, path) == 0 else { throw FileFailure(path) }
        } catch {
            removeFiles(files, below: unfinished)
            throw error
        }
    }

    /// Writes files below a folder, each as a whole, and makes the folders that they need; files of
    /// the same name are replaced.
    package static func writeFiles(
        _ files: [(path: String, bytes: [UInt8])],
        below folder: String
    ) throws(FileFailure) {
        var made: Set<String> = []
        for (path, bytes) in files {
            let place = "\(folder)/\(path)"
            let parent = self.folder(of: place)
            if made.insert(parent).inserted { try makeFolders(parent) }
            try write(bytes, to: place, isSynchronized: false)
        }
    }

    /// Replaces files below a folder that is there.
    ///
    /// All are written before the first one is moved to its place, so a full disk changes nothing.
    package static func replaceFiles(
        _ files: [(path: String, bytes: [UInt8])],
        below folder: String
    ) throws(FileFailure) {
        // In the folder, so that it is on the same disk.
        let unfinished = try makeTemporaryFolder("\(folder)/.unfinished-")
        defer { removeFiles(files, below: unfinished) }
        try writeFiles(files, below: unfinished)
        for (path, _) in files { try makeFolders(self.folder(of: "\(folder)/\(path)")) }
        for (path, _) in files {
            let place = realPath("\(folder)/\(path)") ?? "\(folder)/\(path)"
            var present = stat()
            if stat(place, &present) == 0 {
                // If the old permissions cannot be set, the new file has the usual ones.
                _ = chmod("\(unfinished)/\(path)", present.st_mode & 0o777)
            }
            guard rename("\(unfinished)/\(path)", place) == 0 else { throw FileFailure(place) }
        }
    }

    /// Removes what ``writeFiles(_:below:)`` has made, and the folder if nothing else is in it.
    private static func removeFiles(
        _ files: [(path: String, bytes: [UInt8])],
        below folder: String
    ) {
        var folders: Set<String> = [folder]
        for (path, _) in files {
            // The failure of writing is told, so those of removing are not.
            _ = unlink("\(folder)/\(path)")
            var parent = self.folder(of: "\(folder)/\(path)")
            while parent.utf8.count > folder.utf8.count, folders.insert(parent).inserted {
                parent = self.folder(of: parent)
            }
        }
        for path in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) { _ = rmdir(path) }
    }
}
