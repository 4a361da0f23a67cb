from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Protocol, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.config import (
    BoardConfig,
    ButtonsConfig,
    CameraConfig,
    CodeConfig,
    Config,
    FavorConfig,
    GameConfig,
    JournalConfig,
    ReadingConfig,
    ScreenConfig,
    default_config_paths,
    default_journal_path,
    load_config,
    parse_config,
)
from device.errors import ConfigError, DeviceError

T = TypeVar("T")

HOME = {"HOME": "/home/ann"}

KEYS = {
    "game": ["players", "setup"],
    "code": ["unlimited", "seconds", "uneven", "negative", "zero_is_ten"],
    "camera": ["source", "size", "lamp_hz", "lock", "order"],
    "screen": ["size", "fullscreen"],
    "buttons": ["enabled", "up", "down", "ok", "back", "debounce_ms", "player_pins"],
    "board": ["enabled", "port", "usb"],
    "journal": ["path"],
    "reading": ["still_frames", "vote_frames"],
    "favor": [
        "herder_joins_locks",
        "symbols_wake_when_turned",
        "ankh_counts_own_tokens",
        "best_wins_royal_death",
        "skip_hopeless",
    ],
}


def faults(text: str) -> list[str]:
    """Each fault of a text that must have some, without the file's name."""
    with pytest.raises(ConfigError) as caught:
        parse_config(text, "c.toml", environ=HOME)
    lines = str(caught.value).split("\n")
    assert all(line.startswith("c.toml, ") for line in lines)
    return [line.removeprefix("c.toml, ") for line in lines]


def test_an_empty_file_gives_the_defaults() -> None:
    assert parse_config("", "c.toml", environ=HOME) == Config(
        journal=JournalConfig(Path("/home/ann/.local/state/pharaoh/journal.sqlite"))
    )


def test_every_key_is_read() -> None:
    text = """
    game = { players = ["Cleo", " Jörg ", "Bo"], setup = "rolled" }
    [camera]
    source = "800x480"
    size = "640x480"
    lamp_hz = 60
    lock = false
    order = "rgb"
    [screen]
    size = "480x320"
    fullscreen = true
    [buttons]
    enabled = false
    up = 0
    down = 27
    ok = 3
    back = 4
    debounce_ms = 500
    player_pins = [17, 22]
    [board]
    enabled = false
    port = "/dev/ttyACM3"
    usb = "2E8A:00c0"
    [journal]
    path = "/data/games.sqlite"
    [code]
    unlimited = true
    seconds = 45
    uneven = true
    negative = false
    zero_is_ten = false
    [reading]
    still_frames = 9
    vote_frames = 9
    [favor]
    herder_joins_locks = true
    symbols_wake_when_turned = false
    ankh_counts_own_tokens = false
    best_wins_royal_death = true
    skip_hopeless = false
    """
    assert parse_config(text, "c.toml") == Config(
        journal=JournalConfig(Path("/data/games.sqlite")),
        game=GameConfig(("Cleo", "Jörg", "Bo"), "rolled"),
        camera=CameraConfig("800x480", (640, 480), 60, False, "rgb"),
        screen=ScreenConfig((480, 320), True),
        buttons=ButtonsConfig(False, 0, 27, 3, 4, 500, (17, 22)),
        board=BoardConfig(False, "/dev/ttyACM3", (0x2E8A, 0x00C0)),
        reading=ReadingConfig(9, 9),
        code=CodeConfig(True, 45, uneven=True, negative=False, zero_is_ten=False),
        favor=FavorConfig(True, False, False, True, False),
    )


