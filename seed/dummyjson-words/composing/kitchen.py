"""The recipes, with their cooks, ratings and pictures."""

from __future__ import annotations

from composing.chance import Chance
from composing.values import picture, scaled


def compose(words, users) -> list:
    """All recipes in the order of the book."""
    chance = Chance("recipes")
    return [
        record(number, recipe, chance.choice(users)["id"], chance)
        for number, recipe in enumerate(words["recipes"], start=1)
    ]


def record(number, recipe, cook, chance) -> dict:
    return {
        "id": number,
        "name": recipe["name"],
        "ingredients": recipe["ingredients"],
        "instructions": recipe["instructions"],
        "prepTimeMinutes": recipe["prepTimeMinutes"],
        "cookTimeMinutes": recipe["cookTimeMinutes"],
        "servings": recipe["servings"],
        "difficulty": recipe["difficulty"],
        "cuisine": recipe["cuisine"],
        "caloriesPerServing": recipe["caloriesPerServing"],
        "tags": recipe["tags"],
        "userId": cook,
        "image": picture("recipe-images", f"{number}.webp"),
        "rating": scaled(chance.between(40, 50), 1),
        "reviewCount": chance.between(3, 120),
        "mealType": recipe["mealType"],
    }
