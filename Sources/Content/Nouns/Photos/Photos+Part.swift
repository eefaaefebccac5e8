package import MockPostlyContent

extension ContentScope {
    package static let pexels = ContentScope("pexels")
}

extension ContentPart {
    /// The photos of Pexels, which never change: a reset has nothing to bring back but the counts of
    /// requests.
    package static let photos = ContentPart("photos", .pexels)
}
