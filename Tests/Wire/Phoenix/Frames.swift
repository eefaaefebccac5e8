/// A binary push of five texts between bars: join_ref, ref, topic, event and payload.
func push(_ text: String) -> [UInt8] {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map { Array($0.utf8) }
    return [0] + parts.prefix(4).map { UInt8($0.count) } + parts.joined()
}
