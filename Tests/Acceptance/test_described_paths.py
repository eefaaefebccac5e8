"""An API from a description: rows with two paths, words beside ids, and bodies that are demanded."""

from __future__ import annotations

import json

import pytest
import requests

from described import body_of, json_of
from rawhttp import DEADLINE

NUMBER = {"type": "integer"}
POST = {"type": "object", "required": ["title"], "properties": {"id": {**NUMBER, "readOnly": True}, "title": {"type": "string"}}}
COMMENT = {
    "type": "object",
    "required": ["text"],
    "properties": {
        "id": {**NUMBER, "readOnly": True},
        "text": {"type": "string"},
        "score": {**NUMBER, "format": "int32"},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}
GONE = {"description": "Gone"}


def of(component: str) -> dict:
    return {"$ref": f"#/components/schemas/{component}"}


def path(name: str) -> dict:
    return {"name": name, "in": "path", "required": True, "schema": NUMBER}


def listed(component: str) -> dict:
    return {"responses": {"200": json_of({"type": "array", "items": of(component)})}}


def made(component: str) -> dict:
    return {"requestBody": body_of(of(component)), "responses": {"201": json_of(of(component))}}


FORM = {
    "type": "object",
    "required": ["title", "tags"],
    "properties": {"title": {"type": "string"}, "count": NUMBER, "tags": {"type": "array", "items": {"type": "string"}}},
}
WRONG = {"type": "object", "required": ["reason"], "properties": {"reason": {"type": "string"}}}
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "Blog", "version": "1"},
    "paths": {
        "/posts": {"get": listed("Post"), "post": made("Post")},
        "/posts/recent": {"get": listed("Post")},
        "/posts/{post}": {
            "parameters": [path("post")],
            "get": {"responses": {"200": json_of(of("Post"))}},
            "post": {"requestBody": body_of(of("Post")), "responses": {"200": json_of(of("Post"))}},
            "delete": {"responses": {"204": GONE}},
        },
        "/posts/{post}/comments": {"parameters": [path("post")], "get": listed("Comment"), "post": made("Comment")},
        "/posts/{post}/comments/{id}": {"parameters": [path("post"), path("id")], "get": {"responses": {"200": json_of(of("Comment"))}}},
        "/comments/{id}": {
            "parameters": [path("id")],
            "get": {"responses": {"200": json_of(of("Comment")), "404": {"description": "None"}}},
            "patch": {"requestBody": body_of(of("Comment")), "responses": {"200": json_of(of("Comment"))}},
            "delete": {"responses": {"204": GONE}},
        },
        "/drafts": {"get": listed("Draft"), "post": {"requestBody": body_of(FORM, "application/x-www-form-urlencoded"), "responses": {"201": json_of(of("Draft"))}}},
        "/drafts/{id}": {
            "parameters": [path("id")],
            "get": {"responses": {"200": json_of(of("Draft")), "400": {"description": "Wrong", "content": {"application/yaml": {"schema": WRONG}}}}},
        },
    },
    "components": {
        "schemas": {
            "Post": POST,
            "Comment": COMMENT,
            "Draft": {**FORM, "properties": {"id": {**NUMBER, "readOnly": True}, **FORM["properties"]}},
        }
    },
}


class Blog:
    def __init__(self, server):
        self.server = server

    def ask(self, method: str, path: str, **options) -> requests.Response:
        return requests.request(method, self.server.url + path, timeout=DEADLINE, **options)


@pytest.fixture
def blog(start, tmp_path):
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(DESCRIPTION))
    return Blog(start(str(file)))


def test_rows_of_a_list_are_found_by_their_id_alone(blog):
    posts = [post["id"] for post in blog.ask("GET", "/posts").json()]
    first = [comment["id"] for post in posts for comment in blog.ask("GET", f"/posts/{post}/comments").json()]
    assert first and len(set(first)) == len(first)
    own = [blog.ask("POST", f"/posts/{post}/comments", json={"text": f"for {post}"}).json() for post in posts]
    assert len({comment["id"] for comment in own} | set(first)) == len(own) + len(first)
    for post, comment in zip(posts, own):
        assert blog.ask("GET", f"/comments/{comment['id']}").json() == comment
        changed = blog.ask("PATCH", f"/comments/{comment['id']}", json={"score": 7}).json()
        assert changed == {**comment, "score": 7}
        assert blog.ask("GET", f"/posts/{post}/comments/{comment['id']}").json() == changed
        assert changed in blog.ask("GET", f"/posts/{post}/comments").json()
    assert blog.ask("GET", f"/posts/{posts[1]}/comments/{own[0]['id']}").status_code == 404
    assert blog.ask("DELETE", f"/comments/{own[0]['id']}").status_code == 204
    for gone in (f"/comments/{own[0]['id']}", f"/posts/{posts[0]}/comments/{own[0]['id']}", "/comments/424242"):
        assert blog.ask("GET", gone).status_code == 404
    blog.ask("DELETE", f"/posts/{posts[1]}")
    assert blog.ask("GET", f"/comments/{own[1]['id']}").status_code == 404


def test_a_word_beside_ids_has_its_own_methods_alone(blog):
    assert blog.ask("GET", "/posts/recent").status_code == 200
    answer = blog.ask("POST", "/posts/recent", json={"title": "Low tide"})
    assert answer.status_code == 405 and answer.headers["Allow"] == "GET"


def test_a_body_is_demanded_where_the_description_demands_it(blog):
    post = blog.ask("POST", "/posts", json={"title": "Low tide"}).json()
    assert blog.ask("POST", f"/posts/{post['id']}").json()["detail"] == "a body is required"
    assert blog.ask("POST", f"/posts/{post['id']}", json={}).json() == post
    for score, status in ((2**31 - 1, 201), (2**31, 400)):
        comment = {"text": "Salt", "score": score}
        assert blog.ask("POST", f"/posts/{post['id']}/comments", json=comment).status_code == status


def test_a_form_may_leave_out_an_empty_list(blog):
    draft = blog.ask("POST", "/drafts", data={"title": "Low tide"})
    assert draft.status_code == 201 and draft.json()["tags"] == []
    assert blog.ask("POST", "/drafts", data={"tags": "sea"}).status_code == 400
    for count, status in (("2", 201), ("0.5", 400), ("two", 400)):
        assert blog.ask("POST", "/drafts", data={"title": "Tide", "count": count}).status_code == status


def test_a_refusal_has_the_schema_of_another_notation_too(blog):
    assert blog.ask("GET", "/drafts/x").json() == {"reason": "id must be an integer"}
