/// A reference to an object that does not keep it, and costs its other references nothing.
///
/// After a `weak` one, every retain and release of the object goes by way of a table, for as long as
/// it lives; so what every request touches has this instead. Its object owns it, calls
/// ``begin(_:)`` in its `init` and ``end()`` in its `deinit`. Belongs to one thread.
package final class BackReference<Object: AnyObject> {
    private unowned(unsafe) var target: Object?

    /// A reference to nothing yet.
    package init() {}

    /// The object; nil before ``begin(_:)`` and after ``end()``.
    package var object: Object? { target }

    /// Refers to `object` from now on.
    ///
    /// `object` is not retained and must call ``end()`` before it is gone.
    package func begin(_ object: Object) {
        target = object
    }

    /// Refers to nothing from now on.
    package func end() {
        target = nil
    }
}
