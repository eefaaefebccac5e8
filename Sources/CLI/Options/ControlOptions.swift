internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension ServerOptions {
    static let adminToken = Option.value(
        "admin-token",
        "TOKEN",
        \.configuration.adminToken,
        ValueType.adminToken.optional,
        "require this token for the control plane",
        """
        All requests except /__mockpostly/v1/live, /ready and the page for phones then need \
        `Authorization: Bearer TOKEN`. Commands that ask a server have the same option and variable. Other users of the \
        machine can see a token on a command line; the variable and the file are safer. With --lan, \
        and for a proxy that others can reach, it has at least 16 characters.
        """
    ).with { $0.isSecret = true }

    static let adminTokenFile = Option.value(
        "admin-token-file",
        "FILE",
        \.adminTokenFile,
        ValueType.path.optional,
        "read the token from this file",
        "A newline at the end is ignored."
    )

    static let instance = Option.value(
        "instance",
        "NAME",
        \.configuration.instance,
        ValueType.instance.optional,
        "let the ids of worlds begin with this name",
        """
        For several servers behind a proxy, which leads each request to the server that has its \
        world: docs/scale.md. With `--instance a` a new world is called `a-4kx7q-w1`, and one made as \
        `checkout` is called `a-checkout`.
        """
    )

    static let opensDashboard = Option.boolean(
        "open",
        "show the dashboard in a browser when ready",
        "The page is at /__mockpostly/. On Linux, xdg-open chooses the browser.",
        set: { $1.opensDashboard = $0 },
        get: { $0.opensDashboard }
    )

    /// The options that decide who may call the control plane.
    static let control = [
        Option.list(
            "allowed-host",
            "NAME",
            \.configuration.allowedHosts,
            .hostName,
            "host name by which the control plane may be called; repeatable",
            """
            Requests to /__mockpostly/ are answered if their Host is an IP address, localhost, a name \
            of --as or one of these names, such as the name of a container. In the variable, separate names \
            by commas.
            """
        ),
        adminToken,
        adminTokenFile,
        Option.boolean(
            "control",
            "turn the control plane off",
            "Paths under /__mockpostly/ are then ordinary paths.",
            set: { $1.configuration.hasControl = $0 },
            get: { $0.configuration.hasControl }
        ),
        instance,
        opensDashboard,
    ]
}
