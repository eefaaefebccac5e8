/// How the body after a head is delimited.
struct Framing {
    enum Body {
        case none
        case length(Int)
        case chunked
    }

    var body = Body.none
    var expectsContinue = false
}

/// The fields of a head that concern framing, collected while the head is parsed.
struct FramingFields: Sendable {
    private var length: Int?
    private var isChunked = false
    private var closes = false
    private var keepsAlive = false
    private var expectsContinue = false
    private var expectsOther = false

    /// Records the field that will be the next of `head`, if the server itself needs it.
    mutating func note(
        _ name: UnsafeBufferPointer<UInt8>,
        _ value: UnsafeBufferPointer<UInt8>,
        in head: RequestHead
    ) throws(Rejection) {
        let index = head.fields.count
        switch name.count {
        case 4 where equalIgnoringCase(name, "host"):
            guard !head.host.isPresent, ByteSet.host.containsAll(value) else { throw .badHost }
            head.host.add(index)
        case 6 where equalIgnoringCase(name, "origin"):
            head.origin.add(index)
        case 6 where equalIgnoringCase(name, "cookie"):
            head.cookie.add(index)
        case 6 where equalIgnoringCase(name, "expect"):
            if equalIgnoringCase(value, "100-continue") {
                expectsContinue = true
            } else {
                expectsOther = true
            }
        case 10 where equalIgnoringCase(name, "connection"):
            noteConnection(value)
        case 12 where equalIgnoringCase(name, "content-type"):
            head.contentType.add(index)
        case 13 where equalIgnoringCase(name, "authorization"):
            head.authorization.add(index)
        case 13 where equalIgnoringCase(name, "cache-control"):
            head.cacheControl.add(index)
        case 13 where equalIgnoringCase(name, "if-none-match"):
            head.ifNoneMatch.add(index)
        case 14 where equalIgnoringCase(name, "content-length"):
            guard length == nil, let number = Self.decimal(value) else { throw .badLength }
            length = number
        case 15 where equalIgnoringCase(name, "accept-encoding"):
            head.acceptEncoding.add(index)
        case 17 where equalIgnoringCase(name, "transfer-encoding"):
            guard !isChunked, equalIgnoringCase(value, "chunked") else { throw .unknownEncoding }
            isChunked = true
        case 18 where equalIgnoringCase(name, "x-mockpostly-world"):
            head.world.add(index)
        case 18 where equalIgnoringCase(name, "x-mockpostly-fault"):
            head.faultName.add(index)
        default: break
        }
    }

    /// Reads a list of connection options (RFC 9110 §7.6.1).
    private mutating func noteConnection(_ list: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < list.count {
            let end = list.firstIndex(of: UInt8(ascii: ","), from: start) ?? list.count
            let word = list.part(list.trimmingBlanks(start..<end))
            if equalIgnoringCase(word, "close") { closes = true }
            if equalIgnoringCase(word, "keep-alive") { keepsAlive = true }
            start = end + 1
        }
    }

    /// Reads `1*DIGIT`, limited to the largest `Int`; nil for anything else.
    private static func decimal(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !value.isEmpty else { return nil }
        var number = 0
        for byte in value {
            guard byte &- 0x30 < 10 else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(byte &- 0x30))
            number = overflow || carry ? Int.max : sum
        }
        return number
    }

    /// Determines how the body is delimited, after all fields of `head` were read.
    func conclude(_ head: RequestHead) throws(Rejection) -> Framing {
        let isOld = head.minorVersion == 0
        guard head.host.isPresent || isOld else { throw .badHost }
        if isChunked {
            if length != nil { throw .lengthAndEncoding }
            if isOld { throw .encodingInOldVersion }
        }
        if expectsOther { throw .badExpectation }
        head.keepsAlive = !closes && (!isOld || keepsAlive)
        var framing = Framing()
        framing.expectsContinue = expectsContinue && !isOld
        if isChunked {
            framing.body = .chunked
        } else if let length, length > 0 {
            framing.body = .length(length)
        }
        return framing
    }
}
