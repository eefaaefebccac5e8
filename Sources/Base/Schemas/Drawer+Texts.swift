internal import MockPostlyRegex
internal import MockPostlyWorld

extension Drawer {
    /// A text by format, pattern, name or type; nil when no text is found that fits.
    func text(_ set: RuleSet, _ random: inout RandomSource, at spot: Spot) -> String? {
        var candidates: [String] = []
        if let format = set.format, let text = formatted(format, &random, at: spot) {
            candidates.append(text)
        }
        let named = self.named(MemberName(spot.name), &random, at: spot)
        if candidates.isEmpty || !set.patterns.isEmpty { candidates.append(named) }
        let length = set.length
        for text in candidates {
            let fitted = Self.fit(text, into: length)
            if accepts(fitted, set) { return fitted }
        }
        if let text = patterned(set, &random) { return text }
        // An expression that cannot be made: the nearest to it.
        return Self.fit(candidates.last ?? named, into: length)
    }

    private func accepts(_ text: String, _ set: RuleSet) -> Bool {
        let budget = MatchBudget(.schema)
        return set.format.map { SchemaFormat.accepts(text, $0, book.language) } ?? true
            && set.patterns.allSatisfy { book.pattern($0)?.isIn(text, budget) ?? true }
            && set.length.contains(Double(text.unicodeScalars.count))
    }

    private func patterned(_ set: RuleSet, _ random: inout RandomSource) -> String? {
        for pattern in set.patterns {
            guard let source = PatternText(pattern) else { continue }
            let least = Int(max(0, min(set.length.least ?? 0, 5_000)))
            for extra in [1, 0, 3, 8, 20, least, least / 2, least / 4, 60] {
                for _ in 0..<4 {
                    let text = source.draw(&random, extra: extra)
                    if accepts(text, set) { return text }
                }
            }
        }
        return nil
    }

