"""When another attempt helps, and after how long. TypeScript's `retry.ts` does the same."""

import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from random import uniform
from typing import NamedTuple

import httpx

from ._errors import ApiError, RegistruError

# Where a refusal at the limit does not say it: then the window is empty.
_WINDOW = 60.0
_FIRST_PAUSE = 0.5
_MAX_PAUSE = 30.0
# Of a proxy too, whose answers have no `error`.
_TEMPORARY = (408, 429, 500, 502, 503, 504)


class Failure(NamedTuple):
    """An attempt without a result."""

    error: RegistruError
    # None: no answer has come.
    response: httpx.Response | None


class Limit(NamedTuple):
    left: int
    # Seconds until one more request, or the one that was refused, has room.
    reset: float


def to_pause(failure: Failure, earlier_failures: int) -> float | None:
    """Seconds until the next attempt, None if another one cannot help.

    All operations may be sent twice: the second time changes nothing.
    """
    response = failure.response
    told = None
    if response is not None:
        is_read = isinstance(failure.error, ApiError)
        is_final = response.status_code not in _TEMPORARY
        if is_final and (is_read or not response.is_success):
            return None
        told = _read_retry_after(response)
        if response.status_code == 429:
            limit = read_limit(response)
            return limit.reset if limit is not None else told if told is not None else _WINDOW
    factor = float(2 ** min(earlier_failures, 16))
    if told is not None:
        return told * factor
    # Spread, so that clients that failed together do not return together.
    return min(_FIRST_PAUSE * factor, _MAX_PAUSE) * uniform(0.5, 1)


def read_limit(response: httpx.Response) -> Limit | None:
    found = re.search(r";r=(\d+);t=(\d+)", response.headers.get("ratelimit", ""))
    return Limit(int(found[1]), max(1.0, float(found[2]))) if found else None


def _read_retry_after(response: httpx.Response) -> float | None:
    """Reads seconds or, from a proxy, a date."""
    text = response.headers.get("retry-after", "")
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    now = datetime.now(timezone.utc)
    return max(0.0, (date.replace(tzinfo=date.tzinfo or timezone.utc) - now).total_seconds())
