package io.github.mockpostly;

import java.util.ArrayList;
import java.util.List;

/**
 * An object of JSON in an answer of the control plane, for the values that are made of it.
 *
 * <p>What is not there, or is of another kind, reads as null, 0, false or empty.
 */
final class Part {
    final Json json;

    Part(Json json) {
        this.json = json == null ? Json.NULL : json;
    }

    /** The body of an answer; of none when it is not JSON. */
    static Part of(Answer answer) {
        try {
            return new Part(answer.body().length == 0 ? Json.NULL : Json.parse(answer.body()));
        } catch (MockPostlyException exception) {
            return new Part(Json.NULL);
        }
    }

    Json json(String name) {
        Json member = json.get(name);
        return member == null ? Json.NULL : member;
    }

    String text(String name) {
        return json(name).string();
    }

    int integer(String name) {
        Long number = json(name).integer();
        return number == null ? 0 : number.intValue();
    }

    /** The whole number, or null when there is none. */
    Integer integerOrNull(String name) {
        Long number = json(name).integer();
        return number == null ? null : (Integer) number.intValue();
    }

    double number(String name) {
        Double number = json(name).number();
        return number == null ? 0 : number;
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(json(name).bool());
    }

    Part part(String name) {
        return new Part(json(name));
    }

    List<Part> parts(String name) {
        List<Part> parts = new ArrayList<>();
        json(name).elements().forEach(element -> parts.add(new Part(element)));
        return parts;
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        json(name).elements().forEach(element -> texts.add(element.string()));
        return texts;
    }

    List<Integer> integers(String name) {
        List<Integer> numbers = new ArrayList<>();
        json(name).elements().forEach(element -> numbers.add(element.integer().intValue()));
        return numbers;
    }
}
