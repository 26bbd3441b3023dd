"""Checks that every game must pass, as functions for any GameSpec, also from other packages.

Each of CHECKS takes a game, a number of players and a seed, each of FOLDER_CHECKS a game.  They
raise AssertionError if the game fails.
"""

from __future__ import annotations

from collections.abc import Callable

from dalang.engine.conformance.course import (
    check_action_texts,
    check_clone,
    check_course,
    check_position_text,
    check_replay,
    check_undo,
    check_undo_tells_nothing,
)
from dalang.engine.conformance.declared import check_copies, check_fields
from dalang.engine.conformance.folder import (
    check_lesson,
    check_rejects_nonsense,
    check_replays,
    check_rulebook,
    check_summary,
)
from dalang.engine.conformance.numbers import check_columns, check_tensor
from dalang.engine.conformance.speech import (
    check_hints,
    check_motives,
    check_statistics,
    check_translations,
    check_why_not,
    check_words,
)
from dalang.engine.conformance.views import (
    check_actions_keep_secrets,
    check_asking_tells_nothing,
    check_imagine_frequencies,
    check_imagine_moves,
    check_view_safe,
    check_view_text,
)
from dalang.engine.spec import GameSpec

Check = Callable[[GameSpec, int, int], None]
FolderCheck = Callable[[GameSpec], None]

CHECKS: tuple[Check, ...] = (
    check_course,
    check_clone,
    check_copies,
    check_fields,
    check_position_text,
    check_action_texts,
    check_why_not,
    check_view_safe,
    check_view_text,
    check_actions_keep_secrets,
    check_asking_tells_nothing,
    check_imagine_moves,
    check_imagine_frequencies,
    check_undo,
    check_undo_tells_nothing,
    check_replay,
    check_words,
    check_hints,
    check_statistics,
    check_tensor,
    check_columns,
)
FOLDER_CHECKS: tuple[FolderCheck, ...] = (
    check_translations,
    check_motives,
    check_rulebook,
    check_summary,
    check_lesson,
    check_replays,
    check_rejects_nonsense,
)
