/// A body source that keeps the beginning of what it gives, for a journal.
package protocol RecordedSource: BodySource {
    /// Calls `body` once, when the body has ended or is given up, with at most `most` bytes of its
    /// beginning and the number of all that were given.
    ///
    /// To be called before the answer is sent.
    func record(atMost most: Int, _ body: @escaping (_ beginning: [UInt8], _ count: Int) -> Void)
}
