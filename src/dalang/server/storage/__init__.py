"""Everything the server keeps: people, tables, and the log of every game."""

from dalang.server.storage import queries
from dalang.server.storage.async_store import AsyncStore
from dalang.server.storage.errors import (
    BrokenGame,
    NotStored,
    NumberMissing,
    NumberTaken,
    StorageError,
    TableBound,
    TooManyStored,
)
from dalang.server.storage.records import (
    UNDO,
    Branch,
    ChatLine,
    Device,
    Ending,
    Entry,
    Paced,
    Person,
    Seat,
    SeatKind,
    Status,
    TableRecord,
    Token,
    Upload,
    Webhook,
    Wish,
    new_invite,
    new_table_id,
    now,
)
from dalang.server.storage.restoring import replay_entry, restore
from dalang.server.storage.start_up import StartUpReport, start_up_report
from dalang.server.storage.store import Store

__all__ = [
    "UNDO",
    "AsyncStore",
    "Branch",
    "BrokenGame",
    "ChatLine",
    "Device",
    "Ending",
    "Entry",
    "NotStored",
    "NumberMissing",
    "NumberTaken",
    "Paced",
    "Person",
    "Seat",
    "SeatKind",
    "StartUpReport",
    "Status",
    "StorageError",
    "Store",
    "TableBound",
    "TableRecord",
    "Token",
    "TooManyStored",
    "Upload",
    "Webhook",
    "Wish",
    "new_invite",
    "new_table_id",
    "now",
    "queries",
    "replay_entry",
    "restore",
    "start_up_report",
]
