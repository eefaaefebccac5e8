internal import MockPostlyContent
package import MockPostlyNouns

extension Domain {
    /// The members of the community.
    package var members: MembershipStore { MembershipStore(work: work, world: world) }
    /// The posts and comments of the community.
    package var feed: FeedStore { FeedStore(work: work, world: world) }
    /// The tokens with which clients use the community's API.
    package var apiTokens: APITokenStore { APITokenStore(work: work, world: world) }
}
