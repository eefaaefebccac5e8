internal import MockPostlyWorld

/// Makes the slugs of posts for which a seed gives none.
struct SeedSlugs {
    /// For slugs that many titles give, the next number to try; while a seed is read no slug
    /// becomes free.
    private var numbers: [String: Int] = [:]

    /// The slug of the title, with a suffix when it is taken.
    ///
    /// The suffix is made of digits of the post's id, or else a number, so that the same seed
    /// always gives the same slugs.
    mutating func make(for post: SeedPost, in posts: PostStore) throws -> String {
        let wanted = slug(of: post.title)
        if try posts.isFree(slug: wanted) { return wanted }
        let digits = post.id.hex
        for end in [digits.suffix(6), digits.dropFirst(12).prefix(6)] {
            let slug = "\(wanted)-\(end)"
            if try posts.isFree(slug: slug) { return slug }
        }
        var number = numbers[wanted] ?? 1
        while true {
            let end = String(number, radix: 16)
            let slug =
                wanted + "-" + String(repeating: "0", count: max(0, 6 - end.utf8.count)) + end
            number += 1
            guard try posts.isFree(slug: slug) else { continue }
            numbers[wanted] = number
            return slug
        }
    }
}

extension PostStore {
    fileprivate func isFree(slug: String) throws -> Bool {
        do {
            _ = try key(ofSlug: slug)
            return false
        } catch PostError.noSuchPost {
            return true
        }
    }
}
