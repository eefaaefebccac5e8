internal import MockPostlyBlog
internal import MockPostlyCommunity
internal import MockPostlyDummyJSON
internal import MockPostlyPexels

/// What each dialect of a world is told, whose tokens are signed under `secret`.
extension Configuration {
    func blogSettings(_ secret: String) -> Blog.Settings {
        Blog.Settings(
            jwtSecret: secret,
            googleClientID: googleClientID,
            usesCaches: usesCaches
        )
    }

    func communitySettings(_ secret: String) -> Community.Settings {
        var settings = Community.Settings(secret: secret)
        settings.origins = community.origins
        settings.compresses = community.compresses
        settings.idleTimeout = community.idleTimeout
        settings.messageLimit = community.messageLimit
        return settings
    }

    var pexelsSettings: Pexels.Settings {
        var settings = Pexels.Settings()
        settings.keys = pexels.keys
        settings.isStrict = pexels.isStrict
        settings.usesCaches = usesCaches
        if let limit = pexels.limit {
            settings.monthlyLimit = limit
            settings.refusesOverLimit = true
        }
        return settings
    }

    func dummyJSONSettings(_ secret: String) -> DummyJSON.Settings {
        var settings = DummyJSON.Settings(jwtSecret: secret)
        settings.writes = dummyJSON.keepsWrites ? .keep : .echo
        settings.links = dummyJSON.linksUpstream ? .upstream : .local
        settings.era = dummyJSON.isLegacy ? .legacy : .current
        settings.limitsRate = dummyJSON.limitsRate
        settings.usesSecureCookies = dummyJSON.usesSecureCookies
        settings.usesCaches = usesCaches
        settings.customResponses = dummyJSON.customResponses
        return settings
    }
}
