from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

from device.config import default_config_paths, default_journal_path

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd" / "pharaoh.service"


def keys() -> dict[str, list[str]]:
    """Every `Section.Key` of the unit with the values it is given."""
    found: dict[str, list[str]] = defaultdict(list)
    section = ""
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found[f"{section}.{key}"].append(value)
    return found


def value(key: str) -> str:
    (only,) = keys()[key]
    return only


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Ask systemd-analyze, which needs no running systemd for this."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed")
    version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    told = re.match(r"systemd (\d+)", version)
    if told is None or int(told[1]) < 250:
        pytest.skip("this systemd-analyze is older than 250 and cannot check a unit on its own")
    return subprocess.run([tool, *arguments], capture_output=True, text=True, check=False)


def verify(text: str, folder: Path) -> str:
    """What systemd complains about in a unit of this text whose program is there."""
    copy = folder / "pharaoh.service"
    copy.write_text(re.sub(r"(?m)^ExecStart=.*", "ExecStart=/bin/true", text), encoding="utf-8")
    done = analyze("verify", "--man=no", "--recursive-errors=no", copy)
    return done.stderr + ("" if done.returncode == 0 else f"exit code {done.returncode}")


def test_systemd_accepts_every_line_of_the_unit(tmp_path: Path) -> None:
    assert verify(UNIT.read_text(encoding="utf-8"), tmp_path) == ""


def test_the_check_of_the_unit_would_notice_a_misspelled_key(tmp_path: Path) -> None:
    text = UNIT.read_text(encoding="utf-8").replace("RestartSec=", "RestratSec=")
    assert "RestratSec" in verify(text, tmp_path)


def test_the_service_is_well_confined() -> None:
    # Tenths of systemd's exposure, which reaches 10; what is left over is mostly the devices it must reach.
    done = analyze("security", "--offline=yes", "--threshold=25", UNIT)
    assert done.returncode == 0, done.stdout


def test_the_table_starts_at_power_on_and_whenever_it_has_ended() -> None:
    assert value("Install.WantedBy") == "multi-user.target"
    assert value("Service.Restart") == "always"
    assert value("Unit.StartLimitIntervalSec") == "0"


def test_the_table_is_started_by_the_projects_own_command() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    command, *options = value("Service.ExecStart").split()
    assert Path(command).is_absolute()
    assert Path(command).name in scripts
    assert options == []


def test_the_journal_lies_in_the_folder_that_the_service_may_write() -> None:
    state = f"/var/lib/{value('Service.StateDirectory')}"
    assert default_journal_path({"STATE_DIRECTORY": state}) == Path("/var/lib/pharaoh/journal.sqlite")
    assert value("Service.ProtectSystem") == "strict"


def test_the_configuration_that_the_unit_mentions_is_one_that_is_looked_for() -> None:
    (mentioned,) = re.findall(r"configuration is (\S+),", UNIT.read_text(encoding="utf-8"))
    assert Path(mentioned) in default_config_paths({"HOME": "/var/lib/pharaoh"})


def test_the_table_is_no_root_and_belongs_to_the_groups_of_its_devices() -> None:
    assert value("Service.DynamicUser") == "yes"
    assert value("Service.CapabilityBoundingSet") == ""
    groups = set(value("Service.SupplementaryGroups").split())
    assert groups == {"video", "render", "gpio", "input", "dialout", "audio"}


def test_confinement_leaves_camera_pins_screen_and_hotplug_usable() -> None:
    shut_out = {
        "PrivateDevices",
        "ProtectClock",
        "DevicePolicy",
        "DeviceAllow",
        "PrivateNetwork",
        "PrivateUsers",
    }
    assert not {key.split(".")[1] for key in keys()} & shut_out
    assert "MemoryDenyWriteExecute" not in {key.split(".")[1] for key in keys()}
    assert "AF_NETLINK" in value("Service.RestrictAddressFamilies").split()


def test_the_console_does_not_draw_over_the_table() -> None:
    assert value("Unit.Conflicts") == "getty@tty1.service"
    assert "getty@tty1.service" in " ".join(keys()["Unit.After"]).split()
