internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension ServerOptions {
    static let adminToken = Option.value(
        "admin-token",
        "TOKEN",
        \.configuration.adminToken,
        ValueType.adminToken.optional,
        "ask requests to the control plane for this token",
        """
        All but /__mockpostly/v1/live and /ready then want `Authorization: Bearer TOKEN`. Commands \
        that talk to a server have the same option and variable. A token on a command line can be \
        seen by other users of the machine; the variable and the file are safer.
        """
    ).with { $0.isSecret = true }

    static let adminTokenFile = Option.value(
        "admin-token-file",
        "FILE",
        \.adminTokenFile,
        ValueType.path.optional,
        "read that token from this file",
        "A newline at its end is left out."
    )

    /// The options that decide who may call the control plane.
    static let control = [
        Option.list(
            "allowed-host",
            "NAME",
            \.configuration.allowedHosts,
            .hostName,
            "further host name for the control plane; repeatable",
            """
            Requests to /__mockpostly/ are answered when their Host is an IP address, localhost, or \
            one of these, such as the name of a container. In the variable, commas stand between \
            several.
            """
        ),
        adminToken,
        adminTokenFile,
        Option.boolean(
            "control",
            "have no control plane",
            "Paths under /__mockpostly/ are then like any other.",
            set: { $1.configuration.hasControl = $0 },
            get: { $0.configuration.hasControl }
        ),
    ]
}
