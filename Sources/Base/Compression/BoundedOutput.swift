/// The output of a decoder, limited in size.
struct BoundedOutput {
    private(set) var bytes: [UInt8] = []
    private let limit: Int
    private var piece = [UInt8](repeating: 0, count: 16_384)

    init(limit: Int) {
        self.limit = limit
    }

    /// Calls `body` with room for the next bytes and keeps as many as it reports; throws over the
    /// limit, and keeps what fits.
    mutating func extend<Result>(
        _ body: (UnsafeMutableBufferPointer<UInt8>) -> (count: Int, result: Result)
    ) throws(DecompressionError) -> Result {
        let (count, result) = piece.withUnsafeMutableBufferPointer { body($0) }
        let room = limit - bytes.count
        bytes += piece[..<min(count, room)]
        guard count <= room else { throw .tooLarge }
        return result
    }
}
