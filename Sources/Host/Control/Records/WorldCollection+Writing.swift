internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyWorlds

extension WorldCollection {
    /// Writes the description of the collection.
    func write(count: Int64, _ json: inout JSONWriter) {
        json.beginObject()
        json.field("name", records.name)
        json.field("title", records.title)
        json.field("noun", records.noun)
        json.key("system")
        json.beginObject()
        json.field("name", system.name)
        json.field("title", system.title)
        json.endObject()
        json.field("count", count)
        json.field("sort", records.order)
        json.key("can")
        json.beginObject()
        json.field("add", records.add != nil)
        json.field("edit", records.edit != nil)
        json.field("delete", records.delete != nil)
        json.endObject()
        json.field("documents", records.isOfDocuments)
        json.field("table", records.table)
        json.field("keyPrefix", records.keyPrefix)
        json.list("fields", records.fields) { field, json in
            json.beginObject()
            json.field("name", field.name)
            json.field("type", field.kind.rawValue)
            json.field("required", field.traits.contains(.required))
            json.field("addable", field.isAddable)
            json.field("editable", field.traits.contains(.edited))
            json.field("nullable", field.traits.contains(.optional))
            json.field("sortable", field.traits.contains(.sortable))
            json.field("collection", field.collection)
            json.endObject()
        }
        json.list("signIn", signIn) { one, json in
            json.beginObject()
            json.field("system", one.dialect)
            json.field("dialect", one.dialect)
            json.field("member", one.member)
            json.endObject()
        }
        json.endObject()
    }
}
