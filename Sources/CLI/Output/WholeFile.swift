internal import MockPostlyContent
internal import MockPostlyFiles

/// Writes files that are whole or as they were before.
enum WholeFile {
    /// Makes the file at `path` hold `bytes`, which are on the disk when it returns.
    ///
    /// A device or a pipe is written to as it is. The data file of a running server is left alone.
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
