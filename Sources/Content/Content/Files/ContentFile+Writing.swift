internal import MockPostlyFiles

extension ContentFile {
    /// Makes `bytes` the file at `path`: when it returns they are on the disk, and until then what
    /// was there is.
    ///
    /// Throws ``ContentFault/failed(_:)`` with the system's words.
    package static func write(_ bytes: [UInt8], to path: String) throws(ContentFault) {
        let target = DataFile.resolved(path)
        switch FileKind(of: target) {
        case .nothing: break
        case .file: guard !DataFile.isInUse(target) else { throw .failed(inUse) }
        // Something else, such as a device, must not be put aside.
        case .directory, .other: throw .failed("it is no file")
        }
        do throws(FileFailure) {
            try FileSystem.write(bytes, to: target)
        } catch {
            throw .failed(error.words)
        }
    }

    /// Removes what writers that were killed have left in a directory, and returns their names.
    ///
    /// The file of a writer that is still at it is left alone, whichever process that is in.
    @discardableResult
    package static func removeLeftovers(in directory: String) -> [String] {
        UnfinishedFile.removeAbandoned(in: directory)
    }
}
