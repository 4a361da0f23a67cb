from __future__ import annotations

import pytest

from device.config import PharaoConfig, parse_config
from device.errors import ConfigError


def test_animals_and_piles_are_read() -> None:
    config = parse_config('[pharao]\nanimals = [" cat ", "dog"]\ndeck = [6, 8, 6]', "table.toml")
    assert config.pharao == PharaoConfig(("cat", "dog"), (6, 8, 6))
    agreed = parse_config("[pharao]\npassage_at_start = true\npush_before_first = true", "table.toml").pharao
    assert (agreed.passage_at_start, agreed.push_before_first) == (True, True)
    assert parse_config("", "table.toml").pharao == PharaoConfig()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("animals = []", "must be a list of names"),
        ('animals = "cat"', "must be a list of names"),
        ("animals = [5]", "must hold names in quotes, not 5"),
        ('animals = ["cat", ""]', "a name is 1 to 16 printable characters"),
        ('animals = ["cat", "hole"]', "which means something else"),
        ('animals = ["cat", "cat"]', "give each animal its own name"),
        (f"animals = {[f'a{n}' for n in range(17)]}", "names 17 animals; name at most 16"),
        ("deck = [7, 7]", "three numbers that make 20"),
        ("deck = [7, 7, 7]", "three numbers that make 20"),
        ("deck = [21, 0, -1]", "three numbers that make 20"),
        ("deck = [true, 19, 0]", "three numbers that make 20"),
        ("deck = 20", "three numbers that make 20"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(line: str, words: str) -> None:
    with pytest.raises(ConfigError) as raised:
        parse_config(f"[pharao]\n{line}", "table.toml")
    assert str(raised.value).startswith("table.toml, line 2: ")
    assert words in str(raised.value)
