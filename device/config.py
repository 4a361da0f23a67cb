"""The table's configuration: TOML in, frozen dataclasses out, and every fault named with its line."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from device.config_checks import Faults, checked_sections
from device.errors import ConfigError
from device.toml_lines import KeyPath, key_lines
from firmware_bridge.ports import PICO, UsbId

MAX_BYTES = 1 << 20
"""A configuration is a page of text; something larger is another file given by mistake."""


@dataclass(frozen=True)
class GameConfig:
    """[game]: who plays, clockwise, which game by its `name`, and for Favor of the Pharaoh the `first` game's
    `setup` or the dice-`rolled` one.

    What is None is asked at the table, since there need be no keyboard to write a configuration.
    """

    players: tuple[str, ...] | None = None
    setup: Literal["first", "rolled"] | None = None
    name: Literal["favor", "pharaoh-code", "pharao"] | None = None


@dataclass(frozen=True)
class FavorConfig:
    """[favor]: how a table reads the rulebook of Favor of the Pharaoh; see `rules.favor.rulings.Rulings`."""

    herder_joins_locks: bool = False
    symbols_wake_when_turned: bool = True
    ankh_counts_own_tokens: bool = True
    best_wins_royal_death: bool = False
    skip_hopeless: bool = True


@dataclass(frozen=True)
class CodeConfig:
    """[code]: how Pharaoh Code is played.

    `unlimited` lifts the limit of one tile a round; None is asked at the table. `seconds` is how long the
    sand runs. `uneven` and `negative` allow such intermediate results; a 0 of the ten-sided die counts as 10,
    or, without `zero_is_ten`, as nothing.
    """

    unlimited: bool | None = None
    seconds: int = 30
    uneven: bool = False
    negative: bool = True
    zero_is_ten: bool = True


@dataclass(frozen=True)
class CameraConfig:
    """[camera]: a USB camera's number as text, "csi" for a Raspberry Pi's own, or a picture, folder or video.

    `size` is the frame's width and height in px, `lamp_hz` the mains frequency of the lamps. With `lock`,
    focus, exposure and white balance stay as they are after a warm-up. `order` is "rgb" only for a camera
    whose red and blue are exchanged.
    """

    source: str = "0"
    size: tuple[int, int] = (1280, 720)
    lamp_hz: int = 50
    lock: bool = True
    order: Literal["bgr", "rgb"] = "bgr"


@dataclass(frozen=True)
class ScreenConfig:
    """[screen]: width and height in px."""

    size: tuple[int, int] = (800, 480)
    fullscreen: bool = False


@dataclass(frozen=True)
class ButtonsConfig:
    """[buttons]: BCM pin numbers of the four buttons, each between its pin and ground.

    `player_pins` are those of the players' own buttons, clockwise, where they are not at a board.
    """

    enabled: bool = True
    up: int = 5
    down: int = 6
    ok: int = 13
    back: int = 19
    debounce_ms: int = 20
    player_pins: tuple[int, ...] = ()


@dataclass(frozen=True)
class BoardConfig:
    """[board]: the microcontroller with the players' buttons, by its USB ids or at a port by its path."""

    enabled: bool = True
    port: str = "auto"
    usb: UsbId = PICO


@dataclass(frozen=True)
class JournalConfig:
    """[journal]: the absolute path of the journal; `default_journal_path` where nothing is configured."""

    path: Path


@dataclass(frozen=True)
class ReadingConfig:
    """[reading]: how many still frames end a roll, and how many frames from then on vote over the dice."""

    still_frames: int = 6
    vote_frames: int = 3


@dataclass(frozen=True)
class PharaoConfig:
    """[pharao]: the animals of the search cards where they are called otherwise, and how many cards have
    1, 2 and 3 on the back.

    With `passage_at_start` a line may slide at once where a turn begins on a secret passage; with
    `push_before_first` the advanced variant's push precedes the very first card too.
    """

    animals: tuple[str, ...] | None = None
    deck: tuple[int, int, int] = (7, 7, 6)
    passage_at_start: bool = False
    push_before_first: bool = False


