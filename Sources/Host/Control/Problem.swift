package import MockPostlyHTTP
internal import MockPostlyJSON

/// A refusal by the control plane (RFC 9457), with a hint about what to do next.
///
/// ```json
/// {"type":"about:blank","title":"Bad name","status":400,"detail":"...","hint":"...","member":"id"}
/// ```
package struct Problem: Error, Sendable, Equatable {
    /// An HTTP status of 400 or more.
    package var status: Int
    /// The kind of refusal; the same text for all refusals of the kind.
    package var title: String
    /// What is wrong with this request.
    package var detail: String
    /// What the client can do about it.
    package var hint: String
    /// The member of the body, or the parameter, that is at fault; nil when it is none or many.
    package var member: String?

    package init(
        _ status: Int,
        _ title: String,
        detail: String,
        hint: String,
        member: String? = nil
    ) {
        self.status = status
        self.title = title
        self.detail = detail
        self.hint = hint
        self.member = member
    }

    /// The refusal as a response with an `application/problem+json` body.
    ///
    /// One line of JSON with a line feed at its end.
    package var response: Response {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("type", "about:blank")
        json.field("title", title)
        json.field("status", status)
        json.field("detail", detail)
        json.field("hint", hint)
        if let member { json.field("member", member) }
        json.endObject()
        json.byte(0x0A)
        return Response(
            status: status,
            contentType: "application/problem+json",
            body: json.finish()
        )
    }
}
