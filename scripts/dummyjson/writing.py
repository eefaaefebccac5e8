"""Posts with the comments under them, todos and quotes."""

from __future__ import annotations

from dummyjson.chance import Chance

AUTHORS = 155
POST_OF_THE_FIRST_USER = 15
COMMENTS = 340
COMMENTED = 186
DONE = 126


def compose_posts(words, users) -> list:
    """All posts, in mixed order."""
    chance = Chance("posts")
    written = chance.shuffled([post for topic in words["topics"] for post in topic["posts"]])
    authors = authors_of_posts(len(written), users, chance)
    return [
        post_record(number, post, author, chance)
        for number, (post, author) in enumerate(zip(written, authors), start=1)
    ]


def authors_of_posts(count, users, chance) -> list:
    """The user ids, post by post: each author at least once, the first user once exactly."""
    ids = [user["id"] for user in users]
    others = chance.sample(ids[1:], AUTHORS - 1)
    more = [chance.choice(others) for _ in range(count - AUTHORS)]
    authors = chance.shuffled(others + more)
    authors.insert(POST_OF_THE_FIRST_USER - 1, ids[0])
    return authors


def post_record(number, post, author, chance) -> dict:
    views = chance.low_between(40, 5200)
    return {
        "id": number,
        "title": post["title"],
        "body": post["body"],
        "tags": post["tags"],
        "reactions": {
            "likes": chance.between(views // 25, views // 4),
            "dislikes": chance.below(views // 60 + 3),
        },
        "views": views,
        "userId": author,
    }


def compose_comments(words, posts, users) -> list:
    """All comments, in mixed order, nobody twice under one post."""
    chance = Chance("comments")
    comments, seen = [], {(post["id"], post["userId"]) for post in posts}
    for post, text in chance.shuffled(remarks(words, posts, chance)):
        user = next(user for user in chance.shuffled(users) if (post["id"], user["id"]) not in seen)
        seen.add((post["id"], user["id"]))
        comments.append(comment_record(len(comments) + 1, text, post, user, chance))
    return comments


def remarks(words, posts, chance) -> list:
    """Which text stands under which post: what was written for it first, then what suits others."""
    by_title = {post["title"]: post for post in posts}
    general = chance.shuffled(words["comments"])
    written = [
        (by_title[post["title"]], post["comments"], topic["topic"])
        for topic in words["topics"]
        for post in topic["posts"]
        if post["comments"]
    ]
    chosen = sorted(chance.shuffled(written), key=lambda entry: -len(entry[1]))[:COMMENTED]
    found = [(post, text) for post, texts, _ in chosen for text in texts]
    shared = {topic["topic"]: chance.shuffled(topic["comments"]) for topic in words["topics"]}
    while len(found) < COMMENTS:
        post, _, topic = chance.choice(chosen)
        if not shared[topic] and not general:
            raise ValueError(f"posts.json gives {len(found)} comments, {COMMENTS} are needed")
        found.append((post, (shared[topic] or general).pop()))
    return found


def comment_record(number, text, post, user, chance) -> dict:
    return {
        "id": number,
        "body": text,
        "postId": post["id"],
        "likes": chance.low_between(0, 12),
        "user": {
            "id": user["id"],
            "username": user["username"],
            "fullName": f"{user['firstName']} {user['lastName']}",
        },
    }


def compose_todos(words, users) -> list:
    """All todos; just under a half are done."""
    chance = Chance("todos")
    texts = chance.shuffled(words["todos"])
    done = set(chance.sample(range(len(texts)), DONE))
    return [
        {
            "id": place + 1,
            "todo": text,
            "completed": place in done,
            "userId": chance.choice(users)["id"],
        }
        for place, text in enumerate(texts)
    ]


def compose_quotes(words) -> list:
    """All sayings, each signed by one of the invented authors."""
    chance = Chance("quotes")
    return [
        {"id": number, "quote": saying, "author": chance.choice(words["authors"])}
        for number, saying in enumerate(chance.shuffled(words["sayings"]), start=1)
    ]
