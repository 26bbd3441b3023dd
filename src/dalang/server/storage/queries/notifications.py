"""Where people want to be told, inside a transaction that the store opens."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.orm import Session as Database

from dalang.server.storage.database import take_turn
from dalang.server.storage.errors import TooManyStored
from dalang.server.storage.models import DeviceRow, WebhookRow
from dalang.server.storage.records import Device, Webhook


def add_device(db: Connection, device: Device, most: int) -> None:
    """A browser; if it is known already, it belongs to this person from now on."""
    take_turn(db, f"person {device.person}")
    db.execute(delete(DeviceRow).where(DeviceRow.endpoint == device.endpoint))
    owned = select(func.count()).where(DeviceRow.person == device.person)
    if (db.scalar(owned) or 0) >= most:
        raise TooManyStored(f"Person {device.person} has {most} devices already.")
    db.execute(insert(DeviceRow).values(**vars(device)))


def devices(db: Database, person_id: str) -> list[Device]:
    """A person's browsers, oldest first."""
    owned = select(DeviceRow).where(DeviceRow.person == person_id)
    rows = db.scalars(owned.order_by(DeviceRow.created, DeviceRow.id))
    return [_device(row) for row in rows]


def delete_device(db: Connection, person_id: str, device_id: str) -> bool:
    """Forgets a browser of that person; False if there is none of that id."""
    own = delete(DeviceRow).where(DeviceRow.id == device_id, DeviceRow.person == person_id)
    return db.execute(own).rowcount > 0


def _device(row: DeviceRow) -> Device:
    return Device(
        id=row.id,
        person=row.person,
        endpoint=row.endpoint,
        key=row.key,
        auth=row.auth,
        origin=row.origin,
        language=row.language,
        label=row.label,
        created=row.created,
    )


def set_webhook(db: Connection, webhook: Webhook) -> None:
    """A person's webhook; takes the place of an older one."""
    take_turn(db, f"person {webhook.person}")
    delete_webhook(db, webhook.person)
    db.execute(insert(WebhookRow).values(**vars(webhook)))


def webhook(db: Database, person_id: str) -> Webhook | None:
    """The person's webhook."""
    row = db.get(WebhookRow, person_id)
    if row is None:
        return None
    return Webhook(row.person, row.url, row.secret, row.origin, row.language, row.failures)


def delete_webhook(db: Connection, person_id: str) -> None:
    """Forgets a person's webhook."""
    db.execute(delete(WebhookRow).where(WebhookRow.person == person_id))


def count_failure(db: Connection, person_id: str, secret: str, failed: bool) -> None:
    """One more failure in a row, or none any more; of that very webhook, not of a newer one."""
    known = update(WebhookRow).where(WebhookRow.person == person_id, WebhookRow.secret == secret)
    db.execute(known.values(failures=WebhookRow.failures + 1 if failed else 0))