def test_all_faults_are_reported_at_once_in_the_order_of_lines() -> None:
    assert faults(
        '[screen]\nresolution = "1x1"\n\n[buttons]\nup = 28\nok = true\n[scren]\n[game]\nplayers = ["A"]\n'
    ) == [
        'line 2: unknown key "resolution" in [screen]; its keys are size, fullscreen',
        "line 5: up in [buttons] must be a whole number from 0 to 27 (a BCM pin), not 28",
        "line 6: ok in [buttons] must be a whole number from 0 to 27 (a BCM pin), not true",
        "line 7: unknown section [scren]; did you mean [screen]?",
        "line 9: players in [game] names 1 players; name 2, 3, 4 or 5",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[game]\nsetpu = 1", 'line 2: unknown key "setpu" in [game]; did you mean "setup"?'),
        ("[game]\nfullscreen = 1", 'line 2: unknown key "fullscreen" in [game]; it belongs in [screen]'),
        (
            "[game]\nful_screen = 1",
            'line 2: unknown key "ful_screen" in [game]; did you mean "fullscreen" in [screen]?',
        ),
        ("players = 1", 'line 1: unknown key "players" outside of any section; it belongs in [game]'),
        ("xyzzy = 1", 'line 1: unknown key "xyzzy" outside of any section; put it below its section\'s line'),
        (
            "\n[xyzzy]",
            "line 2: unknown section [xyzzy]; "
            "the sections are [game], [code], [camera], [screen], [buttons], [board], [journal], [reading], "
            "[pharao], [favor]",
        ),
        ("screen = 5", "line 1: [screen] is 5; write a line [screen] and its keys below"),
        (
            "\n[[screen]]",
            "line 2: [screen] stands in double brackets; write a line [screen] and its keys below",
        ),
        (
            "[buttons]\nplayer_pins = 17",
            "line 2: player_pins in [buttons] must be a list of 1 to 6 BCM pins, not 17; "
            "write player_pins = [17, 27]",
        ),
        (
            "[buttons]\nplayer_pins = [\n 17,\n 99]",
            "line 4: player_pins in [buttons] must be a whole number from 0 to 27 (a BCM pin), not 99",
        ),
        (
            "[buttons]\nplayer_pins = [17,\n 13]",
            'line 3: player_pins in [buttons] is pin 13, as is "ok" by default; give each its own',
        ),
        (
            "[buttons]\nup = 17\nplayer_pins = [20,\n 17]",
            'line 4: player_pins in [buttons] is pin 17, as is "up"; give each its own',
        ),
        (
            "[buttons]\nplayer_pins = [20, 20]",
            'line 2: player_pins in [buttons] is pin 20, as is "player_pins" at place 1; give each its own',
        ),
        (
            '[board]\nusb = "2e8a"',
            "line 2: usb in [board] must be vendor and product as lsusb shows them, such as "
            '"2e8a:0005", not "2e8a"',
        ),
        (
            '[game]\nplayers = "Ann"',
            'line 2: players in [game] must be a list of names, not "Ann"; write players = ["Ann", "Bob"]',
        ),
        ("[game]\nplayers = []", "line 2: players in [game] names 0 players; name 2, 3, 4 or 5"),
        (
            '[game]\nplayers = [\n"Ann",\n7]',
            "line 4: players in [game] must hold names in quotes, not 7",
        ),
        (
            '[game]\nplayers = [\n"Ann",\n" ",\n]',
            "line 4: players in [game] has an empty name; write one or leave the seat out",
        ),
        (
            '[game]\nplayers = [\n"Ann", # "Bob",\n"Ann "]',
            'line 4: players in [game] has "Ann " twice; give each player a name of their own',
        ),
        (
            '[game]\nplayers = ["Ann", "Bartholomew of Thebes"]',
            'line 2: players in [game] has "Bartholomew of Thebes"; a name is 1 to 16 printable characters',
        ),
        (
            '[game]\nplayers = ["Ann", "B\\tb"]',
            'line 2: players in [game] has "B\\tb"; a name is 1 to 16 printable characters',
        ),
        ("[game]\nsetup = 1", 'line 2: setup in [game] must be "first" or "rolled", not 1'),
        ("[screen]\nsize = [1]", 'line 2: size in [screen] must be "800x480" or "480x320", not a list'),
        ("[screen]\nsize.x = 1", 'line 2: size in [screen] must be "800x480" or "480x320", not a table'),
        ("[screen]\nfullscreen = 1", "line 2: fullscreen in [screen] must be true or false, not 1"),
        ("[camera]\nsource = 0", 'line 2: source in [camera] must be text; write "0" with quotes'),
        ("[camera]\nsource = true", "line 2: source in [camera] must be text in quotes, not true"),
        (
            '[camera]\nsource = ""',
            'line 2: source in [camera] must not be ""; fill it in or leave the key out',
        ),
        ("[camera]\nlamp_hz = 55", "line 2: lamp_hz in [camera] must be 50 or 60, not 55"),
        ("[camera]\nlamp_hz = 50.0", "line 2: lamp_hz in [camera] must be 50 or 60, not 50.0"),
        ("[camera]\nlock = 1", "line 2: lock in [camera] must be true or false, not 1"),
        ('[camera]\norder = "gbr"', 'line 2: order in [camera] must be "bgr" or "rgb", not "gbr"'),
        *(
            (
                f"[camera]\nsize = {size}",
                'line 2: size in [camera] must be a width and height in even pixels such as "1280x720", '
                f"not {size}",
            )
            for size in ('"1280x"', '"1281x720"', '"64x48"', '"9000x9000"', "720")
        ),
        (
            "[journal]\npath = 1979-05-27",
            "line 2: path in [journal] must be text in quotes, not 1979-05-27",
        ),
        (
            "[buttons]\ndebounce_ms = 2.5",
            "line 2: debounce_ms in [buttons] must be a whole number from 1 to 500 ms, not 2.5",
        ),
        (
            "[buttons]\nback = 9\nup = 9",
            'line 3: up in [buttons] is pin 9, as is "back"; give each its own',
        ),
        ("[buttons]\nup = 6", 'line 2: up in [buttons] is pin 6, as is "down" by default; give each its own'),
        (
            "[reading]\nstill_frames = 1",
            "line 2: still_frames in [reading] must be a whole number from 2 to 60, not 1",
        ),
        (
            "[reading]\nvote_frames = 0",
            "line 2: vote_frames in [reading] must be a whole number from 1 to 15, not 0",
        ),
    ],
)
def test_a_fault_is_named_with_line_and_remedy(text: str, fault: str) -> None:
    assert faults(text) == [fault]


