"""Accounts: browsers, passkeys, e-mail addresses and codes for those who want to be found again."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0010"


def upgrade() -> None:
    """From the schema without accounts; everybody is a guest until they want more."""
    account: sa.Column[object] = sa.Column("account", sa.DateTime(), nullable=True)
    op.add_column("person", account)
    _browsers()
    _passkeys()
    _letters()
    op.create_table(
        "recovery",
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_recovery"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_recovery_person"),
    )
    op.create_index("ix_recovery_person", "recovery", ["person"])


def _browsers() -> None:
    op.create_table(
        "browser",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("seen", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_browser"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_browser_person"),
    )
    op.create_index("ix_browser_person", "browser", ["person"])


def _passkeys() -> None:
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("transports", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("used", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_passkey"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_passkey_person"),
    )
    op.create_index("ix_passkey_person", "passkey", ["person"])
    op.create_table(
        "challenge",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenge"),
    )
    op.create_index("ix_challenge_expires", "challenge", ["expires"])


def _letters() -> None:
    op.create_table(
        "email",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_email"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_email_person"),
        sa.UniqueConstraint("address", name="uq_email_address"),
    )
    op.create_table(
        "letter",
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_letter"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_letter_person"),
    )
    for column in ("person", "address", "expires"):
        op.create_index(f"ix_letter_{column}", "letter", [column])
