/// `bytes` as two hexadecimal digits each, in lower case.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }
    return String(decoding: text, as: UTF8.self)
}