def test_a_wrong_pin_is_not_compared_as_if_it_were_the_default() -> None:
    assert len(faults("[buttons]\nup = 99\nok = 5\n")) == 1


def test_swapped_pins_are_no_clash() -> None:
    swapped = parse_config("[buttons]\nup = 6\ndown = 5\n", "c.toml", environ=HOME).buttons
    assert (swapped.up, swapped.down) == (6, 5)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("[game]\nplayers = Ann\n", "line 2: column 11 is not TOML: "),
        ("[game]\n[game]\n", "line 2: column 6 is not TOML: cannot declare"),
        ('[game]\nplayers = [\n"Ann",\n\n\n', "line 3: the file is not TOML: "),
    ],
)
def test_broken_toml_is_reported_in_the_same_form(text: str, start: str) -> None:
    (fault,) = faults(text)
    assert fault.startswith(start)
    assert "(at" not in fault


@pytest.mark.parametrize("text", ["x = " + "[" * 20_000, "x = " + "9" * 20_000])
def test_absurd_toml_gets_a_sentence_too(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^c\.toml: .*; ") as caught:
        parse_config(text, "c.toml")
    assert "\n" not in str(caught.value)


def test_a_config_error_is_a_device_error_and_a_value_error() -> None:
    assert issubclass(ConfigError, DeviceError)
    assert issubclass(ConfigError, ValueError)


def test_a_file_is_loaded_and_its_journal_lies_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "pharaoh.toml"
    file.write_bytes(b'\xef\xbb\xbf[journal]\r\npath = "games/j.sqlite"\r\n')
    assert load_config(file).journal.path == tmp_path / "games" / "j.sqlite"


def test_a_tilde_in_the_journal_path_is_the_home_folder() -> None:
    config = parse_config('[journal]\npath = "~/games.sqlite"', "c.toml", environ=HOME)
    assert config.journal.path == Path("/home/ann/games.sqlite")


def test_a_file_that_is_asked_for_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"absent\.toml: there is no such file"):
        load_config(tmp_path / "absent.toml")


