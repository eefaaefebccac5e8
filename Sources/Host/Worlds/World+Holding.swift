/// The requests that wait while another thread changes the content.
extension World {
    /// Makes requests wait while another thread changes the content; ends with ``letGo()``.
    func hold() {
        isHeld = true
    }

    /// Continues the requests that have waited, in their order.
    func letGo() {
        isHeld = false
        let waiting = waiting
        self.waiting = []
        for body in waiting { body() }
    }

    /// Calls `body` when the other thread has finished changing the content.
    package func whenFree(_ body: @escaping () -> Void) {
        waiting.append(body)
    }
}
