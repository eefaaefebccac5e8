import MockPostlyCompression
import Testing

@Suite
struct AcceptEncodingTests {
    // The answers of negotiator 0.6.4 to what compression 1.8 asks it.
    @Test(
        "a coding is chosen as Express does it",
        arguments: [
            ("", nil),
            ("br", .brotli),
            ("gzip", .gzip),
            ("deflate", .deflate),
            ("identity", nil),
            ("zstd", nil),
            ("*", .brotli),
            ("BR", .brotli),
            ("GZip", .gzip),
            ("gzip, deflate, br", .brotli),
            ("gzip, deflate, br, zstd", .brotli),
            ("deflate, gzip", .gzip),
            (" gzip , deflate ", .gzip),
            ("deflate, gzip;q=1.0, *;q=0.5", .gzip),
            // The client's wish comes first.
            ("br;q=0.5, gzip", .gzip),
            ("br;q=0.5, gzip;q=0.8, deflate;q=0.9", .deflate),
            ("gzip;q=0.5, br;q=0.5", .brotli),
            ("gzip;q=0.001", .gzip),
            ("br;q=2, gzip", .brotli),
            // Nothing of it.
            ("br;q=0", nil),
            ("br;q=0, gzip", .gzip),
            ("br;q=0, gzip;q=0, deflate", .deflate),
            ("br;q=0, *", .gzip),
            ("br;q=0, gzip;q=0, deflate;q=0, *", nil),
            ("*;q=0", nil),
            ("gzip, *;q=0", .gzip),
            ("gzip;q=0, *;q=0.1", .brotli),
            // As good as it is.
            ("identity, gzip", .gzip),
            ("identity, deflate", nil),
            ("deflate, identity", .deflate),
            ("gzip;q=0.5, identity", nil),
            ("gzip;q=0.5, identity;q=0.5", .gzip),
            ("gzip;q=0.5, identity;q=0", .gzip),
            ("*;q=0.5, identity", nil),
            ("deflate;q=0.5", .deflate),
            ("deflate, *;q=1", .brotli),
            // Twice: the higher one, then the later one.
            ("gzip;q=0.2, gzip;q=0.9, br;q=0.5", .gzip),
            ("gzip;q=0.9, gzip;q=0.2, br;q=0.5", .gzip),
            ("gzip;q=0, gzip", .gzip),
            // How numbers and parameters are read.
            ("gzip;q=.5, br;q=.4", .gzip),
            ("gzip;q=5e-1, br;q=0.4", .gzip),
            ("gzip;q= 0.5, br;q=0.4", .gzip),
            ("gzip; q=0.5 , br ;q=0.4", .gzip),
            ("gzip;q=0.5x, br;q=0.4", .gzip),
            ("gzip;q=0.5.9, br;q=0.4", .gzip),
            ("gzip;q=+0.5, br;q=0.4", .gzip),
            ("gzip;q=Infinity, br", .gzip),
            ("gzip;q=-1, br;q=0.4", .brotli),
            ("gzip;q=x", nil),
            ("gzip;q", nil),
            ("gzip;q=", nil),
            ("gzip;x=1;q=0.5, br;q=0.4", .gzip),
            ("gzip;Q=0", .gzip),
            ("gzip;q =0", .gzip),
            ("gzip;", .gzip),
            ("gzip;q=0;q=1", nil),
            // What is no member.
            (",,gzip,", .gzip),
            ("gzip br", nil),
            (";q=1", nil),
            ("gzip\t;\tq=0.5", .gzip),
            ("größer, br", .brotli),
        ] as [(String, ContentCoding?)]
    )
    func choice(field: String, expected: ContentCoding?) {
        #expect(preferredCoding(acceptEncoding: field) == expected)
    }
}
