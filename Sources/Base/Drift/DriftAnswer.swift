/// An answer of one of the two servers.
package struct DriftAnswer: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    package var status: Int
    /// In their order; a name may occur several times.
    package var fields: [Field]
    package var body: [UInt8]
    /// When it came, in seconds since 1970 by the clock of this machine.
    package var time: Int64

    package init(status: Int, fields: [Field] = [], body: [UInt8] = [], time: Int64) {
        (self.status, self.fields, self.body, self.time) = (status, fields, body, time)
    }

    /// The values of the fields called `name`, given in lower case.
    package func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The media type without parameters, in lower case; empty when there is none.
    package var mediaType: String {
        let value = values(of: "content-type").first ?? ""
        return String(value.prefix { $0 != ";" && $0 != " " }).lowercased()
    }

    /// Whether it is a page of HTML where `other` is none: the address is not that of the API.
    package func isPage(insteadOf other: DriftAnswer) -> Bool {
        mediaType == "text/html" && other.mediaType != "text/html"
    }

    /// When the server made it: by its own `Date` where it says one.
    var serverTime: Int64 {
        values(of: "date").first.flatMap(DateText.init)?.seconds ?? time
    }
}
