"""WireMock's Python client against its alias of the stubs."""

from __future__ import annotations

import json
import subprocess

import pytest
import requests
from wiremock.base import RestClient
from wiremock.base.base_resource import BaseResource
from wiremock.client import (
    HttpMethods,
    Mapping,
    MappingRequest,
    MappingResponse,
    Mappings,
    NearMisses,
    NearMissMatchPatternRequest,
    Requests,
    Scenarios,
)
from wiremock.exceptions import InvalidInputException, NotFoundException
from wiremock.resources.mappings import WireMockMatchers
from wiremock.resources.settings import GlobalSetting
from wiremock.resources.settings.resource import GlobalSettings

from worlds import Control

ID = "0f9b8a0e-31f6-4d36-9a0f-3b2fbe1a8a11"


@pytest.fixture(params=["", "/w/mine"])
def url(server, request, monkeypatch):
    """The base URL of a world whose mappings the client makes."""
    if request.param:
        with Control(server) as control:
            control.make(id="mine")
    base = f"http://127.0.0.1:{server.port}{request.param}"
    monkeypatch.setattr(BaseResource, "REST_CLIENT", RestClient(base_url=f"{base}/__admin"))
    return base


def mapping(path: str, status: int = 200, **more) -> Mapping:
    response = MappingResponse(status=status, **more.pop("response", {}))
    request = MappingRequest(method=HttpMethods.GET, url_path=path)
    return Mapping(request=request, response=response, persistent=False, **more)


def test_a_mapping_lives(url):
    created = Mappings.create_mapping(
        Mapping(
            priority=100,
            request=MappingRequest(
                method=HttpMethods.POST,
                url_path_pattern="/orders/[0-9]+",
                headers={"X-Key": {WireMockMatchers.EQUAL_TO: "a"}},
                query_parameters={"q": {WireMockMatchers.CONTAINS: "b"}},
                body_patterns=[
                    {
                        WireMockMatchers.EQUAL_TO_JSON: '{"n": 1}',
                        WireMockMatchers.IGNORE_EXTRA_ELEMENTS: True,
                    },
                    {WireMockMatchers.MATCHES_JSON_PATH: "$.more"},
                ],
            ),
            response=MappingResponse(
                status=201,
                json_body={"made": True},
                headers={"Content-Type": "application/json", "X-Shop": "1"},
                fixed_delay_milliseconds=10,
            ),
            persistent=False,
        )
    )
    assert created.id and created.priority == 100
    body = {"n": 1, "more": 2}
    answer = requests.post(f"{url}/orders/7?q=abc", json=body, headers={"X-Key": "a"})
    assert answer.status_code == 201 and answer.json() == {"made": True}
    assert answer.headers["X-Shop"] == "1"
    for target, value, key in [
        ("/orders/x?q=b", body, "a"),
        ("/orders/7", body, "a"),
        ("/orders/7?q=b", {"n": 2, "more": 1}, "a"),
        ("/orders/7?q=b", {"n": 1}, "a"),
        ("/orders/7?q=b", body, "c"),
    ]:
        answer = requests.post(url + target, json=value, headers={"X-Key": key})
        assert "X-Shop" not in answer.headers

    found = Mappings.retrieve_mapping(created.id)
    assert found.id == created.id and found.request.url_path_pattern == "/orders/[0-9]+"
    found.response.status = 202
    assert Mappings.update_mapping(found).response.status == 202
    answer = requests.post(f"{url}/orders/7?q=b", json=body, headers={"X-Key": "a"})
    assert answer.status_code == 202
    everything = Mappings.retrieve_all_mappings()
    assert everything.meta.total == 1 and everything.mappings[0].id == created.id
    Mappings.delete_mapping(created.id)
    with pytest.raises(NotFoundException):
        Mappings.retrieve_mapping(created.id)
    answer = requests.post(f"{url}/orders/7?q=b", json=body, headers={"X-Key": "a"})
    assert answer.status_code == 404


def test_all_mappings_go(url):
    for forget in (Mappings.delete_all_mappings, Mappings.reset_mappings):
        Mappings.create_mapping(mapping("/a"))
        Mappings.create_mapping(mapping("/b", 204))
        assert requests.get(f"{url}/b").status_code == 204
        forget()
        assert Mappings.retrieve_all_mappings().mappings == []
    Mappings.create_mapping(mapping("/a"))
    assert requests.post(f"{url}/__admin/reset").status_code == 200
    assert Mappings.retrieve_all_mappings().meta.total == 0


def test_a_mapping_goes_by_its_metadata(url):
    Mappings.create_mapping(mapping("/a", metadata={"team": "one"}))
    kept = Mappings.create_mapping(mapping("/b", metadata={"team": "two"}))
    pattern = {"matchesJsonPath": {"expression": "$.team", "equalTo": "one"}}
    Mappings.delete_mapping_by_metadata(pattern)
    assert [one.id for one in Mappings.retrieve_all_mappings().mappings] == [kept.id]


