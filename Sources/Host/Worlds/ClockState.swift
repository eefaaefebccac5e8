package import MockPostlyWorld

/// The state of a world's clock.
package struct ClockState: Sendable, Equatable {
    /// Running at normal speed, standing still, or running at another speed.
    package enum Mode: String, Sendable, CaseIterable {
        case run, freeze, scale
    }

    /// As the control plane's JSON has it: `run`, `freeze`, `scale`.
    package var mode: Mode
    /// What the clock shows at this moment.
    ///
    /// In UTC.
    package var now: Instant
    /// Seconds of the world per second of the machine: 1 when running, 0 when frozen.
    package var rate: Double
}

/// A request to set a world's clock.
package struct ClockSetting: Sendable, Equatable {
    /// What the clock does from now on.
    package var mode: ClockState.Mode
    /// The time at which it starts in its new mode.
    package var start = Clock.Start.present
    /// Seconds of the world per second of the machine; used in ``ClockState/Mode/scale`` only.
    package var rate = 1.0

    /// From the present time on, at the rate 1.
    package init(mode: ClockState.Mode) {
        self.mode = mode
    }
}

extension ClockState {
    /// What `clock` shows now.
    package init(_ clock: Clock) {
        let mode: Mode =
            switch clock.pace {
            case .running: .run
            case .frozen: .freeze
            case .scaled: .scale
            }
        self.init(mode: mode, now: clock.now(), rate: clock.rate)
    }
}

extension Clock {
    /// Sets mode, time and speed as `setting` says.
    mutating func apply(_ setting: ClockSetting) {
        switch setting.mode {
        case .run: set(.running, from: setting.start)
        case .freeze: set(.frozen, from: setting.start)
        case .scale: set(.scaled(setting.rate), from: setting.start)
        }
    }
}
