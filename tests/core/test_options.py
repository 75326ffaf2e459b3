"""Options: declared once, read strictly, compared by value."""

import pickle

import pytest

from leyden.core.options import BadOption, Option, Options, nearest, read_options


def shout(text: str) -> str:
    if not text.isalpha():
        raise BadOption(f"loud={text}: letters only")
    return text.upper()


DECLARED = (
    Option("colour", ("red", "green"), "X-1", "looks", "Which colour."),
    Option("loud", ("NO",), "X-2", "sound", "How loud.", shout, "letters"),
)


def test_what_is_not_given_has_its_default():
    options = Options(DECLARED, {"colour": "green"})
    assert dict(options) == {"colour": "green", "loud": "NO"}
    assert len(options) == 2
    assert options["loud"] == DECLARED[1].default == "NO"


def test_a_checked_value_is_written_canonically():
    assert Options(DECLARED, {"loud": " very "})["loud"] == "VERY"


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"color": "red"}, "no option is called color: did you mean colour?"),
        ({"zzz": 1}, "no option is called zzz: known: colour, loud"),
        ({"colour": "gren"}, r"colour=gren: known are red, green \[X-1\]; did you mean green or red\?$"),
        ({"colour": 17}, r"colour=17: known are red, green \[X-1\]$"),
        ({"colour": ["red", "green"]}, "colour=red,green: known are"),
        ({"colour": "red", "Colour": "red"}, "the option colour is given twice"),
        ({"loud": "12"}, "loud=12: letters only"),
    ],
)
def test_an_unknown_name_or_value_is_refused_with_what_is_known(given, complaint):
    with pytest.raises(BadOption, match=complaint):
        Options(DECLARED, given)


@pytest.mark.parametrize("given", [{"Colour": "GREEN"}, {"colour": " Green "}, {"COLOUR": "green"}])
def test_capitals_are_forgiven_in_names_and_values(given):
    assert Options(DECLARED, given) == Options(DECLARED, {"colour": "green"})


def test_options_are_equal_when_all_values_are():
    one, same, other = (Options(DECLARED, given) for given in ({}, {"colour": "red"}, {"colour": "green"}))
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one != {"colour": "red", "loud": "NO"}


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({}, "default"),
        ({"colour": "green"}, "colour=green"),
        ({"loud": "a", "colour": "green"}, "colour=green; loud=A"),
    ],
)
def test_only_what_differs_is_written(given, text):
    options = Options(DECLARED, given)
    assert str(options) == text
    assert repr(options) == f"Options({text})"
    assert Options(DECLARED, read_options(text)) == options


def test_options_can_be_pickled():
    named = (Option("colour", ("red", "green"), "X-1", "looks", "Which colour."),)
    options = Options(named, {"colour": "green"})
    assert pickle.loads(pickle.dumps(options)) == options


@pytest.mark.parametrize("text", ["", " ", "default", " Default "])
def test_nothing_and_default_mean_no_changes(text):
    assert read_options(text) == {}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("colour", "an option is written name=value, not 'colour'"),
        ("=red", "an option is written name=value, not '=red'"),
        ("colour=red; colour=green", "the option colour is given twice"),
        ("colour=red;", "an option is written name=value, not ''"),
    ],
)
def test_what_is_no_option_is_refused(text, complaint):
    with pytest.raises(BadOption, match=complaint):
        read_options(text)


def test_several_near_names_are_offered():
    assert nearest("rad", ["red", "ram", "blue"]) == "did you mean red or ram?"
