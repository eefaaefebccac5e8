internal import MockPostlyFiles

extension ContentFile {
    /// Writes `bytes` to the file at `path`, as a whole or not at all.
    ///
    /// When it returns, the bytes are on the disk; until then the older file is there. Throws
    /// ``ContentFault/failed(_:)`` with the system's message, also when a link leads to another folder
    /// than `folder`; nil allows any.
    package static func write(
        _ bytes: [UInt8],
        to path: String,
        in folder: String? = nil
    ) throws(ContentFault) {
        let target = DataFile.resolved(path)
        let kind = FileKind(of: target)
        if kind == .file, DataFile.isInUse(target) { throw .failed(inUse) }
        if let folder, !isIn(folder, target) { throw .failed("it is a link out of \(folder)") }
        switch kind {
        case .nothing, .file: break
        // A device, for example, must not be replaced by a file.
        case .directory, .other: throw .failed("it is not a file")
        }
        do throws(FileFailure) {
            try FileSystem.write(bytes, to: target)
        } catch {
            throw .failed(error.words)
        }
    }

    /// Removes unfinished files of writers that were killed from a directory, and returns their
    /// names.
    ///
    /// A file that is still being written is left alone, also when another process writes it.
    @discardableResult
    package static func removeLeftovers(in directory: String) -> [String] {
        UnfinishedFile.removeAbandoned(in: directory)
    }
}