def test_scenarios_go_on_and_begin_again(url):
    for requires, becomes, status in [("Started", "paid", 402), ("paid", None, 200)]:
        Mappings.create_mapping(
            mapping(
                "/cart",
                status,
                scenario_name="cart",
                required_scenario_state=requires,
                new_scenario_state=becomes,
            )
        )
    assert [requests.get(f"{url}/cart").status_code for _ in range(3)] == [402, 200, 200]
    Scenarios.reset_all_scenarios()
    assert requests.get(f"{url}/cart").status_code == 402


def test_faults_are_those_of_wiremock(url):
    for fault in ("EMPTY_RESPONSE", "CONNECTION_RESET_BY_PEER", "RANDOM_DATA_THEN_CLOSE"):
        Mappings.create_mapping(mapping("/broken", response={"fault": fault}))
        with pytest.raises(requests.ConnectionError):
            requests.get(f"{url}/broken")
    Mappings.create_mapping(
        mapping("/broken", response={"fault": "MALFORMED_RESPONSE_CHUNK", "body": "abc"})
    )
    with pytest.raises(requests.exceptions.RequestException):
        requests.get(f"{url}/broken")


def test_what_is_not_supported_is_said(url):
    with pytest.raises(InvalidInputException, match="proxyBaseUrl"):
        Mappings.create_mapping(mapping("/a", response={"proxy_base_url": "http://a.test"}))
    with pytest.raises(InvalidInputException, match="fixedDelay"):
        GlobalSettings.update_global_settings(GlobalSetting(fixed_delay=-1))
    assert Mappings.retrieve_all_mappings().meta.total == 0


def test_all_mappings_have_the_delay_of_the_settings(url):
    Mappings.create_mapping(mapping("/late"))
    GlobalSettings.update_global_settings(GlobalSetting(fixed_delay=300))
    assert requests.get(f"{url}/__admin/settings").json() == {"settings": {"fixedDelay": 300}}
    assert requests.get(f"{url}/late").elapsed.total_seconds() >= 0.3


def test_mappings_are_imported(url):
    one = {"id": ID, "request": {"url": "/one"}, "response": {"body": "1"}}
    answer = requests.post(f"{url}/__admin/mappings/import", json={"mappings": [one]})
    assert answer.status_code == 200 and requests.get(f"{url}/one").text == "1"
    assert Mappings.retrieve_mapping(ID).id == ID


def test_the_alias_is_of_the_control_plane(url):
    assert requests.get(f"{url}/__admin/nope").json()["errors"][0]["title"] == "Not found"
    assert requests.get(f"{url}/__admin/health").json()["status"] == "healthy"
    refused = requests.get(f"{url}/__admin/mappings", headers={"Origin": "http://evil.test"})
    assert refused.status_code == 403


# MARK: Requests


def pattern(**members) -> NearMissMatchPatternRequest:
    return NearMissMatchPatternRequest(**members)


def test_requests_are_counted_and_found(url):
    Mappings.create_mapping(mapping("/a", 202))
    requests.get(f"{url}/a?x=1&y=2&y=3", headers={"X-Tag": "b", "Cookie": "c=d"})
    requests.post(f"{url}/a?x=1", json={"n": 7}, headers={"Authorization": "Bearer abc"})
    everything = Requests.get_all_received_requests()
    assert everything.meta.total == 2 and everything.request_journal_disabled is False
    newest, oldest = everything.requests
    assert newest.request.method == "POST" and oldest.request.method == "GET"
    assert oldest.response_definition.status == 202
    assert oldest.response_definition.from_configured_stub is True
    assert newest.response_definition.from_configured_stub is False
    assert Requests.get_request(oldest.id).request.url == "/a?x=1&y=2&y=3"
    assert oldest.request.absolute_url == f"{url}/a?x=1&y=2&y=3"
    assert oldest.request.headers["X-Tag"] == "b" and oldest.request.cookies == {"c": "…"}
    assert json.loads(newest.request.body) == {"n": 7}
    with pytest.raises(NotFoundException):
        Requests.get_request(ID)

    def count(**members) -> int:
        return Requests.get_matching_request_count(pattern(**members)).count

    assert count(method="GET", url_path="/a") == 1
    assert count(method="ANY", url_path_pattern="/[a-z]") == 2
    assert count(url="/a?x=1") == 1
    assert count(headers={"Authorization": {"equalTo": "Bearer abc"}}) == 1
    assert count(query_parameters={"y": {"equalTo": "3"}}) == 1
    assert count(body_patterns=[{"matchesJsonPath": "$.n"}]) == 1
    assert count(method="DELETE") == 0
    found = Requests.get_matching_requests(pattern(method="POST", url_path="/a")).requests
    assert [one.body for one in found] == [newest.request.body]
    assert [one.method for one in Requests.get_unmatched_requests().requests] == ["POST"]
    answer = requests.get(f"{url}/__admin/requests", params={"limit": 1, "unmatched": "true"})
    assert [one["wasMatched"] for one in answer.json()["requests"]] == [False]
    mappings = Mappings.retrieve_all_mappings().mappings
    answer = requests.get(f"{url}/__admin/requests", params={"matchingStub": mappings[0].id})
    assert [one["stubMapping"]["id"] for one in answer.json()["requests"]] == [mappings[0].id]
    with pytest.raises(InvalidInputException, match="urlPath"):
        Requests.get_matching_request_count(pattern(url_path="/a", url="/a"))


