internal import MockPostlyJSON
internal import PexelsContent

extension JSONWriter {
    /// Writes a photo with the links that the request of `call` gets.
    mutating func photo(_ photo: Photo, _ call: Call) {
        beginObject()
        field("id", photo.id)
        field("width", photo.width)
        field("height", photo.height)
        field("url", "\(call.photoOrigin)/photo/\(photo.slug)/")
        field("photographer", photo.photographer.name)
        field("photographer_url", "https://www.pexels.com/@\(photo.photographer.handle)")
        field("photographer_id", photo.photographer.id)
        field("avg_color", photo.color.hexadecimal)
        key("src")
        sources(call.pictureOrigin + photo.picturePath)
        field("liked", false)
        field("alt", photo.alt)
        endObject()
    }

    private mutating func sources(_ link: String) {
        let base = link + "?auto=compress&cs=tinysrgb"
        beginObject()
        field("original", link)
        field("large2x", base + "&dpr=2&h=650&w=940")
        field("large", base + "&h=650&w=940")
        field("medium", base + "&h=350")
        field("small", base + "&h=130")
        field("portrait", base + "&fit=crop&h=1200&w=800")
        field("landscape", base + "&fit=crop&h=627&w=1200")
        field("tiny", base + "&dpr=1&fit=crop&h=200&w=280")
        endObject()
    }
}

extension Photo {
    /// The last part of the URL of the photo's page: title and id.
    var slug: String { "\(hyphenated(title))-\(id)" }

    var pictureName: String { "pexels-photo-\(id).jpeg" }

    var picturePath: String { "/photos/\(id)/\(pictureName)" }
}

extension Photo.Photographer {
    /// A made-up account name; the id in it avoids names of real people's accounts.
    var handle: String { "\(hyphenated(name))-\(id)" }
}

/// The ASCII letters and digits of `text` in lower case, with a hyphen for each run of others.
private func hyphenated(_ text: String) -> String {
    text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
}
