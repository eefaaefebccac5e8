internal import MockPostlyJSON
internal import WreelyContent

extension WreelyRoom {
    func write(_ json: inout JSONWriter, _ site: Site) {
        // The app takes the first picture without asking whether there is one.
        let images = imageURLs.isEmpty ? [""] : imageURLs.map { site.link($0) }
        json.beginObject()
        json.field("id", id)
        json.field("name", name)
        json.field("description", description)
        json.field("start_time", WireTime.timeOfDay(opens))
        json.field("end_time", WireTime.timeOfDay(closes))
        json.list("images", images) { $1.string($0) }
        json.endObject()
    }
}

extension Slot {
    func write(_ json: inout JSONWriter, of room: WreelyRoom) {
        json.beginObject()
        json.field("id", booking?.id ?? 0)
        json.field("meeting_room_id", "\(room.id)")
        json.field("start_time", start)
        json.field("end_time", end)
        json.bit("is_available", booking == nil)
        json.field("booked_by_member_id", booking?.member ?? 0)
        json.bit("is_free_credit_used", booking?.isFree ?? false)
        json.endObject()
    }
}

extension WreelyBooking {
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("id", id)
        json.field("meeting_room_id", "\(room)")
        json.field("meeting_room_name", roomName)
        json.field("start_time", startsAt)
        json.field("end_time", endsAt)
        json.field("booked_by_member_id", member)
        json.bit("is_available", false)
        json.endObject()
    }
}

extension WreelyUsage {
    /// Writes the dashboard of a member for one month.
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        // Quarter hours; a part of one counts as a whole one.
        json.field("booking_slot", (minutes + 14) / 15)
        json.field("total_booking_count", bookings)
        json.field("month", WireTime.month(month))
        json.field("total_usage", Self.hours(minutes))
        json.field("free_remaining", Self.hours(freeMinutesLeft))
        json.field("free_credit", Self.hours(freeMinutes))
        json.field("paid_usage", Self.hours(paidMinutes))
        json.endObject()
    }

    /// `3 hrs`, `1.5 hrs`, `0 hrs`: hours with up to two decimals.
    static func hours(_ minutes: Int64) -> String {
        let hundredths = (minutes * 100 + 30) / 60
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        let fraction =
            rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return "\(whole)\(fraction) \(hundredths == 100 ? "hr" : "hrs")"
    }
}
