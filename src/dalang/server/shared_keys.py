"""The keys that all processes of a house share.

With SQLite they are files in the data directory.  With PostgreSQL they are in the database, because
its processes may be on several machines; files from before are taken over when it has none yet.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dalang.server.settings import KEY_FILE, PUSH_KEY_FILE, Settings
from dalang.server.storage import Store
from dalang.server.storage.queries import processes


@dataclass(frozen=True)
class SharedKeys:
    """Secrets of the house."""

    identity: tuple[str, ...] = field(repr=False)  # the first signs, all are accepted
    push: str = field(repr=False)


def shared_keys(settings: Settings, store: Store) -> SharedKeys:
    """Those that exist; the first start makes them."""
    if not store.is_shared:
        return SharedKeys(settings.keys(), settings.push_key())
    found = [
        store.write(processes.house_key, name, settings.proposed_key(name)).split()
        for name in (KEY_FILE, PUSH_KEY_FILE)
    ]
    return SharedKeys(tuple(found[0]), found[1][0])
