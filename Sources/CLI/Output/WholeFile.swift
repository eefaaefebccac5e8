internal import MockPostlyContent
internal import MockPostlyFiles

/// Writes files atomically: on failure, the old file is unchanged.
enum WholeFile {
    /// Replaces the file at `path` by `bytes`, which are on the disk when this returns.
    ///
    /// Devices and pipes are written to directly. Throws, and changes nothing, for the data file of
    /// a running server.
    static func write(_ bytes: [UInt8], to path: String) throws(FileProblem) {
        let isFile = FileKind(of: path) != .other
        guard !isFile || !DataFile.isInUse(path) else {
            throw FileProblem(words: "it is the data file of a running server")
        }
        do throws(FileFailure) {
            guard isFile else { return try FileSystem.write(bytes, into: path) }
            try FileSystem.write(bytes, to: path)
        } catch {
            throw FileProblem(error)
        }
    }
}
