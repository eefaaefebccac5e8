package import MockPostlyContent
package import MockPostlyHTTP
package import MockPostlyJSON

/// Records of a world that people can look at and change, such as posts or users.
///
/// A dialect lists its own in ``Dialect/collections``; its changes follow the rules of the system,
/// and have its words for refusals. Belongs to the loop's thread.
///
/// ```swift
/// var posts = RecordCollection("posts", "Posts", noun: "post", .posts, domain.work)
/// posts.delete = { id in try domain.posts.delete(postID(id), by: nil) }
/// ```
package struct RecordCollection {
    /// The name in paths, unique among all dialects: `posts`.
    package let name: String
    /// The name in texts for people: `Posts`.
    package let title: String
    /// What one of them is called: `post`.
    package let noun: String
    /// The members; the first is the id.
    package let fields: [RecordField]
    /// The order of a list that names none, as in a query: `-created`.
    package let order: String
    /// The table whose changed rows are these records, as the journal names it.
    package let table: String
    /// What the journal writes before the id of a changed record.
    ///
    /// Empty where the id of the row is the id of the record.
    package var keyPrefix = ""
    /// Reads within the world's transaction, so pending writes are seen.
    package let source: any RecordSource

    /// Adds a record and returns its id; nil when none can be added.
    ///
    /// Throws ``RecordRefusal``, as the others do.
    ///
    /// Called on the loop's thread; slow work goes into the ``Deferred``. Nothing is committed by
    /// it.
    package var add: ((RecordValues) throws -> Deferred<String>)?
    /// Changes the record with an id, and returns the id; nil when none can be changed.
    ///
    /// Members that are absent stay as they are.
    package var edit: ((String, RecordValues) throws -> Deferred<String>)?
    /// Deletes the record with an id; nil when none can be deleted.
    ///
    /// Throws ``RecordCollection/noRecord`` for an id that no record has.
    package var delete: ((String) throws -> Void)?

    /// - Parameters:
    ///   - name: in kebab case.
    ///   - title: for people, in the plural.
    ///   - noun: in the singular.
    ///   - fields: the first is the id.
    ///   - order: such as `-created`.
    ///   - table: as in the schema.
    ///   - source: reads the records.
    package init(
        _ name: String,
        _ title: String,
        noun: String,
        fields: [RecordField],
        order: String,
        table: String,
        source: any RecordSource
    ) {
        (self.name, self.title, self.noun) = (name, title, noun)
        (self.fields, self.order) = (fields, order)
        (self.table, self.source) = (table, source)
    }

    /// The rows of a table.
    ///
    /// It can only be read until ``add``, ``edit`` and ``delete`` are set.
    package init(
        _ name: String,
        _ title: String,
        noun: String,
        _ table: RecordTable,
        _ work: UnitOfWork
    ) {
        self.init(
            name,
            title,
            noun: noun,
            fields: table.fields,
            order: table.order,
            table: table.table,
            source: TableRecords(table, work)
        )
    }

    /// Whether the records are JSON documents, whose members are free.
    package var isOfDocuments: Bool { fields.contains { $0.kind == .json } }

    /// The refusal of an id that no record has.
    package var noRecord: RecordRefusal { .noRecord(noun) }
}

/// The members of a new or changed record, each of the type of its field.
package struct RecordValues {
    /// The object with the members.
    package let root: JSONValue

    /// The caller has checked the names and types against the fields.
    package init(_ root: JSONValue) {
        self.root = root
    }

    /// Whether the member is there, were it null.
    package func has(_ name: String) -> Bool { root[name] != nil }

    /// The text of a member; nil when it is absent or null.
    package func text(_ name: String) -> String? { root[name]?.string }

    /// The text of an optional member; nil when it is absent, an inner nil for null.
    package func optionalText(_ name: String) -> String?? {
        has(name) ? .some(text(name)) : nil
    }

    /// The text of a member, or a number as its digits; empty when it is absent.
    ///
    /// For members that name a record of another collection.
    package func id(_ name: String) -> String {
        guard let value = root[name] else { return "" }
        return value.string ?? String(decoding: value.rawText, as: UTF8.self)
    }
}
