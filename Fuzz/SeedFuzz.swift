import CommunityContent
import MockPostlyContent
import MockPostlyNouns
import MockPostlySQLite
import MockPostlySeeds
import MockPostlyWorld

/// Checks arbitrary bytes as the file of a seed, and loads what is right into a world in memory.
///
/// The world is written to and read from in all its systems. What it exports must be a seed that
/// gives the same again.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzSeed(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let summary = SeedSummary.check(.bytes(bytes, name: "seed.json"), .standard)
    for fault in summary.faults {
        precondition(fault.line >= 0 && fault.column >= 0 && !fault.words.isEmpty)
    }
    let domain: Domain
    do {
        domain = try world(of: bytes)
    } catch is SeedFault {
        precondition(!summary.faults.isEmpty, "the check finds nothing in what is not loaded")
        return 0
    } catch {
        preconditionFailure("a seed without a fault is not loaded: \(error)")
    }
    precondition(summary.faults.isEmpty, "what is loaded has a fault: \(summary.faults)")
    do {
        let exported = try export(domain)
        let copy = try world(of: exported)
        let again = try export(copy)
        precondition(again == exported, "an export does not give itself again")
        try use(domain)
        _ = try world(of: export(domain))
    } catch {
        preconditionFailure("what was loaded cannot be used: \(error)")
    }
    return 0
}

/// An empty database with all tables, which making for each input takes too long.
private let blank: PageImage? = try? Domain.inMemory(
    TimeAndChance(name: "blank", clock: .frozen(at: Instant(seconds: 0)), randomSeed: 0),
    documents: DocumentOrigin(.empty)
).work.connection.image()

private func world(of bytes: [UInt8]) throws -> Domain {
    let clock = Clock.frozen(at: Instant(seconds: 1_771_072_496))
    let domain = try Domain(
        Connection(.pages(blank)),
        TimeAndChance(name: "default", clock: clock, randomSeed: 1),
        documents: DocumentOrigin(.empty)
    )
    try domain.reset(to: SeedSource.bytes(bytes, name: "seed.json"))
    try domain.work.commit()
    return domain
}

private func export(_ domain: Domain) throws -> [UInt8] {
    try domain.work.commit()
    return try SeedExport.json(
        of: domain.work.connection,
        ContentRegistry.standard.seeds
    )
}

/// Does in each system what its clients do.
private func use(_ domain: Domain) throws {
    let user = try domain.users.signInWithGoogle(
        id: User.ID("g"),
        email: "fuzz@example.com",
        name: "Fuzz",
        picture: ""
    )
    for status in ["published", "draft"] {
        let filter = Post.Filter.status(status)
        let count = try domain.posts.count(filter)
        precondition(count >= 0)
        for key in try domain.posts.keys(filter, limit: 20, offset: 0) {
            try domain.posts.countView(key: key)
            try domain.posts.read(key: key) { precondition($0.views > 0) }
            try domain.posts.forEachComment(ofPost: key) { _ in }
        }
    }
    _ = try domain.posts.search("a")
    _ = try domain.posts.create(Post.Draft(title: "New", content: "x"), by: user)
    guard let member = try domain.members.find(user.id) else { preconditionFailure("nobody") }
    try domain.members.join(member.id)
    let post = try domain.feed.create(FeedPost.Draft(content: "x", imageURL: nil), by: member.id)
    _ = try domain.feed.addComment(to: post, content: "y", by: member.id) { _ in }
    _ = try domain.feed.express(.like, on: post, by: member.id)
    try domain.feed.readPage(limit: 20, offset: 0) { precondition($0.id > 0) }
    for kind in DocumentKind.allCases {
        let id = domain.documents.nextID(kind)
        try domain.documents.put(kind, id: id, text: Array("{\"id\":\(id)}".utf8))
        precondition(domain.documents.find(kind, id)?.id == id)
    }
}
