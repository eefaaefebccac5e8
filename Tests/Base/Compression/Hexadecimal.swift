/// The bytes that pairs of hexadecimal digits stand for.
func bytes(_ digits: String) -> [UInt8] {
    let values = digits.compactMap { $0.hexDigitValue.map { UInt8($0) } }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}