@dataclass(frozen=True)
class Config:
    """All that the table can be told; each section has its defaults."""

    journal: JournalConfig
    game: GameConfig = field(default_factory=GameConfig)
    favor: FavorConfig = field(default_factory=FavorConfig)
    code: CodeConfig = field(default_factory=CodeConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    screen: ScreenConfig = field(default_factory=ScreenConfig)
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    board: BoardConfig = field(default_factory=BoardConfig)
    reading: ReadingConfig = field(default_factory=ReadingConfig)
    pharao: PharaoConfig = field(default_factory=PharaoConfig)


def default_journal_path(environ: Mapping[str, str] | None = None) -> Path:
    """Where the journal lies unless configured.

    systemd's STATE_DIRECTORY comes first, then $XDG_STATE_HOME/pharaoh, then ~/.local/state/pharaoh.
    ConfigError where there is no home folder either.
    """
    env = os.environ if environ is None else environ
    # systemd joins the folders of a unit with several by colons.
    if state := env.get("STATE_DIRECTORY", "").split(":")[0]:
        return Path(state) / "journal.sqlite"
    xdg = env.get("XDG_STATE_HOME", "")
    # The XDG specification says that a relative path is to be ignored.
    base = Path(xdg) if xdg.startswith("/") else _home(env) / ".local" / "state"
    return base / "pharaoh" / "journal.sqlite"


def default_config_paths(environ: Mapping[str, str] | None = None) -> tuple[Path, ...]:
    """Where a configuration is looked for when none is named, first match wins."""
    env = os.environ if environ is None else environ
    xdg = env.get("XDG_CONFIG_HOME", "")
    places = [Path(xdg)] if xdg.startswith("/") else []
    if not places and (home := env.get("HOME", "")):
        places = [Path(home) / ".config"]
    return (*(place / "pharaoh" / "pharaoh.toml" for place in places), Path("/etc/pharaoh/pharaoh.toml"))


def load_config(path: Path | None = None, environ: Mapping[str, str] | None = None) -> Config:
    """The configuration in the file at `path`, or in the first of the default places, or the defaults.

    ConfigError where a file named by `path` is missing, where a file cannot be read, and for all of its
    faults at once. `environ` stands in for the process's environment.
    """
    if path is None:
        path = next((place for place in default_config_paths(environ) if _is_there(place)), None)
        if path is None:
            return parse_config("", "built-in configuration", environ=environ)
    return parse_config(_read(path), str(path), folder=path.absolute().parent, environ=environ)


def parse_config(
    text: str, name: str, *, folder: Path | None = None, environ: Mapping[str, str] | None = None
) -> Config:
    """The configuration that the TOML `text` holds; `name` is what errors call it.

    A relative journal path counts from `folder`, or else from the working directory. ConfigError names every
    unknown key and wrong value, one a line, as `NAME, line 7: what is wrong; what to do`.
    """
    # Some editors begin UTF-8 files with a byte order mark, which TOML does not know.
    text = text.removeprefix("\ufeff")
    try:
        document = tomllib.loads(text)
        lines = key_lines(text)
    except RecursionError:
        raise ConfigError(
            f"{name}: the values are nested too deeply; this configuration needs none"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}, {_syntax_fault(str(error), text)}") from None
    except ValueError:
        # Python refuses to read whole numbers of thousands of digits.
        raise ConfigError(f"{name}: a number in this file has too many digits; shorten it") from None
    faults = Faults(lines)
    values = checked_sections(document, faults)
    _check_pins(values["buttons"], faults)
    if faults.found:
        raise ConfigError("\n".join(f"{name}, line {line}: {what}" for line, what in sorted(faults.found)))
    journal = values["journal"].get("path")
    return Config(
        journal=JournalConfig(
            default_journal_path(environ) if journal is None else _journal_path(journal, folder, environ)
        ),
        game=GameConfig(**values["game"]),
        favor=FavorConfig(**values["favor"]),
        code=CodeConfig(**values["code"]),
        camera=CameraConfig(**values["camera"]),
        screen=ScreenConfig(**values["screen"]),
        buttons=ButtonsConfig(**values["buttons"]),
        board=BoardConfig(**values["board"]),
        reading=ReadingConfig(**values["reading"]),
        pharao=PharaoConfig(**values["pharao"]),
    )


_BUTTON_KEYS = ("up", "down", "ok", "back")


def _check_pins(buttons: Mapping[str, Any], faults: Faults) -> None:
    """Each button needs a pin of its own, also against the pins of buttons left at their default."""
    pins: dict[KeyPath, int] = {(key,): buttons.get(key, getattr(ButtonsConfig, key)) for key in _BUTTON_KEYS}
    pins |= {("player_pins", seat): pin for seat, pin in enumerate(buttons.get("player_pins", ()))}
    written = [path for path in pins if faults.is_written(("buttons", path[0]))]
    given = sorted(
        (path for path in written if path[0] in buttons), key=lambda path: faults.line(("buttons", *path))
    )
    others = [path for path in pins if path not in written]
    for path in given:
        taken = next((other for other in others if pins[other] == pins[path]), None)
        if taken:
            whose = f"{_told(taken)}" if taken[0] in buttons else f"{_told(taken)} by default"
            what = f"{path[0]} in [buttons] is pin {pins[path]}, as is {whose}; give each its own"
            faults.add(("buttons", *path), what)
        others.append(path)


def _told(path: KeyPath) -> str:
    return f'"{path[0]}"' if len(path) == 1 else f'"{path[0]}" at place {int(path[1]) + 1}'


def _syntax_fault(message: str, text: str) -> str:
    """What tomllib says, in the form of all other faults."""
    if told := re.fullmatch(r"(?s)(.*) \(at line (\d+), column (\d+)\)", message):
        what, line, column = told.groups()
        return f"line {line}: column {column} is not TOML: {_lower(what)}; correct this line"
    last = text.rstrip().count("\n") + 1
    what = _lower(message.removesuffix(" (at end of document)"))
    return f"line {last}: the file is not TOML: {what}; correct this or an earlier line"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise ConfigError(f"{path}: there is no such file; give the path of a configuration") from None
    except IsADirectoryError:
        raise ConfigError(f"{path}: this is a folder; give the path of a configuration file in it") from None
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise ConfigError(f"{path}: cannot be read ({what}); check the path and its permissions") from error
    if len(raw) > MAX_BYTES:
        raise ConfigError(f"{path}: this is too large for a configuration; give another file")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}, line {line}: this is not UTF-8 text; save the file as UTF-8") from None


def _is_there(path: Path) -> bool:
    """Whether something is at `path`; what may not be looked at counts, lest it be passed over in silence."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _journal_path(told: str, folder: Path | None, environ: Mapping[str, str] | None) -> Path:
    """Absolute, because libraries of the hardware change the working directory."""
    env = os.environ if environ is None else environ
    if told == "~" or told.startswith("~/"):
        return _home(env) / told[2:]
    return (folder or Path.cwd()) / told


def _home(env: Mapping[str, str]) -> Path:
    if home := env.get("HOME", ""):
        return Path(home)
    try:
        return Path.home()
    except RuntimeError:
        raise ConfigError(
            "this user has no home folder for the journal; set path in [journal] to an absolute path"
        ) from None
