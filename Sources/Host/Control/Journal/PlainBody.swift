internal import MockPostlyCompression
internal import MockPostlyHTTP

/// The body of an answer as it was before a content coding was applied.
struct PlainBody {
    private(set) var bytes: [UInt8]
    /// Whether they are the whole body.
    private(set) var isWhole: Bool
    /// The name of the coding that was undone; nil for a body that was sent as it is.
    private(set) var coding: String?

    /// At most `limit` bytes of the body of `response`, which is the beginning of the `count` bytes
    /// that were sent.
    ///
    /// A damaged body stays as it was sent.
    init(of response: Response, sent count: Int, limit: Int) {
        let name = response["Content-Encoding"]?.lowercased()
        if let coding = ContentCoding.allCases.first(where: { $0.name == name }),
            let start = decompressedStart(of: response.body, coding, limit: limit)
        {
            (bytes, isWhole, self.coding) = (start.bytes, start.isWhole, name)
        } else {
            bytes = response.body.count > limit ? Array(response.body.prefix(limit)) : response.body
            isWhole = bytes.count == count
        }
    }
}
