extension Identicon {
    /// An SVG document with the shapes and colours of ``picture(size:)``, `size` pixels wide and
    /// high.
    ///
    /// Throws ``ImageError/size(width:height:)`` unless `size` is 1 to ``largestSize``.
    ///
    /// One line of XML without a declaration; the same digest gives the same text.
    package func svg(size: Int) throws(ImageError) -> String {
        guard (1...Identicon.largestSize).contains(size) else {
            throw .size(width: size, height: size)
        }
        let side = Int(Identicon.side)
        var text =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size)\" height=\"\(size)\""
            + " viewBox=\"0 0 \(side) \(side)\">"
        for layer in layers {
            text += "<path fill=\"\(layer.color.hexadecimal)\" d=\"\(layer.path.svgData)\"/>"
        }
        return text + "</svg>"
    }
}

extension Color {
    /// The colour as `#rrggbb`, without its alpha.
    var hexadecimal: String {
        "#"
            + [red, green, blue].map { channel in
                (channel < 16 ? "0" : "") + String(channel, radix: 16)
            }
            .joined()
    }
}

extension Path {
    /// The path as the `d` attribute of SVG, with coordinates rounded to hundredths.
    var svgData: String {
        var data = ""
        func add(_ command: String, _ points: Point...) {
            data += command
            data += points.map { hundredths($0.x) + " " + hundredths($0.y) }.joined(separator: " ")
        }
        for (index, element) in elements.enumerated() {
            switch element {
            case .move(let end):
                if index > 0 { data += "Z" }
                add("M", end)
            case .line(let end): add("L", end)
            case .conic(let control, let end): add("Q", control, end)
            case .cubic(let first, let second, let end): add("C", first, second, end)
            }
        }
        return elements.isEmpty ? "" : data + "Z"
    }
}

/// A number with at most two decimals, without trailing zeros.
private func hundredths(_ value: Double) -> String {
    let number = Int((value * 100).rounded())
    let (whole, rest) = abs(number).quotientAndRemainder(dividingBy: 100)
    var text = (number < 0 ? "-" : "") + String(whole)
    if rest > 0 {
        text += rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    }
    return text
}
