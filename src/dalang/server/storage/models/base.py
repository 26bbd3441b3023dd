"""What all tables of the database have in common."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, DateTime, Dialect, Double, LargeBinary, MetaData, TypeDecorator
from sqlalchemy.orm import DeclarativeBase


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; databases differ in what they make of time zones, so none is stored."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """On the way in."""
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """On the way out."""
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """Of all tables.  Constraints have names, so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: UtcDateTime,
        bytes: LargeBinary,
        float: Double,
        dict[str, str]: JSON,
        dict[str, int]: JSON,
        list[str]: JSON,
        list[int]: JSON,
        list[int | None]: JSON,
    }
