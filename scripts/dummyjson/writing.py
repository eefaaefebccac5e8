"""Posts with the comments under them, todos and quotes."""

from __future__ import annotations

from dummyjson.chance import Chance

AUTHORS = 155
POST_OF_THE_FIRST_USER = 15
COMMENTED = 186
DONE = 126


def compose_posts(words, users) -> list:
    """All posts: written texts in mixed order, some with a further remark on their topic."""
    chance = Chance("posts")
    topics = words["topics"]
    entries = chance.shuffled([(topic, post) for topic in topics for post in topic["posts"]])
    asides = {topic["topic"]: chance.shuffled(topic["asides"]) for topic in topics}
    authors = authors_of_posts(len(entries), users, chance)
    return [
        post_record(number, post, authors[number - 1], asides[topic["topic"]], chance)
        for number, (topic, post) in enumerate(entries, start=1)
    ]


def authors_of_posts(count, users, chance) -> list:
    """The user ids, post by post: each author at least once, the first user once exactly."""
    ids = [user["id"] for user in users]
    others = chance.sample(ids[1:], AUTHORS - 1)
    more = [chance.choice(others) for _ in range(count - AUTHORS)]
    authors = chance.shuffled(others + more)
    authors.insert(POST_OF_THE_FIRST_USER - 1, ids[0])
    return authors


def post_record(number, post, author, asides, chance) -> dict:
    body = post["body"]
    if asides and (len(body) < 150 or chance.happens(45)):
        body = f"{body} {asides.pop()}"
    views = chance.low_between(40, 5200)
    return {
        "id": number,
        "title": post["title"],
        "body": body,
        "tags": post["tags"],
        "reactions": {
            "likes": chance.between(views // 25, views // 4),
            "dislikes": chance.below(views // 60 + 3),
        },
        "views": views,
        "userId": author,
    }


def compose_comments(words, posts, users) -> list:
    """All comments, under the posts of their topic, nobody twice under one post."""
    chance = Chance("comments")
    topic_of = {post["title"]: topic["topic"] for topic in words["topics"] for post in topic["posts"]}
    special = {topic["topic"]: chance.shuffled(topic["comments"]) for topic in words["topics"]}
    general = chance.shuffled(words["comments"])
    count = len(general) + sum(len(comments) for comments in special.values())
    comments, seen = [], set()
    for post in commented_posts(count, posts, chance):
        own = special[topic_of[post["title"]]]
        text = own.pop() if own and chance.happens(85) else general.pop()
        user = next(
            user
            for user in chance.shuffled(users)
            if user["id"] != post["userId"] and (post["id"], user["id"]) not in seen
        )
        seen.add((post["id"], user["id"]))
        comments.append(comment_record(len(comments) + 1, text, post, user, chance))
    return comments


def commented_posts(count, posts, chance) -> list:
    """The posts to comment on, one entry a comment, each of the chosen ones at least once."""
    chosen = chance.sample(posts, COMMENTED)
    more = [chance.choice(chosen) for _ in range(count - COMMENTED)]
    return chance.shuffled(chosen + more)


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
