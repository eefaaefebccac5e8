import Testing

@testable import MockPostlyContent
@testable import MockPostlySeeds

@Suite("The description of seeds")
struct SeedDescriptionTests {
    private let parts = ContentRegistry.standard.seeds.map { $0.described }

    @Test func `each member of a seed is described in one sentence`() {
        let shapes = SeedSchema.shapes(in: parts).filter { !$0.isOpen }
        #expect(shapes.count > 20)
        for shape in shapes where !shape.title.hasSuffix("Records") {
            for member in [SeedMember("", .any, shape.words)] + shape.members {
                #expect(member.words.hasSuffix("."), "\(shape.title).\(member.name)")
            }
        }
        for part in parts { #expect(part.words.hasSuffix("."), "\(part.name)") }
    }

    @Test func `no member is described twice in an object`() {
        for shape in SeedSchema.shapes(in: parts) {
            #expect(Set(shape.names).count == shape.names.count, "\(shape.title)")
        }
    }
}
