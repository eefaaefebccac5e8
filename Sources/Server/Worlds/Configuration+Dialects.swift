internal import CommunityDialect
internal import DummyJSONDialect
internal import PexelsDialect
internal import PostlyDialect

/// What each dialect of a world is told, whose tokens are signed under `secret`.
extension Configuration {
    func postlySettings(_ secret: String) -> Postly.Settings {
        Postly.Settings(
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
        return settings
    }
}
