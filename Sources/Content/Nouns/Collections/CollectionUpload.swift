internal import MockPostlyJSON
package import MockPostlyJavaScript
internal import MockPostlyText

/// A file that a client has sent in a form, kept as a row of a collection of its own, which has no
/// path.
package struct CollectionUpload: Sendable {
    /// The collection of these rows.
    package static let collection = "$files"

    /// As the client called it; may be empty.
    package var name: String
    /// As the client said it.
    package var contentType: String
    /// In Base64.
    package var data: String

    package init(name: String, contentType: String, data: String) {
        (self.name, self.contentType, self.data) = (name, contentType, data)
    }

    /// The file of a row; nil for a row that is none.
    package init?(_ row: CollectionRow?) {
        guard let row, let name = row.value["name"]?.string,
            let contentType = row.value["contentType"]?.string,
            let data = row.value["data"]?.string
        else { return nil }
        self.init(name: name, contentType: contentType, data: data)
    }

    /// The row with this id, which is the member `idName`.
    package func row(id: String, _ idName: String) -> JSValue {
        var row = JSObject()
        row[idName] = .string(id)
        row["name"] = .string(name)
        row["contentType"] = .string(contentType)
        row["data"] = .string(data)
        return .object(row)
    }
}
