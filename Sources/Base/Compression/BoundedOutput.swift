/// What a decoder has put out, which may not pass a limit.
struct BoundedOutput {
    private(set) var bytes: [UInt8] = []
    private let limit: Int
    private var piece = [UInt8](repeating: 0, count: 16_384)

    init(limit: Int) {
        self.limit = limit
    }

    /// Lends `body` room for the next bytes and keeps as many as it returns beside its result.
    mutating func extend<Result>(
        _ body: (UnsafeMutableBufferPointer<UInt8>) -> (count: Int, result: Result)
    ) throws(DecompressionError) -> Result {
        let (count, result) = piece.withUnsafeMutableBufferPointer { body($0) }
        guard count <= limit - bytes.count else { throw .tooLarge }
        bytes += piece[..<count]
        return result
    }
}
