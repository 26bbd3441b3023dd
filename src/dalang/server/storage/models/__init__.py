"""The tables of the database.

A change here needs a step in migrations/versions; a test compares what the steps make with what is
written here.
"""

from dalang.server.storage.models.base import Base
from dalang.server.storage.models.contests import (
    EntrantRow,
    PairingRow,
    RatingRow,
    ResultRow,
    TournamentRow,
)
from dalang.server.storage.models.moderation import AuditRow, HouseWordRow, ReportRow
from dalang.server.storage.models.people import (
    BrowserRow,
    ChallengeRow,
    DeviceRow,
    EmailRow,
    LetterRow,
    PasskeyRow,
    PersonRow,
    RecoveryRow,
    TieRow,
    TokenRow,
    WebhookRow,
)
from dalang.server.storage.models.processes import (
    AllowanceRow,
    AnalysisRunRow,
    HintRow,
    HouseKeyRow,
    JobRow,
    LeaseRow,
    PresenceRow,
    ProcessRow,
)
from dalang.server.storage.models.tables import (
    AgainRow,
    AnalysisRow,
    BranchRow,
    ChatRow,
    EntryRow,
    InvitationRow,
    PremoveRow,
    PutAwayRow,
    ReminderRow,
    SeatRow,
    SequelRow,
    TableRow,
    TurnNoticeRow,
    UploadRow,
)

__all__ = [
    "AgainRow",
    "AllowanceRow",
    "AnalysisRow",
    "AnalysisRunRow",
    "AuditRow",
    "Base",
    "BranchRow",
    "BrowserRow",
    "ChallengeRow",
    "ChatRow",
    "DeviceRow",
    "EmailRow",
    "EntrantRow",
    "EntryRow",
    "HintRow",
    "HouseKeyRow",
    "HouseWordRow",
    "InvitationRow",
    "JobRow",
    "LeaseRow",
    "LetterRow",
    "PairingRow",
    "PasskeyRow",
    "PersonRow",
    "PremoveRow",
    "PresenceRow",
    "ProcessRow",
    "PutAwayRow",
    "RatingRow",
    "RecoveryRow",
    "ReminderRow",
    "ReportRow",
    "ResultRow",
    "SeatRow",
    "SequelRow",
    "TableRow",
    "TieRow",
    "TokenRow",
    "TournamentRow",
    "TurnNoticeRow",
    "UploadRow",
    "WebhookRow",
]