    /// `text` cut or repeated to a length.
    static func fit(_ text: String, into length: SchemaRules.Bounds) -> String {
        var scalars = Array(text.unicodeScalars)
        if let most = length.most, Double(scalars.count) > most {
            scalars.removeLast(scalars.count - Int(max(0, most)))
        }
        if let least = length.least, Double(scalars.count) < least {
            let more = scalars.isEmpty ? Array("x".unicodeScalars) : scalars
            while Double(scalars.count) < min(least, 100_000) {
                scalars.append(more[scalars.count % more.count])
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    // MARK: Formats

    private func formatted(
        _ format: String,
        _ random: inout RandomSource,
        at spot: Spot
    ) -> String? {
        let turn = turn(at: spot)
        let city = DrawnWords.cities[turn % DrawnWords.cities.count]
        switch format {
        case "date-time", "dateTime", "datetime", "timestamp":
            return String(time(&random).rfc3339Millis.dropLast(5)) + "Z"
        case "date": return String(time(&random).rfc3339Millis.prefix(10))
        case "time": return String(time(&random).rfc3339Millis.dropFirst(11).prefix(8)) + "Z"
        case "date-time-rfc-2822", "rfc2822", "rfc-2822":
            return String(time(&random).httpDate.dropLast(3)) + "+0000"
        case "duration": return "PT15M"
        case "uuid", "guid": return random.uuid4()
        case "email", "idn-email": return person(at: spot)?.email ?? "someone@example.com"
        case "uri", "url", "iri", "uri-reference", "iri-reference", "uri-template", "link":
            return address(MemberName(spot.name), at: spot)
        case "hostname", "idn-hostname": return "\(word(at: spot)).example.com"
        case "ipv4", "ip": return "192.0.2.\(1 + turn % 250)"
        case "ipv6": return "2001:db8::\(1 + turn % 9_999)"
        case "mac": return "02:00:5e:00:53:0\(turn % 10)"
        case "byte", "base64", "base64url": return "bW9jaw=="
        case "binary": return ""
        case "password": return "correct-horse-\(1 + turn)"
        case "phone", "phone-number", "tel": return phone(at: spot)
        case "currency", "iso-currency": return city.currency
        case "country", "country-code", "iso-country-code": return city.code
        case "http-method": return "GET"
        case "int32", "int64", "integer", "number": return String(1_000_001 + turn)
        case "float", "double", "decimal": return "\(9 + turn).90"
        case "json": return "{}"
        case "json-pointer": return "/"
        case "regex": return "^.*$"
        case "color", "hex-color": return DrawnWords.colors[turn % DrawnWords.colors.count]
        default: return nil
        }
    }

    private func address(_ name: MemberName, at spot: Spot) -> String {
        if Self.isPicture(name) { return picture(at: spot) }
        return "https://example.com/\(word(at: spot))/\(1 + turn(at: spot))"
    }

    private func picture(at spot: Spot) -> String {
        let color = DrawnWords.colors[turn(at: spot) % DrawnWords.colors.count].dropFirst()
        return "\(drawing.pictures)/400/\(color)"
    }

    private static func isPicture(_ name: MemberName) -> Bool {
        name.ends(
            with: "image",
            "imageurl",
            "picture",
            "pictureurl",
            "photo",
            "photourl",
            "avatar",
            "avatarurl",
            "thumbnail",
            "thumbnailurl",
            "logo",
            "logourl",
            "icon",
            "iconurl"
        )
    }

    private func phone(at spot: Spot) -> String {
        // 555-0100 to 555-0199 are for fiction.
        let number = String(100 + turn(at: spot) % 100)
        return "+120255501\(number.dropFirst())"
    }

    // MARK: Names

    private func person(at spot: Spot) -> DrawnWords.Person? {
        let people = DrawnWords.people
        return people.isEmpty ? nil : people[turn(at: spot) % people.count]
    }

    private func word(at spot: Spot) -> String {
        DrawnWords.words[turn(at: spot) % DrawnWords.words.count]
    }

    private func named(
        _ name: MemberName,
        _ random: inout RandomSource,
        at spot: Spot
    ) -> String {
        let turn = turn(at: spot)
        if let text = personal(name, at: spot) ?? placed(name, at: spot) { return text }
        if name.ends(with: "uuid", "guid") { return random.uuid4() }
        if name.ends(with: "id", "sid", "gid", "ids") { return String(1_000_001 + turn) }
        if Self.isPicture(name) { return picture(at: spot) }
        if name.ends(with: "url", "uri", "href", "link", "website", "homepage") {
            return address(name, at: spot)
        }
        if name.ends(with: "color", "colour") {
            return DrawnWords.colors[turn % DrawnWords.colors.count]
        }
        if name.isTime { return String(time(&random).rfc3339Millis.dropLast(5)) + "Z" }
        if name.isPrice { return "\(9 + turn).90" }
        if name.ends(with: "slug", "key", "tag", "code", "token", "label", "type", "status") {
            return "\(word(at: spot))-\(1 + turn)"
        }
        if name.isOne(of: "description", "summary", "body", "content", "text", "message", "notes")
            || name.ends(with: "description", "comment", "notes", "text", "message", "details")
        {
            return DrawnWords.sentences[turn % DrawnWords.sentences.count]
        }
        if name.ends(with: "title", "name", "subject", "headline") {
            return DrawnWords.titles[turn % DrawnWords.titles.count]
        }
        return word(at: spot)
    }

    /// What people have.
    private func personal(_ name: MemberName, at spot: Spot) -> String? {
        guard let person = person(at: spot) else { return nil }
        if name.ends(with: "email", "emailaddress", "mail") { return person.email }
        if name.ends(with: "login", "username", "handle", "nickname", "screenname") {
            return person.login
        }
        if name.ends(with: "firstname", "givenname") { return person.first }
        if name.ends(with: "lastname", "surname", "familyname") { return person.last }
        if name.isOne(
            of: "author",
            "fullname",
            "displayname",
            "owner",
            "assignee",
            "contact",
            "createdby",
            "realname",
            "person",
            "customername"
        ) {
            return person.name
        }
        if name.ends(with: "phone", "phonenumber", "mobile", "tel", "fax") {
            return phone(at: spot)
        }
        if name.ends(with: "password") { return "correct-horse-\(1 + turn(at: spot))" }
        return nil
    }

    /// What places and companies have.
    private func placed(_ name: MemberName, at spot: Spot) -> String? {
        let turn = turn(at: spot)
        let city = DrawnWords.cities[turn % DrawnWords.cities.count]
        if name.ends(with: "countrycode", "isocountry") { return city.code }
        if name.ends(with: "country") { return city.country }
        if name.ends(with: "city", "town") { return city.name }
        if name.ends(with: "zip", "zipcode", "postalcode", "postcode") { return city.zip }
        if name.ends(with: "currency", "currencycode", "priceunit") { return city.currency }
        if name.ends(with: "street", "address", "addressline1", "line1") {
            return "\(1 + turn) Harbour Street"
        }
        if name.ends(with: "company", "companyname", "organization", "organisation") {
            return DrawnWords.companies[turn % DrawnWords.companies.count]
        }
        if name.ends(with: "timezone") { return "UTC" }
        if name.ends(with: "locale", "language", "lang") { return "en" }
        return nil
    }
}

extension SchemaRules.Bounds {
    func contains(_ number: Double) -> Bool {
        number >= least ?? -.infinity && number <= most ?? .infinity
    }
}
