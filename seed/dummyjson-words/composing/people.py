"""The users: thirty that clients know by name, and others by the same rules."""

from __future__ import annotations

from datetime import date

from composing.chance import Chance
from composing.values import SITE, scaled

COUNT = 208
FEMALE = 106
TODAY = date(2026, 7, 1)
NETWORKS = ("192.0.2", "198.51.100", "203.0.113")
AREA_CODES = (202, 303, 312, 404, 503, 512, 602, 615, 702, 804, 907, 919)


def compose(words, places) -> list:
    """All users in the order of their ids."""
    chance = Chance("users")
    rarities = distinct_values(chance)
    colors = hair_colors(words["hairColors"])
    return [
        record(number, person, next(rarities), next(colors), words, places, chance)
        for number, person in enumerate(roll(words, chance), start=1)
    ]


def hair_colors(colors):
    """The colours in turn and then mixed, so that no colour has more users than a page holds."""
    return iter(Chance("hair").shuffled([colors[place % len(colors)] for place in range(COUNT)]))


def roll(words, chance) -> list:
    """Username, first name, last name and gender of everybody; usernames and names are unique."""
    people = [tuple(person) for person in words["known"]]
    women = FEMALE - sum(1 for person in people if person[3] == "female")
    men = COUNT - len(people) - women
    invented = [(name, "female") for name in chance.shuffled(words["female"])[:women]]
    invented += [(name, "male") for name in chance.shuffled(words["male"])[:men]]
    families = chance.shuffled(words["family"]) + chance.shuffled(words["family"])
    taken = {person[0] for person in people}
    for (first, gender), family in zip(chance.shuffled(invented), families):
        username = next(name for name in usernames(first, family) if name not in taken)
        taken.add(username)
        people.append((username, first, family, gender))
    if len(people) != COUNT:
        raise ValueError(f"people.json gives {len(people)} people, {COUNT} are needed")
    return people


def usernames(first: str, family: str):
    """The first name with as many letters of the last name as it takes."""
    for letters in range(1, len(family) + 1):
        yield (first + family[:letters]).lower()


def distinct_values(chance):
    """What no two users share: network address, last octet of the hardware address, phone."""
    addresses = chance.shuffled([f"{net}.{host}" for net in NETWORKS for host in range(1, 255)])
    octets = chance.shuffled(range(256))
    phones = chance.shuffled(
        [f"+1 {area}-555-01{line:02d}" for area in AREA_CODES for line in range(100)]
    )
    return zip(addresses, octets, phones)


def record(number, person, rarities, hair_color, words, places, chance) -> dict:
    username, first, family, gender = person
    address, octet, phone = rarities
    year = TODAY.year - chance.low_between(21, 62)
    born = date(year, chance.between(1, 12), chance.between(1, 28))
    height, weight = build(gender, chance)
    return {
        "id": number,
        "firstName": first,
        "lastName": family,
        "maidenName": maiden_name(family, gender, words, chance),
        "age": age(born),
        "gender": gender,
        "email": f"{first}.{family}@x.dummyjson.com".lower(),
        "phone": phone,
        "username": username,
        "password": f"{username}pass",
        "birthDate": f"{born.year}-{born.month}-{born.day}",
        "image": f"{SITE}/icon/{username}/128",
        "bloodGroup": chance.choice(words["bloodGroups"]),
        "height": height,
        "weight": weight,
        "eyeColor": chance.choice(words["eyeColors"]),
        "hair": {
            "color": hair_color,
            "type": chance.choice(words["hairTypes"]),
        },
        "ip": address,
        "address": postal_address(places, chance),
        "macAddress": f"00:00:5e:00:53:{octet:02x}",
        "university": chance.choice(places["universities"]),
        "bank": bank(words, chance),
        "company": company(number, places, chance),
        "ein": f"00-{chance.digits(7)}",
        "ssn": f"000-{chance.digits(2)}-{chance.digits(4)}",
        "userAgent": chance.choice(words["browsers"]),
        "crypto": crypto(words, chance),
        "role": role(number),
    }


def maiden_name(family, gender, words, chance) -> str:
    if gender == "male" or chance.happens(60):
        return ""
    return chance.choice([name for name in words["family"] if name != family])


def age(born: date) -> int:
    birthday_to_come = (born.month, born.day) > (TODAY.month, TODAY.day)
    return TODAY.year - born.year - birthday_to_come


def build(gender, chance):
    """Height in centimetres and weight in kilograms, with two decimals."""
    height = chance.between(15200, 18100) if gender == "female" else chance.between(16400, 19800)
    mass_index = chance.between(190, 290)
    weight = mass_index * (height // 100) ** 2 // 1000
    return scaled(height), scaled(weight + chance.below(100))


def postal_address(places, chance) -> dict:
    state, code, latitude, longitude = chance.choice(places["states"])
    return {
        "address": f"{chance.between(1, 1990)} {chance.choice(places['streets'])}",
        "city": chance.choice(places["cities"]),
        "state": state,
        "stateCode": code,
        "postalCode": f"{chance.between(10000, 99899)}",
        "coordinates": {
            "lat": scaled(round(latitude * 1_000_000) + chance.between(-900_000, 900_000), 6),
            "lng": scaled(round(longitude * 1_000_000) + chance.between(-900_000, 900_000), 6),
        },
        "country": places["country"],
    }


def bank(words, chance) -> dict:
    """A card number that fails the Luhn check, and an account of a country that does not exist."""
    return {
        "cardExpire": f"{chance.between(1, 12):02d}/{chance.between(27, 31)}",
        "cardNumber": wrong_card_number(chance),
        "cardType": chance.choice(words["cardTypes"]),
        "currency": chance.choice(words["currencies"]),
        "iban": f"XX00{chance.letters(4, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')}{chance.digits(14)}",
    }


def wrong_card_number(chance) -> str:
    start = f"9999{chance.digits(11)}"
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in start[::2])
    right = -(sum(doubled) + sum(int(digit) for digit in start[1::2])) % 10
    return f"{start}{(right + chance.between(1, 9)) % 10}"


def company(number, places, chance) -> dict:
    department = chance.choice(list(places["departments"]))
    title = chance.choice(places["departments"][department])
    if number <= 5:
        title = f"Head of {department}"
    return {
        "department": department,
        "name": chance.choice(places["companies"]),
        "title": title,
        "address": postal_address(places, chance),
    }


def crypto(words, chance) -> dict:
    coin, network = chance.choice(words["coins"])
    wallet = "0x" + "0" * 24 + chance.letters(16, "0123456789abcdef")
    return {"coin": coin, "wallet": wallet, "network": network}


def role(number: int) -> str:
    if number <= 5:
        return "admin"
    return "moderator" if number <= 15 else "user"
