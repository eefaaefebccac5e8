internal import MockPostlyHTTP
internal import MockPostlyWorlds

/// A response that is sent when the writes of its world are committed.
struct Parked {
    let response: Response
    let world: RunningWorld
    let inFlight: InFlightRequest
}

/// Stage 4: no client sees a write before it is committed.
///
/// The writes of one tick share one transaction per world, so a commit serves many responses.
extension Course {
    /// When the parked responses have more bytes than this, the commit does not wait for the tick's
    /// end.
    private static let mostParkedBytes = 4 * 1024 * 1024
    /// A list of more parked responses is freed after use.
    private static let keptCapacity = 1024

    /// Whether a response from `world` has to wait for a commit.
    func mustWait(_ world: RunningWorld?) -> Bool { world?.hasWrites ?? false }

    /// Sends a response, or parks it while its world has uncommitted writes.
    func answer(_ inFlight: InFlightRequest, with response: Response, in world: RunningWorld?) {
        guard let world, world.hasWrites else { return deliver(response, to: inFlight, world) }
        parked.append(Parked(response: response, world: world, inFlight: inFlight))
        parkedBytes += response.body.count
        if parkedBytes > Self.mostParkedBytes { commitParked() }
    }

    /// Commits the writes that parked responses wait for, then sends these responses in order.
    ///
    /// When the commit of a world fails, all parked responses of this world become failures.
    package func commitParked() {
        guard !parked.isEmpty else { return }
        var answers = spareParked
        spareParked = []
        swap(&answers, &parked)
        parkedBytes = 0
        // A tick has few worlds; after its commit a world has no writes and is skipped.
        var failed: [RunningWorld] = []
        for place in answers.indices {
            let world = answers[place].world
            if world.hasWrites, !worlds.commit(world) { failed.append(world) }
        }
        driver?.publish()
        for place in answers.indices {
            let (inFlight, world) = (answers[place].inFlight, answers[place].world)
            if failed.contains(where: { $0 === world }) {
                inFlight.changes = []
                deliver(answerAfterLoss(to: inFlight, in: world), to: inFlight, world)
            } else {
                deliver(answers[place].response, to: inFlight, world)
            }
        }
        answers.removeAll(keepingCapacity: answers.capacity <= Self.keptCapacity)
        spareParked = answers
    }

    /// The response to a request after the commit of its world failed.
    ///
    /// A GET or HEAD request is answered again from the present content, without counting a view.
    private func answerAfterLoss(to inFlight: InFlightRequest, in world: RunningWorld) -> Response {
        let request = inFlight.request
        guard request.method == .get || request.method == .head, !world.isDeleted else {
            return failure(for: request, inFlight.route, in: world)
        }
        return world.withoutCountingReads {
            let label = inFlight.client.label
            guard case .answered(let response, _) = begin(request, label: label).step,
                !world.hasWrites
            else {
                // This read writes something other than a view counter, which would be lost as
                // well.
                world.undoWrites()
                return failure(for: request, inFlight.route, in: world)
            }
            return response
        }
    }
}
