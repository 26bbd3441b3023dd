"""Where a server keeps its things, and the file only it may read."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dalang.server.settings import KEY_FILE, PUSH_KEY_FILE, BadSettings, Settings


def test_the_defaults_are_a_folder_of_the_user_and_this_machine_only() -> None:
    settings = Settings.read(environment={})
    assert settings.home == Path("~/.local/share/dalang").expanduser()
    assert settings.database == f"sqlite:///{settings.home}/dalang.sqlite"
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)


def test_the_environment_goes_before_the_defaults(tmp_path: Path) -> None:
    environment = {
        "DALANG_HOME": str(tmp_path),
        "DALANG_DATABASE": "postgresql://db/games",
        "DALANG_HOST": "0.0.0.0",
        "DALANG_PORT": "80",
    }
    settings = Settings.read(environment=environment)
    assert settings == Settings(tmp_path, "postgresql://db/games", "0.0.0.0", 80)


def test_arguments_go_before_the_environment(tmp_path: Path) -> None:
    environment = {"DALANG_HOME": "/elsewhere", "DALANG_HOST": "there", "DALANG_PORT": "80"}
    settings = Settings.read(tmp_path, "here", 0, environment)
    assert (settings.home, settings.host, settings.port) == (tmp_path, "here", 0)
    assert str(tmp_path) in settings.database


@pytest.mark.parametrize("port", ["x", "-1", "65536", "８０８０８０"])
def test_a_port_that_is_none_is_told(port: str) -> None:
    with pytest.raises(BadSettings, match="DALANG_PORT is a number up to 65535"):
        Settings.read(environment={"DALANG_PORT": port})


def test_reading_settings_leaves_the_disk_alone(tmp_path: Path) -> None:
    Settings.read(tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_password_in_the_url_does_not_show() -> None:
    environment = {"DALANG_DATABASE": "postgresql://me:hunter2@db/games"}
    assert "hunter2" not in repr(Settings.read(environment=environment))


# --- The key ------------------------------------------------------------------------


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    settings = Settings.read(tmp_path / "home")
    keys = settings.keys()
    path = tmp_path / "home" / KEY_FILE
    assert settings.keys() == keys == (path.read_text().strip(),)
    assert len(keys[0]) >= 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [file.name for file in path.parent.iterdir()] == [KEY_FILE]


def test_the_key_is_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        Settings.read(tmp_path).keys()
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


def test_push_has_a_key_of_its_own(tmp_path: Path) -> None:
    settings = Settings.read(tmp_path)
    key = settings.push_key()
    path = tmp_path / PUSH_KEY_FILE
    assert settings.push_key() == key == path.read_text().strip()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert settings.keys() != (key,)
    path.chmod(0o644)
    with pytest.raises(BadSettings, match="may be read by others"):
        settings.push_key()


@pytest.mark.slow
def test_two_servers_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from dalang.server.settings import Settings;"
        "print(*Settings.read(pathlib.Path(sys.argv[1])).keys())"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    servers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert len({server.communicate()[0] for server in servers}) == 1


def test_a_key_that_others_may_read_is_refused_without_quoting_it(tmp_path: Path) -> None:
    settings = Settings.read(tmp_path)
    (key,) = settings.keys()
    (tmp_path / KEY_FILE).chmod(0o644)
    with pytest.raises(BadSettings, match="may be read by others") as error:
        settings.keys()
    assert key not in str(error.value)


@pytest.mark.parametrize("text", ["", "short\n", "a" * 40 + "\nshort\n"])
def test_a_key_that_can_be_guessed_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / KEY_FILE
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(BadSettings, match="at least 32 characters"):
        Settings.read(tmp_path).keys()


def test_a_home_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadSettings, match="cannot be made"):
        Settings.read(tmp_path / "file" / "home").keys()
