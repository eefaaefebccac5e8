"""Posts with the comments under them, todos and quotes."""

from __future__ import annotations

from composing.chance import Chance

KNOWN = 30
AUTHORS = 155
POST_OF_THE_FIRST_USER = 15
COMMENTS = 340
COMMENTED = 186
EARLY = 10
DONE = 126
QUOTES = 1454


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
    """The user ids, post by post: each author at least once, the first user once exactly.

    The users whom clients know by name are among them.
    """
    ids = [user["id"] for user in users]
    others = ids[1:KNOWN] + chance.sample(ids[KNOWN:], AUTHORS - KNOWN)
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
    """Which text stands under which post: what was written for it first, then what suits others.

    The first posts, which examples ask for, all have comments.
    """
    by_title = {post["title"]: post for post in posts}
    general = chance.shuffled(words["comments"])
    written = [
        (by_title[post["title"]], post["comments"], topic["topic"])
        for topic in words["topics"]
        for post in topic["posts"]
        if post["comments"] or by_title[post["title"]]["id"] <= EARLY
    ]
    chosen = sorted(
        chance.shuffled(written), key=lambda entry: (entry[0]["id"] > EARLY, -len(entry[1]))
    )[:COMMENTED]
    found = [(post, text) for post, texts, _ in chosen for text in texts]
    silent = [entry for entry in chosen if not entry[1]]
    shared = {topic["topic"]: chance.shuffled(topic["comments"]) for topic in words["topics"]}
    while len(found) < COMMENTS:
        post, _, topic = silent.pop() if silent else chance.choice(chosen)
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
    """All todos; just under a half are done, and everybody whom clients know has one."""
    chance = Chance("todos")
    texts = chance.shuffled(words["todos"])
    done = set(chance.sample(range(len(texts)), DONE))
    return [
        {"id": place + 1, "todo": text, "completed": place in done, "userId": owner}
        for place, (text, owner) in enumerate(zip(texts, owners_of_todos(users, chance)))
    ]


def owners_of_todos(users, chance):
    """The user ids, todo by todo: among the first ones those whom clients know, then by lot."""
    ids = [user["id"] for user in users]
    yield from chance.shuffled(ids[:1] * 2 + ids[:KNOWN] + chance.sample(ids[KNOWN:], KNOWN))
    while True:
        yield chance.choice(ids)


def compose_quotes(words) -> list:
    """All sayings, those written by hand first, each signed by one of the invented authors."""
    chance = Chance("quotes")
    sayings = chance.shuffled(words["sayings"])
    sayings += chance.shuffled(
        [saying for pattern in words["patterns"] for saying in sayings_of(pattern, chance)]
    )
    if len(sayings) != QUOTES:
        raise ValueError(f"quotes.json gives {len(sayings)} sayings, {QUOTES} are needed")
    return [
        {"id": number, "quote": saying, "author": chance.choice(words["authors"])}
        for number, saying in enumerate(sayings, start=1)
    ]


def sayings_of(pattern, chance):
    """The pattern with its parts in ever new pairs; each part comes about as often as another."""
    first, second = (chance.shuffled(parts) for parts in pattern["parts"])
    if pattern["count"] > len(first) * len(second):
        raise ValueError(f"quotes.json has too few parts for {pattern['form']}")
    for number in range(pattern["count"]):
        turn, place = divmod(number, len(first))
        yield pattern["form"].format(first[place], second[(place + turn) % len(second)])
