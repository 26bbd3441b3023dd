"""dalang backup, restore, migrate-database and host, and what all commands for hosts share."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path

from dalang.cli.telling import Teller, tell_json
from dalang.engine.errors import DalangError
from dalang.server.settings import Settings


class NoSuchAccount(DalangError):
    """None, or more than one, is meant by what a host typed."""

    def __init__(self, who: str, found: Sequence[str]) -> None:
        if found:
            super().__init__(f"{who!r} may be {', or '.join(found)}: name the id.")
        else:
            super().__init__(
                f"There is no account {who!r}. Hosts need one: a guest adds a passkey or an "
                "address on the page Account."
            )


class MissingExtra(DalangError):
    """The command needs packages that a plain installation leaves out."""


@contextmanager
def web_extra() -> Generator[None]:
    """Around imports of the server: says how to install what is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] == "dalang":
            raise
        raise MissingExtra(
            f"This needs the packages of the web server, and {error.name} is not installed. "
            "Install them with: pip install 'dalang[web]' — or play without installing anything: "
            "pipx run --spec 'dalang[web]' dalang serve"
        ) from None


def lock_of_files(settings: Settings) -> AbstractContextManager[None]:
    """Holds the folder of the database file, which need not be in the data directory."""
    from dalang.server.folder_lock import folder_lock
    from dalang.server.storage.database import read_url
    from dalang.server.storage.sqlite import folder_of

    return folder_lock(folder_of(read_url(settings.database)) or settings.home)


def back_up(
    path: Path, data: Path | None, database: str | None, as_json: bool, language: str
) -> int:
    """Copies the database, also while a server is using it."""
    with web_extra():
        from dalang.server.storage import backup
    backup.back_up(Settings.read(data, database=database).database, path)
    if as_json:
        tell_json({"backup": str(path)})
    else:
        Teller(language).say("backed_up", path=path)
    return 0


def restore(path: Path, data: Path | None, as_json: bool, language: str) -> int:
    """Puts a backup in the place of the database of a server that does not run."""
    with web_extra():
        from dalang.server.storage import replacing
    settings = Settings.read(data)
    with lock_of_files(settings):
        old = replacing.put_back(settings.database, path)
    if as_json:
        tell_json({"restored": str(path), "home": str(settings.home), "old": old and str(old)})
        return 0
    teller = Teller(language)
    teller.say("restored", path=path, home=settings.home)
    if old:
        teller.say("set_aside", old=old)
    return 0


def migrate_database(source: str, target: str, as_json: bool, language: str) -> int:
    """Copies everything from one database into another, empty one."""
    with web_extra():
        from dalang.server.folder_lock import folder_lock
        from dalang.server.storage.copying import check_urls, copy_database
        from dalang.server.storage.database import read_url
        from dalang.server.storage.server_lock import sole_use
        from dalang.server.storage.sqlite import folder_of
    check_urls(source, target)
    with ExitStack() as locks:  # no server may be using either of them
        urls = {read_url(text): text for text in (source, target)}
        for folder in {found for url in urls if (found := folder_of(url))}:
            locks.enter_context(folder_lock(folder))
        for text in urls.values():
            locks.enter_context(sole_use(text))
        rows = copy_database(source, target)
    if as_json:
        tell_json(rows)
    else:
        Teller(language).say("migrated")
        print(*(f"{count:>9} {name}" for name, count in rows.items()), sep="\n")
    return 0


def manage_hosts(
    deed: str,
    who: str | None,
    data: Path | None,
    database: str | None,
    as_json: bool,
    language: str,
) -> int:
    """Makes accounts hosts, or lists those who are; also while a server runs."""
    with web_extra():
        from dalang.server.storage import Store, queries
    settings = Settings.read(data, database=database)
    with closing(Store(settings.database)) as store:
        if deed != "list":
            found = store.read(queries.accounts_called, who or "")
            if len(found) != 1:
                raise NoSuchAccount(who or "", [f"{one.name} ({one.id})" for one in found])
            store.write(queries.set_host, found[0].id, deed == "add")
        hosts = store.read(queries.hosts)
    if as_json:
        tell_json([{"id": host.id, "name": host.name} for host in hosts])
        return 0
    if not hosts:
        Teller(language).say("no_hosts")
    for host in hosts:
        print(f"{host.id}  {host.name}")
    return 0
