"""Records in their three forms: plain, checked, packed."""

import copy

import pytest

from leyden.core.records import COUNT, SET, SMALL, RecordType, record
from leyden.core.rule import PURE

FIELDS = {"small": SMALL, "count": COUNT, "word": SET, "row": (SMALL, 3), "rows": (SET, 2, 3)}
PLAIN, CHECKED = RecordType("plain_one", FIELDS, checked=False), RecordType("checked_one", FIELDS, checked=True)
BOTH = pytest.mark.parametrize("kind", [PLAIN, CHECKED], ids=["plain", "checked"])
VALUES = (-128, 32767, -(1 << 63), (1, -2, 3), ((4, 5, 6), (7, 8, (1 << 63) - 1)))


@BOTH
def test_a_new_record_is_all_noughts(kind):
    assert kind.as_tuple(kind.new()) == (0, 0, 0, (0, 0, 0), ((0, 0, 0), (0, 0, 0)))


@BOTH
def test_a_record_and_its_tuple_are_the_same(kind):
    assert kind.as_tuple(kind.from_tuple(VALUES)) == VALUES


@BOTH
def test_a_copy_is_independent(kind):
    one = kind.from_tuple(VALUES)
    for other in (kind.copy(one), one.copy()):
        other.small, other.row[0], other.rows[1][2] = 1, 9, 9
        assert kind.as_tuple(one) == VALUES
        assert kind.as_tuple(other) != VALUES


@BOTH
def test_packed_and_unpacked_again_it_is_the_same(kind):
    packed = kind.pack(kind.from_tuple(VALUES))
    assert packed.shape == (1,)
    assert kind.as_tuple(kind.unpack(packed)) == VALUES
    assert packed["rows"][0].tolist() == [[4, 5, 6], [7, 8, (1 << 63) - 1]]


def test_two_types_with_equal_fields_are_two_packed_types():
    assert PLAIN.dtype != CHECKED.dtype
    assert PLAIN.dtype.fields.keys() - CHECKED.dtype.fields.keys() == {"is_plain_one"}


@pytest.mark.parametrize("index", [-1, 3, 99])
def test_a_checked_row_refuses_an_index_outside_it(index):
    row = CHECKED.new().row
    with pytest.raises(IndexError, match=f"index {index} outside a row of 3"):
        row[index]
    with pytest.raises(IndexError, match=f"index {index} outside a row of 3"):
        row[index] = 1
    assert (len(row), list(row)) == (3, [0, 0, 0])


def test_checked_rows_refuse_an_index_outside_them():
    rows = CHECKED.new().rows
    with pytest.raises(IndexError, match="index -1 outside 2 rows"):
        rows[-1]
    with pytest.raises(IndexError):
        rows[2]


@pytest.mark.parametrize(("field", "bits"), [("small", 8), ("count", 16), ("word", 64)])
def test_a_checked_field_refuses_a_number_that_does_not_fit(field, bits):
    one = CHECKED.new()
    for fits in (-(1 << bits - 1), (1 << bits - 1) - 1):
        setattr(one, field, fits)
        assert getattr(one, field) == fits
    for too_much in (-(1 << bits - 1) - 1, 1 << bits - 1):
        with pytest.raises(OverflowError, match=f"{field} = {too_much} does not fit a field of {bits} bits"):
            setattr(one, field, too_much)


@pytest.mark.parametrize("value", [-129, 128])
def test_a_checked_row_refuses_a_number_that_does_not_fit(value):
    one = CHECKED.new()
    with pytest.raises(OverflowError, match=f"{value} does not fit a field of 8 bits"):
        one.row[0] = value
    with pytest.raises(OverflowError, match="64 bits"):
        one.rows[0][0] = 1 << 63


def test_a_record_has_no_other_fields():
    for kind in (PLAIN, CHECKED):
        with pytest.raises(AttributeError):
            kind.new().smal = 1


def test_declared_records_are_checked_in_pure_mode():
    declared = record("declared_one", **FIELDS)
    row = declared.new().row
    if PURE:
        with pytest.raises(IndexError):
            row[-1]
    else:
        assert row[-1] == 0
    assert copy.copy(declared.shapes) == PLAIN.shapes


def test_many_packed_records_become_tuples_at_once():
    noughts = PLAIN.new()
    assert PLAIN.as_tuples([PLAIN.pack(PLAIN.from_tuple(VALUES)), PLAIN.pack(noughts)]) == [
        VALUES,
        PLAIN.as_tuple(noughts),
    ]
