"""What is asked of the database, and written to it, by topic.

Each function is handed an open transaction: reading ones by `Store.read` or `AsyncStore.read`,
writing ones by `write`.
"""

from dalang.server.storage.queries.log import add_chat, append, chat, entries
from dalang.server.storage.queries.notifications import (
    add_device,
    count_failure,
    delete_device,
    delete_webhook,
    devices,
    set_webhook,
    webhook,
)
from dalang.server.storage.queries.pacing import keep_reminder, paced
from dalang.server.storage.queries.people import (
    add_person,
    add_token,
    person,
    person_of_link,
    person_of_token,
    rename,
    revoke_links,
    revoke_token,
    set_language,
    set_notices,
    tokens,
)
from dalang.server.storage.queries.replays import (
    add_branch,
    add_sequel,
    add_upload,
    analysis,
    branch,
    delete_upload,
    keep_analysis,
    sequel,
    upload,
    uploads,
)
from dalang.server.storage.queries.tables import (
    add_table,
    set_seat,
    set_status,
    table,
    tables,
    touch,
)

__all__ = [
    "add_branch",
    "add_chat",
    "add_device",
    "add_person",
    "add_sequel",
    "add_table",
    "add_token",
    "add_upload",
    "analysis",
    "append",
    "branch",
    "chat",
    "count_failure",
    "delete_device",
    "delete_upload",
    "delete_webhook",
    "devices",
    "entries",
    "keep_analysis",
    "keep_reminder",
    "paced",
    "person",
    "person_of_link",
    "person_of_token",
    "rename",
    "revoke_links",
    "revoke_token",
    "sequel",
    "set_language",
    "set_notices",
    "set_seat",
    "set_status",
    "set_webhook",
    "table",
    "tables",
    "tokens",
    "touch",
    "upload",
    "uploads",
    "webhook",
]
