internal import MockPostlyFiles
internal import MockPostlyPlatform
internal import MockPostlySQLite

extension DataFile {
    /// Replaces the file at `path`, whose text is in UTF-16, by one in UTF-8 with the same rows.
    ///
    /// An open connection never takes over another encoding, so pages of a seed or snapshot could not be
    /// copied into it. The old file is kept at `path` + `.utf-16`. Throws, and changes nothing, when it
    /// is no data file that can be used. The file is another one afterwards, and has to be locked anew.
    static func convertToUTF8(_ path: String, _ registry: ContentRegistry) throws {
        let place = resolved(path)
        let connection = try Connection(.file(path))
        // A file that is refused stays as it is.
        try connection.setKeepsLogOnClose(hasLog(place))
        let bytes =
            try connection.schema().isEmpty
            ? [] : ContentFile.image(of: connection.serialize(), registry).bytes
        try keepCopy(of: connection, at: place + ".utf-16")
        try connection.setKeepsLogOnClose(false)
        try connection.close()
        // The log of the old file must not be taken for that of the new one.
        guard !hasLog(place) else { throw DataFileFault.inUse(pid: nil) }
        do throws(FileFailure) {
            try FileSystem.write(bytes, to: place)
        } catch {
            throw DataFileFault(systemCode: error.code)
        }
    }
}
