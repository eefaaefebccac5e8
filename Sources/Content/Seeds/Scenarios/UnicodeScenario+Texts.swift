internal import MockPostlyNouns

extension UnicodeScenario {
    static let samples = [
        Sample(
            "Zoë Łukasiewicz-Ó Briain",
            title: "Crème brûlée à la façon",
            content: "Größe, Straße, œuvre, ÅÄÖ."
        ),
        // It looks the same as the next one, but has other bytes.
        Sample(
            "Jos\u{65}\u{301}",
            title: "Cafe\u{301}",
            content: "The e and its accent are two characters."
        ),
        Sample("Jos\u{E9}", title: "Caf\u{E9}", content: "The e with its accent is one character."),
        Sample(
            "Ελένη",
            title: "Ὀδυσσεύς ΣΊΣΥΦΟΣ",
            content: "Σίγμα: ς at the end, σ elsewhere, Σ in capitals."
        ),
        Sample("Злата", title: "Съешь же ещё этих булок", content: "Щипцы, объём, ґанок, Ђурађ."),
        Sample("王小明", title: "今天的天氣", content: "繁體與简体，標點「」、。𠮷野家的𠮷在擴充區。"),
        Sample("さくら", title: "桜の下で", content: "ひらがな、カタカナ、ｶﾀｶﾅ、漢字。か\u{3099}とが。"),
        Sample(
            "김하늘",
            title: "\u{1112}\u{1161}\u{11AB}국어",
            content: "완성형 한글과 \u{1100}\u{1161} 조합형."
        ),
        Sample("נועה", title: "שלום עולם", content: "עברית עם English באמצע, ו־123."),
        Sample("ليلى", title: "مرحبا بالعالم", content: "العربية ١٢٣ مع Latin في الوسط، وَتَشْكِيل."),
        Sample("नेहा", title: "नमस्ते दुनिया", content: "क्षत्रिय, र्‍य, ज्ञ, और ०१२३।"),
        Sample("தமிழ்", title: "வணக்கம்", content: "கொ, கௌ: vowels on both sides of their consonant."),
        Sample("น้ำฝน", title: "สวัสดีชาวโลก", content: "ภาษาไทยไม่มีช่องว่างระหว่างคำ"),
        Sample("አበበ", title: "ሰላም ለዓለም", content: "ግዕዝ ፡ ፊደል ።"),
        Sample(
            "ᏣᎳᎩ",
            title: "ᎣᏏᏲ ꭰꮞ",
            content: "A script whose small letters came later: Ꭰ and ꭰ."
        ),
        Sample(
            "👩‍👩‍👧‍👦 Family",
            title: "🏳️‍🌈 👍🏽 🇪🇺 1️⃣ 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            content: "One sign, many characters: 👩🏿‍🚀 👨‍❤️‍👨 🧑‍🦽‍➡️ and half of one: 👩‍ 🇪"
        ),
        Sample(
            "Z\u{334}\u{322}a\u{337}\u{341}l\u{335}\u{354}g\u{338}\u{31A}o\u{334}",
            title: "S\u{30A}\u{323}\u{307} stacked" + String(repeating: "\u{301}", count: 40),
            content: "A letter with" + String(repeating: "\u{300}", count: 200)
                + " two hundred accents."
        ),
        Sample(
            "A\u{200B}d\u{200C}a\u{200D}\u{2060}",
            title: "\u{FEFF}zero\u{200B}width\u{00AD}",
            content:
                "Soft\u{00AD}hyphen, zero\u{200B}width, joiner\u{200D}, mark\u{FEFF}, no\u{00A0}break."
        ),
        Sample(
            "\u{202E}desrever\u{202C}",
            title: "\u{2067}abc\u{2069} \u{202B}def\u{202C}",
            content: "invoice\u{202E}fdp.exe\u{202C} and isolates \u{2066}א\u{2069}."
        ),
        Sample(
            "<b onmouseover=\"alert(1)\">Bold</b>",
            title: "<script>alert('title')</script>",
            content:
                "&lt;p&gt; </textarea><img src=x onerror=alert(1)> <!-- ]]> {{7*7}} ${x} %0d%0a"
        ),
        Sample(
            "Robert'); DROP TABLE post;--",
            title: "' OR '1'='1",
            content: "\"; SELECT * FROM user; /* \\' \\\" */ %_ LIKE 100%"
        ),
        Sample(
            "null",
            title: "undefined",
            content: "NaN true false None -0 1e999 0x10 \\u0041 \\n"
        ),
        Sample("", title: "", content: ""),
        Sample(
            "   ",
            title: " leading and trailing ",
            content: "\t tab, \r\n both ends, \u{2028}\u{2029} and \u{85} "
        ),
        Sample(
            "İıIi ſß ﬁ Å",
            title: "Kelvin İstanbul ﬀ Ǆ",
            content: "Case has exceptions: İ ı ſ ß ẞ ﬁ ǅ Ω."
        ),
        Sample("Ｆｕｌｌ　Ｗｉｄｔｈ", title: "①② ㍿ ½ ﷽", content: "Compatibility: ℌ 𝕳 𝟙 ﹏ ー"),
        Sample(
            "\u{10FFFF}\u{FFFE}\u{FFFF}",
            title: "\u{0}\u{1}\u{1F}\u{7F}\u{9F}",
            content:
                "Controls and no characters: \u{0} \u{7} \u{1B}[31m \u{FFFD} \u{E000} \u{10FFFF}"
        ),
        Sample("𓀀𒀀𐎀", title: "𝔘𝔫𝔦𝔠𝔬𝔡𝔢", content: "Beyond the first 65,536: 𓀀 𒀀 𐎀 𐌰 🜁"),
        Sample(
            String(repeating: "Long ", count: 50) + "Name",
            title: "Long name",
            content: "See the author."
        ),
    ].map { sample in
        // The feed rejects blank texts.
        sample.content.isBlank ? Sample(sample.name, title: sample.title, content: ".") : sample
    }

    /// Titles and contents at the limits of what is allowed.
    static let edges: [(String, String)] = [
        ("a", "b"),
        ("-", "The title is a hyphen."),
        ("Same Slug", "The first of three."),
        ("same slug", "The second of three."),
        ("SAME  slug", "Two spaces make two hyphens."),
        ("...!?", "The slug is empty."),
        ("!?!...", "Empty once more."),
        ("A line\nbreak", "In the title."),
        (String(repeating: "w", count: 255), "A word of 255 letters."),
        (String(repeating: "字", count: 255), "A title of 765 bytes."),
        (String(repeating: "many words ", count: 100), "A title of 1,100 characters."),
        ("A word without end", String(repeating: "Donau", count: 4_000)),
        ("A long text", String(repeating: "Twenty characters ok ", count: 5_000)),
        ("Many paragraphs", String(repeating: "P.\n\n", count: 500) + "End."),
        ("Only blank lines", "\n\n\n\n\n\n"),
        ("499 words", String(repeating: "word ", count: 499)),
        ("500 words", String(repeating: "word ", count: 500)),
        ("501 words", String(repeating: "word ", count: 501)),
        ("Ideographic\u{3000}space", String(repeating: "字\u{3000}", count: 500)),
        ("Emoji only", String(repeating: "👨‍👩‍👧", count: 300)),
        ("An empty content", ""),
    ]
}