def test_what_nearly_came_is_told(url):
    requests.get(f"{url}/orders/1?size=2")
    requests.get(f"{url}/other")
    wanted = pattern(
        method="GET", url_path="/orders/1", query_parameters={"size": {"equalTo": "3"}}
    )
    misses = NearMisses.find_nearest_misses_by_request_pattern(wanted).near_misses
    assert [miss.request.url for miss in misses] == ["/orders/1?size=2", "/other"]
    assert 0 < misses[0].match_result.distance < misses[1].match_result.distance < 1


@pytest.mark.parametrize("way", ["DELETE requests", "POST requests/reset", "POST reset"])
def test_requests_are_forgotten(url, way):
    requests.get(f"{url}/a")
    method, path = way.split()
    assert requests.request(method, f"{url}/__admin/{path}").json() == {}
    everything = Requests.get_all_received_requests()
    assert everything.requests == [] and everything.meta.total == 0


def test_a_server_without_a_journal_says_so(start, monkeypatch):
    base = f"http://127.0.0.1:{start('--journal-entries', '0').port}"
    client = RestClient(base_url=f"{base}/__admin")
    monkeypatch.setattr(BaseResource, "REST_CLIENT", client)
    requests.get(f"{base}/a")
    everything = Requests.get_all_received_requests()
    assert everything.request_journal_disabled is True and everything.requests == []
    assert Requests.get_matching_request_count(pattern(method="GET")).count == 0
    Requests.reset_request_journal()


@pytest.fixture
def stubs(tmp_path):
    """A directory with a mapping whose body is in a file, as WireMock's own."""
    folder = tmp_path / "stubs"
    (folder / "mappings" / "orders").mkdir(parents=True)
    (folder / "__files" / "bodies").mkdir(parents=True)
    (folder / "__files" / "bodies" / "order.json").write_text('{"id": "{{request.path.[1]}}"}')
    response = {
        "statusMessage": "Found It",
        "headers": {"Content-Type": "application/json"},
        "bodyFileName": "bodies/order.json",
        "transformers": ["response-template"],
    }
    one = {"request": {"urlPathPattern": "/orders/.+"}, "response": response}
    (folder / "mappings" / "orders" / "one.json").write_text(json.dumps(one))
    several = [{"request": {"url": f"/{name}"}, "response": {"body": name}} for name in "ab"]
    (folder / "mappings" / "several.json").write_text(json.dumps({"mappings": several}))
    return folder


def test_worlds_begin_with_the_mappings_of_a_directory(start, stubs):
    server = start("--stubs", stubs)
    with Control(server) as control:
        control.make(id="mine")
    for base in [f"http://127.0.0.1:{server.port}{world}" for world in ("", "/w/mine")]:
        answer = requests.get(f"{base}/orders/7")
        assert answer.json() == {"id": "7"} and answer.reason == "Found It"
        added = {"request": {"url": "/c"}, "response": {"bodyFileName": "bodies/order.json"}}
        assert requests.post(f"{base}/__admin/mappings", json=added).status_code == 201
        answer = requests.get(f"{base}/c")
        assert "{{" in answer.text and "X-Mockpostly-Template" in answer.headers
        requests.delete(f"{base}/__admin/mappings")
        assert requests.get(f"{base}/a").status_code == 404
        requests.post(f"{base}/__admin/mappings/reset")
        assert requests.get(f"{base}/a").text == "a" and requests.get(f"{base}/c").text != "c"
        requests.delete(f"{base}/__admin/mappings")
        requests.post(f"{base}/__mockpostly/v1/reset", json={"everything": True})
        assert requests.get(f"{base}/a").text == "a", "they are there again after a reset of everything"
        outside = {"response": {"bodyFileName": "../mappings/several.json"}}
        refused = requests.post(f"{base}/__admin/mappings", json=outside)
        assert refused.status_code == 422 and "bodyFileName" in refused.text


def test_all_mistakes_of_a_directory_are_said_with_their_files(binary, stubs):
    (stubs / "mappings" / "bad.json").write_text('{"request": {"nope": 1}}')
    (stubs / "mappings" / "worse.json").write_text('{"response": {"bodyFileName": "none"}}\n{')
    ended = subprocess.run(
        [binary, "serve", "--port", "0", "--stubs", str(stubs)], capture_output=True, text=True
    )
    assert ended.returncode != 0
    assert "bad.json: /request/nope" in ended.stderr and "worse.json: Line 2" in ended.stderr
