from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from device.toml_lines import KeyPath, key_lines


def test_tables_keys_and_elements_have_their_lines() -> None:
    text = "\n[a]\nx = 1 # y = 2\n\n[b.c]\ny = [\n  1,\n  [2,\n   3],\n]\nz = { p = 1, q = [4] }\n"
    assert key_lines(text) == {
        ("a",): 2,
        ("a", "x"): 3,
        ("b",): 5,
        ("b", "c"): 5,
        ("b", "c", "y"): 6,
        ("b", "c", "y", 0): 7,
        ("b", "c", "y", 1): 8,
        ("b", "c", "y", 1, 0): 8,
        ("b", "c", "y", 1, 1): 9,
        ("b", "c", "z"): 11,
        ("b", "c", "z", "p"): 11,
        ("b", "c", "z", "q"): 11,
        ("b", "c", "z", "q", 0): 11,
    }


def test_strings_may_hold_signs_quotes_and_newlines() -> None:
    text = (
        'a = "# = [ \\" ]"\n'
        "b = 'C:\\'\n"
        'c = """\nd = 1\n\\""" ""\n[e]\n"""\n'
        "f = '''\n''g = 1\n'''''\n"
        'h = ""\n'
        "i = 1\n"
    )
    found = key_lines(text)
    assert found == {("a",): 1, ("b",): 2, ("c",): 3, ("f",): 8, ("h",): 11, ("i",): 12}
    assert {path[0] for path in found} == set(tomllib.loads(text))


def test_quoted_and_dotted_keys_are_decoded() -> None:
    text = '"a=b" . \'c]\'.d = 1\n["e\\u0020\\"]" . f]\n"#" = 2\n'
    assert key_lines(text) == {
        ("a=b",): 1,
        ("a=b", "c]"): 1,
        ("a=b", "c]", "d"): 1,
        ('e "]',): 2,
        ('e "]', "f"): 2,
        ('e "]', "f", "#"): 3,
    }


def test_arrays_of_tables_are_counted() -> None:
    text = "[[a]]\nx = 1\n[[a]]\n[[a.b]]\n[[a.b]]\ny = 2\n[a.c]\nz = 3\n"
    found = key_lines(text)
    assert found["a", 0, "x"] == 2
    assert found["a", 1] == 3
    assert found["a", 1, "b", 1, "y"] == 6
    assert found["a", 1, "c", "z"] == 8


def test_windows_line_ends_count_once() -> None:
    assert key_lines("a = 1\r\n\r\nb = [\r\n2\r\n]\r\n")["b", 0] == 4


bare_keys = st.text("abcXYZ019_-", min_size=1, max_size=4)
any_text = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=6)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


keys = bare_keys | any_text.map(quoted)
scalars = st.sampled_from(
    ["1", "-2.5e3", "true", "1979-05-27 07:32:00Z", '"""\n#"""""', "'''\n=\n'''", "'\\'"]
) | any_text.map(quoted)
blanks = st.sampled_from(["", " ", "\n", "\r\n", "# ]},=\n"])
values = st.recursive(
    scalars,
    lambda inner: (
        st.builds(
            lambda items, gap: f"[{gap}{','.join(item + gap for item in items)}]",
            st.lists(inner, max_size=3),
            blanks,
        )
        | st.lists(st.tuples(bare_keys, inner), max_size=3, unique_by=lambda pair: pair[0]).map(
            lambda pairs: "{" + ", ".join(f"{key} = {value}" for key, value in pairs) + "}"
        )
    ),
    max_leaves=5,
)


def paths_in(value: object, here: KeyPath = ()) -> set[KeyPath]:
    found = {here} if here else set()
    if isinstance(value, dict):
        for key, item in value.items():
            found |= paths_in(item, (*here, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found |= paths_in(item, (*here, index))
    return found


@given(
    st.lists(
        st.tuples(st.lists(keys, min_size=1, max_size=2), values, st.sampled_from(["", "\n", "# [t]\n"])),
        min_size=1,
        max_size=6,
        unique_by=lambda entry: tomllib.loads(f"{entry[0][0]}=0").popitem()[0],
    )
)
def test_whatever_tomllib_reads_is_located_on_the_line_where_it_was_put(
    entries: list[tuple[list[str], str, str]],
) -> None:
    text = ""
    lines: dict[str, int] = {}
    for names, value, gap in entries:
        text += gap
        first = tomllib.loads(f"{names[0]}=0").popitem()[0]
        lines[first] = text.count("\n") + 1
        text += f"{' . '.join(names)} = {value}\n"
    found = key_lines(text)
    assert set(found) == paths_in(tomllib.loads(text))
    assert {path[0]: line for path, line in found.items() if len(path) == 1} == lines
