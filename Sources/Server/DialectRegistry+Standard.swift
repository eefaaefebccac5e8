internal import APIDialect
internal import CommunityDialect
internal import DummyJSONDialect
internal import GoogleDialect
package import MockPostlyDialect
internal import PexelsDialect
internal import PostlyDialect
internal import RealWorldDialect
internal import WreelyDialect

extension DialectRegistry {
    /// The dialects of mockpostly; a new dialect is added here and nowhere else.
    ///
    /// The order is that of help and of lists; of equal claims the first dialect has the path.
    package static let standard = DialectRegistry([
        Postly.self, DummyJSON.self, Community.self, Pexels.self, Wreely.self, RealWorld.self,
        GoogleAccounts.self, API.self,
    ])
}