def test_a_folder_is_no_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="this is a folder"):
        load_config(tmp_path)


def test_a_file_of_another_encoding_is_named_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes('[game]\nplayers = ["Jörg", "Ann"]\n'.encode("latin-1"))
    with pytest.raises(ConfigError, match=r"latin\.toml, line 2: this is not UTF-8"):
        load_config(file)


def test_a_picture_given_as_configuration_is_refused_without_reading_it_whole(tmp_path: Path) -> None:
    file = tmp_path / "huge.toml"
    file.touch()
    os.truncate(file, 1 << 40)
    with pytest.raises(ConfigError, match="too large"):
        load_config(file)


def test_a_path_that_no_file_can_have_gets_a_sentence(tmp_path: Path) -> None:
    for name in ("a\0b", "a" * 5000):
        with pytest.raises(ConfigError, match="cannot be read"):
            load_config(tmp_path / name)


def test_without_a_name_the_users_file_comes_before_the_machines(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": "relative/is/ignored"}
    assert default_config_paths(env)[0] == tmp_path / ".config" / "pharaoh" / "pharaoh.toml"
    assert default_config_paths({**env, "XDG_CONFIG_HOME": "/x"})[0] == Path("/x/pharaoh/pharaoh.toml")
    assert default_config_paths({}) == (Path("/etc/pharaoh/pharaoh.toml"),)
    file = default_config_paths(env)[0]
    file.parent.mkdir(parents=True)
    file.write_text('[game]\nsetup = "rolled"\n')
    assert load_config(None, env).game.setup == "rolled"


def test_a_default_place_that_cannot_be_looked_at_is_not_passed_over_in_silence() -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(None, {"XDG_CONFIG_HOME": f"/{'a' * 300}"})


def test_the_journals_default_place_follows_systemd_then_xdg_then_home() -> None:
    env = {**HOME, "XDG_STATE_HOME": "/xdg", "STATE_DIRECTORY": "/var/lib/pharaoh:/var/lib/other"}
    assert default_journal_path(env) == Path("/var/lib/pharaoh/journal.sqlite")
    env.pop("STATE_DIRECTORY")
    assert default_journal_path(env) == Path("/xdg/pharaoh/journal.sqlite")
    env["XDG_STATE_HOME"] = "not/absolute"
    assert default_journal_path(env) == Path("/home/ann/.local/state/pharaoh/journal.sqlite")


names = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=16)

frame_sides = st.integers(120, 2048).map(lambda half: 2 * half)

configs = st.builds(
    Config,
    journal=st.builds(JournalConfig, st.sampled_from(["/j.sqlite", '/with "quotes" = #1.sqlite']).map(Path)),
    game=st.builds(
        GameConfig,
        st.lists(names, min_size=2, max_size=4, unique=True).map(tuple),
        st.sampled_from(["first", "rolled"]),
    ),
    camera=st.builds(
        CameraConfig,
        names,
        st.tuples(frame_sides, frame_sides),
        st.sampled_from([50, 60]),
        st.booleans(),
        st.sampled_from(["bgr", "rgb"]),
    ),
    screen=st.builds(ScreenConfig, st.sampled_from([(800, 480), (480, 320)]), st.booleans()),
    buttons=st.builds(
        lambda enabled, pins, ms: ButtonsConfig(
            enabled, pins[0], pins[1], pins[2], pins[3], ms, tuple(pins[4:])
        ),
        st.booleans(),
        st.lists(st.integers(0, 27), min_size=5, max_size=10, unique=True),
        st.integers(1, 500),
    ),
    board=st.builds(
        BoardConfig,
        st.booleans(),
        st.sampled_from(["auto", "/dev/serial/by-id/usb-board"]),
        st.tuples(st.integers(0, 0xFFFF), st.integers(0, 0xFFFF)),
    ),
    reading=st.builds(ReadingConfig, st.integers(2, 60), st.integers(1, 15)),
    code=st.builds(
        CodeConfig, st.booleans(), st.integers(5, 600), st.booleans(), st.booleans(), st.booleans()
    ),
    favor=st.builds(FavorConfig, *[st.booleans()] * 5),
)


