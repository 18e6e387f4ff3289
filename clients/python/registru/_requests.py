"""What is sent and when, without sending it: the same for both classes."""

import json
import re
from collections.abc import Callable, Generator
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx

from ._errors import ApiError, ConnectionFailed
from ._operations import OPERATIONS, CallOptions
from ._retry import Failure, read_limit, to_pause


class Send(NamedTuple):
    """To send a request, given as the arguments of httpx; the reply is its answer, or why there is none."""

    request: dict[str, Any]
    timeout: float


class Sleep(NamedTuple):
    seconds: float


class Answer(NamedTuple):
    response: httpx.Response
    body: bytes


Reply = Answer | Exception | None
Steps = Generator[Send | Sleep, Reply, Any]


class _Success(NamedTuple):
    value: Any
    response: httpx.Response


class Requests:
    def __init__(
        self, base_url: str, api_key: str, deadline: float, attempt: float, now: Callable[[], float]
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._deadline = deadline
        self._attempt = attempt
        self._now = now
        # Before this moment, the limit refuses.
        self._full_until = 0.0

    def steps(self, id: str, parameters: dict[str, Any], options: CallOptions) -> Steps:
        """What to do until an answer or the deadline; returns the body of the answer."""
        deadline = self._deadline if options.deadline is None else options.deadline
        end = self._now() + deadline
        failures = 0
        while True:
            # At the limit it waits rather than being refused. Others may have filled it meanwhile.
            full = self._full_until - self._now()
            if 0 < full < end - self._now():
                yield Sleep(full)
            timeout = max(0.001, min(end - self._now(), self._attempt))
            request = self._to_request(id, parameters, timeout)
            outcome = self._read(request["url"], (yield Send(request, timeout)))
            if isinstance(outcome, _Success):
                if options.on_response is not None:
                    options.on_response(outcome.response)
                return outcome.value
            pause = to_pause(outcome, failures)
            if pause is None or pause >= end - self._now():
                raise outcome.error
            yield Sleep(pause)
            failures += 1

    def _to_request(self, id: str, parameters: dict[str, Any], timeout: float) -> dict[str, Any]:
        method, path, query = OPERATIONS[id]
        rest = {name: value for name, value in parameters.items() if value is not None}
        url = re.sub(r"{(\w+)}", lambda found: quote(rest.pop(found[1]), safe=""), path)
        return {
            "method": method,
            "url": self._base_url + url,
            "params": {name: rest.pop(name) for name in query if name in rest},
            "headers": {"Authorization": f"Bearer {self._api_key}"},
            "json": rest if method == "POST" else None,
            "timeout": timeout,
        }

    def _read(self, url: str, reply: Reply) -> _Success | Failure:
        if not isinstance(reply, Answer):
            error = ConnectionFailed(f"no answer from {url}: {reply!r}")
            error.__cause__ = reply
            return Failure(error, None)
        response = reply.response
        limit = read_limit(response)
        if limit is not None and limit.left == 0:
            self._full_until = self._now() + limit.reset
        if response.status_code == 204:
            return _Success(None, response)
        body = _parse_object(reply.body)
        if body is not None and response.is_success:
            return _Success(body, response)
        if body is not None and isinstance(body.get("error"), str):
            message = str(body.get("message"))
            id = response.headers.get("x-request-id")
            return Failure(ApiError(response.status_code, body["error"], message, id), response)
        what = f"{response.status_code} {url} is not an answer of the API"
        return Failure(ConnectionFailed(what), response)


def _parse_object(body: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(body)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
