"""The files of `deploy`: valid by the schemas of their programs, and of one mind about names."""

from __future__ import annotations

import re
import subprocess
import sys
from urllib.parse import parse_qsl, urlsplit

import pytest
import yaml

from farm import DEPLOY, NAMES, haproxy

KUBERNETES = "1.32"
"""The oldest whose pods know their number."""
SERVERS = {name: f"mockpostly-{name[1:]}" for name in NAMES}
PORT = 8080


def read(name: str):
    return yaml.safe_load((DEPLOY / name).read_text())


# MARK: HAProxy


def test_haproxy_takes_its_file():
    told = subprocess.run([haproxy(), "-c", "-q", "-f", DEPLOY / "haproxy.cfg"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    # Names that only a farm knows are all it may miss here.
    warnings = [line for line in told.stderr.splitlines() if "WARNING" in line and "could not resolve" not in line]
    assert not warnings, told.stderr


def test_haproxy_knows_the_servers():
    found = re.findall(r'server (m\d) (\S+)"\$\{DOMAIN\}":(\d+)', (DEPLOY / "haproxy.cfg").read_text())
    assert found == [(name, host, str(PORT)) for name, host in SERVERS.items()] * 2


# MARK: Compose


def test_compose_is_valid():
    told = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml"],
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stdout


def test_compose_starts_the_servers_that_the_proxy_knows():
    services = read("compose.yaml")["services"]
    farm = services.pop("farm")
    assert {name: service["environment"]["MOCKPOSTLY_INSTANCE"] for name, service in services.items()} == {
        host: name for name, host in SERVERS.items()
    }
    assert farm["depends_on"] == {name: {"condition": "service_healthy"} for name in services}
    [file] = farm["volumes"]
    assert (DEPLOY / file.split(":")[0]).samefile(DEPLOY / "haproxy.cfg")


# MARK: Kubernetes


def manifests() -> dict[tuple[str, str], dict]:
    documents = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text())
    return {(part["kind"], part["metadata"]["name"]): part for part in documents}


def test_manifests_are_valid():
    import kubernetes_validate

    for manifest in manifests().values():
        kubernetes_validate.validate(manifest, KUBERNETES, strict=True)


def test_manifests_fit_each_other():
    parts = manifests()
    servers, proxy = parts["StatefulSet", "mockpostly"]["spec"], parts["Deployment", "mockpostly-farm"]["spec"]
    assert servers["replicas"] == len(NAMES)
    assert ("Service", servers["serviceName"]) in parts
    for spec, service in [(servers, "mockpostly"), (proxy, "mockpostly-farm")]:
        labels = spec["template"]["metadata"]["labels"]
        assert spec["selector"]["matchLabels"] == labels == parts["Service", service]["spec"]["selector"]
        [container] = spec["template"]["spec"]["containers"]
        [port] = parts["Service", service]["spec"]["ports"]
        assert {"name": port["targetPort"], "containerPort": port["port"]} in container["ports"]
        assert container["securityContext"]["readOnlyRootFilesystem"]
    kustomization = read("kustomization.yaml")
    assert kustomization["resources"] == ["kubernetes.yaml"]
    [generated] = kustomization["configMapGenerator"]
    [volume] = proxy["template"]["spec"]["volumes"]
    assert volume["configMap"]["name"] == generated["name"]
    assert generated["files"] == ["haproxy.cfg"]


def test_a_pod_asks_for_what_the_server_has(server):
    [container] = manifests()["StatefulSet", "mockpostly"]["spec"]["template"]["spec"]["containers"]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        asked = container[probe]["httpGet"]
        # Kubernetes calls a pod by its address.
        answer = server.session().get(server.url + asked["path"], headers={"Host": f"10.1.2.3:{PORT}"})
        assert answer.status_code == 200


# MARK: Envoy


def check_members(settings: dict):
    """Raises KeyError for a member that Envoy does not know.

    The package is imported here: all processes of a run read this file, and one of them runs it.
    """
    import envoy_data_plane.envoy.extensions.clusters.aggregate.v3  # noqa: F401 # the type of a part
    import envoy_data_plane.envoy.extensions.filters.http.router.v3  # noqa: F401
    import envoy_data_plane.envoy.extensions.filters.network.http_connection_manager.v3  # noqa: F401
    import envoy_data_plane.envoy.extensions.retry.priority.previous_priorities.v3  # noqa: F401
    from envoy_data_plane.envoy.config.bootstrap.v3 import Bootstrap

    Bootstrap.from_dict(settings)


def test_envoy_knows_every_member():
    check_members(read("envoy.yaml"))


@pytest.mark.parametrize("member", ["stat_prefix", "lb_policy", "safe_regex", "update_frequency"])
def test_a_member_that_envoy_does_not_know_is_found(member):
    text = (DEPLOY / "envoy.yaml").read_text().replace(member, "un" + member, 1)
    with pytest.raises(KeyError, match="un" + member):
        check_members(yaml.safe_load(text))


def text_matches(rule: dict, text: str | None) -> bool:
    """A string matcher of Envoy; a regular expression is for the whole text."""
    if text is None:
        return False
    [(kind, wanted)] = rule.items()
    match kind:
        case "prefix":
            return text.startswith(wanted)
        case "exact":
            return text == wanted
        case "safe_regex":
            return re.fullmatch(wanted["regex"], text) is not None
    raise AssertionError(f"unknown: {kind}")


def route(method: str, target: str, headers: dict[str, str]) -> str:
    """The cluster to which the file leads a request, as Envoy decides: the first route that matches."""
    [listener] = read("envoy.yaml")["static_resources"]["listeners"]
    manager = listener["filter_chains"][0]["filters"][0]["typed_config"]
    [host] = manager["route_config"]["virtual_hosts"]
    parts = urlsplit(target)
    query = dict(parse_qsl(parts.query))
    headers = {":method": method, **headers}
    for entry in host["routes"]:
        rules = dict(entry["match"])
        named = [(rule, headers) for rule in rules.pop("headers", [])]
        named += [(rule, query) for rule in rules.pop("query_parameters", [])]
        if "path" in rules:
            rules = {"exact": rules["path"]}
        if text_matches(rules, parts.path) and all(
            text_matches(rule["string_match"], values.get(rule["name"])) for rule, values in named
        ):
            return entry["route"]["cluster"]
    raise AssertionError("no route")


@pytest.mark.parametrize("name", NAMES)
def test_envoy_leads_as_haproxy_does(name):
    world = f"{name}-4kx7q-w1"
    other = {"x-mockpostly-world": "m9-w1"}
    for target, headers in [
        (f"/w/{world}/api/posts?page=2", other),
        (f"/f/slow/w/{world}/api/posts", other),
        (f"/w/{world}/community/websocket?token=x", {}),
        (f"/__mockpostly/v1/worlds/{world}", {}),
        (f"/__mockpostly/v1/worlds/{world}/fork", {}),
        (f"/__mockpostly/v1/clock?world={world}", {}),
        ("/api/posts", {"x-mockpostly-world": world, "cookie": "mockpostly_world=m9-w1"}),
        ("/api/posts", {"cookie": f"mockpostly_world={world}"}),
        ("/api/posts", {"cookie": f"a=b; mockpostly_world={world}; c=d"}),
    ]:
        assert route("POST", target, headers) == name, (target, headers)
    assert route("GET", f"/api/posts?world={world}", {}) == NAMES[0]
    assert route("GET", "/api/posts", {"cookie": f"not_mockpostly_world={world}"}) == NAMES[0]


def test_envoy_makes_worlds_everywhere():
    assert route("POST", "/__mockpostly/v1/worlds", {}) == "new-worlds"
    assert route("GET", "/__mockpostly/v1/worlds", {}) == NAMES[0]
    clusters = {cluster["name"]: cluster for cluster in read("envoy.yaml")["static_resources"]["clusters"]}
    assert addresses(clusters["new-worlds"]) == list(SERVERS.values())
    for name, host in SERVERS.items():
        assert addresses(clusters[f"only-{name}"]) == [host]
        order = clusters[name]["cluster_type"]["typed_config"]["clusters"]
        assert order[0] == f"only-{name}" and sorted(order) == [f"only-{other}" for other in NAMES]


def addresses(cluster: dict) -> list[str]:
    [group] = cluster["load_assignment"]["endpoints"]
    places = [entry["endpoint"]["address"]["socket_address"] for entry in group["lb_endpoints"]]
    assert all(place["port_value"] == PORT for place in places)
    return [place["address"] for place in places]
