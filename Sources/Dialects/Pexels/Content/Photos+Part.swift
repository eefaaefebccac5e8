package import MockPostlyContent

extension ContentScope {
    /// The photographs of Pexels.
    ///
    /// Also the name of the dialect that serves them.
    package static let pexels = ContentScope("pexels")
}

extension ContentPart {
    /// The photographs of Pexels, which have no tables: they never change.
    ///
    /// A reset has nothing to restore but the counts of requests.
    package static let photos = ContentPart("photos", .pexels)
}