class Draw(Protocol):
    """What a composite strategy's `draw` and `data.draw` have in common."""

    def __call__(self, strategy: st.SearchStrategy[T], /) -> T: ...


def toml_value(value: object, draw: Draw) -> str:
    if isinstance(value, list):
        gap = draw(st.sampled_from([" ", "\n", ' # "]" = [\n']))
        return f"[{gap}{f',{gap}'.join(toml_value(item, draw) for item in value)}{gap}]"
    if isinstance(value, str) and "'" not in value and draw(st.booleans()):
        return f"'{value}'"
    # Only the JSON of a plane-one character is no TOML, and ensure_ascii avoids its surrogates.
    return json.dumps(value, ensure_ascii=False)


@st.composite
def written(draw: st.DrawFn) -> tuple[Config, list[tuple[str, str, str]]]:
    """A configuration and its assignments (section, key, TOML value) in some order of sections."""
    config = draw(configs)
    plain = asdict(config)
    plain["journal"]["path"] = str(config.journal.path)
    for section in ("screen", "camera"):
        plain[section]["size"] = "{}x{}".format(*plain[section]["size"])
    plain["game"]["players"] = list(config.game.players or ())
    plain["buttons"]["player_pins"] = list(config.buttons.player_pins)
    plain["board"]["usb"] = "{:04x}:{:04X}".format(*config.board.usb)
    return config, [
        (section, key, toml_value(plain[section][key], draw))
        for section in draw(st.permutations(list(KEYS)))
        for key in draw(st.permutations(KEYS[section]))
    ]


def lay_out(entries: list[tuple[str, str, str]], draw: Draw) -> tuple[str, dict[tuple[str, str], int]]:
    """A text with the assignments in mixed styles, and the line on which each key stands."""
    text = ""
    lines: dict[tuple[str, str], int] = {}
    opened: set[str] = set()
    dotted = {section for section in KEYS if draw(st.booleans())}
    for dot in (True, False):
        for section, key, value in entries:
            if (section in dotted) is not dot:
                continue
            text += draw(st.sampled_from(["", "\n", '# "quoted" = [comment]\r\n']))
            name = draw(st.sampled_from([key, f'"{key}"', f"'{key}'"]))
            if dot:
                name = f"{section} . {name}"
            elif section not in opened:
                text += draw(st.sampled_from([f"[{section}]\n", f'[ "{section}" ] # [x]\n']))
                opened.add(section)
            lines[section, key] = text.count("\n") + 1
            text += f"{name} = {value}\n"
    return text, lines


@given(written(), st.data())
def test_any_valid_configuration_is_read_as_it_was_written(
    config_and_entries: tuple[Config, list[tuple[str, str, str]]], data: st.DataObject
) -> None:
    config, entries = config_and_entries
    text, _ = lay_out(entries, data.draw)
    assert parse_config(text, "c.toml") == config


@given(written(), st.data())
def test_any_misspelled_key_is_reported_on_its_own_line(
    config_and_entries: tuple[Config, list[tuple[str, str, str]]], data: st.DataObject
) -> None:
    _, entries = config_and_entries
    entries = [entry for entry in entries if entry[0] != "buttons"]
    at = data.draw(st.integers(0, len(entries) - 1))
    section, key, value = entries[at]
    # A letter left out of a key of this length is always a near miss and never another key.
    cut = data.draw(st.integers(0, len(key) - 1))
    misspelled = key[:cut] + key[cut + 1 :]
    entries[at] = (section, misspelled, value)
    text, lines = lay_out(entries, data.draw)
    line = lines[section, misspelled]
    assert faults(text) == [f'line {line}: unknown key "{misspelled}" in [{section}]; did you mean "{key}"?']
