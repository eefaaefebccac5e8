internal import MockPostlyHTTP
internal import MockPostlyWorlds

/// An answer that leaves when the writes of its world are permanent.
struct Parked {
    let response: Response
    let world: RunningWorld
    let passage: Passage
}

/// Stage 4: nobody is told of a write that is not permanent.
extension Course {
    /// Bytes of parked answers beyond which the writes are made permanent early.
    private static let mostParkedBytes = 4 * 1024 * 1024

    /// Whether an answer from `world` waits for a commit.
    func mustWait(_ world: RunningWorld?) -> Bool { world?.hasWrites ?? false }

    /// Lets an answer leave, or parks it while its world has writes that are not permanent.
    func answer(_ passage: Passage, _ response: Response, _ world: RunningWorld?) {
        guard let world, world.hasWrites else { return deliver(response, to: passage, world) }
        parked.append(Parked(response: response, world: world, passage: passage))
        parkedBytes += response.body.count
        if parkedBytes > Self.mostParkedBytes { commitParked() }
    }

    /// Makes the writes permanent that answers wait for, then lets the answers leave; where that
    /// fails, all of the world's answers say so.
    package func commitParked() {
        guard !parked.isEmpty else { return }
        let answers = parked
        parked = []
        parkedBytes = 0
        // The answers of a tick are mostly of a few worlds, which come in runs.
        var failed: [RunningWorld] = []
        for answer in answers where answer.world.hasWrites {
            if !worlds.commit(answer.world) { failed.append(answer.world) }
        }
        driver?.publish()
        for answer in answers {
            let (passage, world) = (answer.passage, answer.world)
            let isLost = failed.contains { $0 === world }
            let response = isLost ? answerAfterLoss(to: passage, in: world) : answer.response
            deliver(response, to: passage, world)
        }
    }

    /// The answer to a request when the writes of its world could not be made permanent.
    ///
    /// One that asks for nothing but a read is answered by what the world has now; it is not
    /// counted.
    private func answerAfterLoss(to passage: Passage, in world: RunningWorld) -> Response {
        let request = passage.request
        guard request.method == .get || request.method == .head, !world.isDeleted else {
            return failure(for: request, passage.route, in: world)
        }
        return world.withoutCountingReads {
            let label = passage.client.label
            guard case .answered(let response, _) = begin(request, label: label).step,
                !world.hasWrites
            else {
                // It writes something else, which is not kept either.
                world.undoWrites()
                return failure(for: request, passage.route, in: world)
            }
            return response
        }
    }
}
