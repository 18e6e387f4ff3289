import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Literal, Self, Unpack

import anyio
import httpx

from ._operations import (
    AsyncOperations,
    CallOptions,
    GetWatchListParameters,
    ListChangesParameters,
    Operations,
    SearchCompaniesParameters,
)
from ._requests import Answer, Reply, Requests, Send, Sleep
from .types import Change, FoundCompany

_DEADLINE = 120.0
_ATTEMPT = 30.0
_FOLLOW_PAUSE = 3_600.0
# The most changes that one list has.
_FOLLOW_LIMIT = 1_000


class Registru(Operations):
    """The company data API. Each operation is a method, named as in its OpenAPI document.

    `deadline` is the longest time of a call with all its attempts and pauses, and `attempt` that of
    one attempt, in seconds. `now` and `sleep` are for tests.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        deadline: float = _DEADLINE,
        attempt: float = _ATTEMPT,
        http: httpx.Client | None = None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._requests = Requests(base_url, api_key, deadline, attempt, now)
        self._http = httpx.Client() if http is None else http
        self._now = now
        self._sleep = sleep

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def iterate_search(
        self, **parameters: Unpack[SearchCompaniesParameters]
    ) -> Iterator[FoundCompany]:
        """All companies of a search, page by page. Each page counts as one request."""
        while True:
            page = self.search_companies(**parameters)
            yield from page["companies"]
            if page["next"] is None:
                return
            parameters["after"] = page["next"]

    def iterate_changes(self, **parameters: Unpack[ListChangesParameters]) -> Iterator[Change]:
        """All changes up to now."""
        while True:
            page = self.list_changes(**parameters)
            yield from page["changes"]
            if not page["more"]:
                return
            parameters["from_"] = None
            parameters["after"] = page["next"]

    def iterate_watch_list(self, **parameters: Unpack[GetWatchListParameters]) -> Iterator[str]:
        """All IDNOs of the watch list."""
        while True:
            page = self.get_watch_list(**parameters)
            yield from page["idnos"]
            if page["next"] is None:
                return
            parameters["after"] = page["next"]

    def follow(
        self,
        cursor: str | None,
        handler: Callable[[list[Change], str], object],
        *,
        watched: bool = False,
        limit: int = _FOLLOW_LIMIT,
        pause: float = _FOLLOW_PAUSE,
        once: bool = False,
    ) -> str:
        """Gives changes to the handler, page by page and in order, from the cursor on.

        With None it begins now. When the handler has returned, its page is done, and its second
        argument is the cursor to go on from. So that a crash neither skips nor repeats a change, let
        the handler store that cursor in the transaction that stores what it does with the changes,
        and begin with the stored cursor. What the handler raises ends it, as does an ApiError such as
        `cursor_expired`. Returns the last cursor, with `once`; otherwise it waits for more changes.
        """
        only: Literal["true"] | None = "true" if watched else None
        while True:
            page = self.list_changes(after=cursor, limit=limit, watched=only)
            # Where none is of a watched company, the cursor still moves.
            if page["changes"] or page["next"] != cursor:
                handler(page["changes"], page["next"])
            cursor = page["next"]
            if not page["more"]:
                if once:
                    return cursor
                self._sleep(pause)

    def _call(self, id: str, parameters: dict[str, Any], options: CallOptions) -> Any:
        steps = self._requests.steps(id, parameters, options)
        reply: Reply = None
        try:
            while True:
                reply = self._take(steps.send(reply))
        except StopIteration as done:
            return done.value

    def _take(self, step: Send | Sleep) -> Reply:
        if isinstance(step, Sleep):
            self._sleep(step.seconds)
            return None
        end = self._now() + step.timeout
        try:
            with self._http.stream(**step.request) as response:
                # The timeout of httpx is that of one wait for bytes, which a slow server begins anew.
                body = b""
                for chunk in response.iter_bytes():
                    body += chunk
                    if self._now() > end:
                        return TimeoutError("the answer is too slow")
                return Answer(response, body)
        except httpx.RequestError as error:
            return error


class AsyncRegistru(AsyncOperations):
    """`Registru` for asyncio and trio."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        deadline: float = _DEADLINE,
        attempt: float = _ATTEMPT,
        http: httpx.AsyncClient | None = None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = anyio.sleep,
    ) -> None:
        self._requests = Requests(base_url, api_key, deadline, attempt, now)
        self._http = httpx.AsyncClient() if http is None else http
        self._sleep = sleep

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def iterate_search(
        self, **parameters: Unpack[SearchCompaniesParameters]
    ) -> AsyncIterator[FoundCompany]:
        """All companies of a search, page by page. Each page counts as one request."""
        while True:
            page = await self.search_companies(**parameters)
            for company in page["companies"]:
                yield company
            if page["next"] is None:
                return
            parameters["after"] = page["next"]

    async def iterate_changes(
        self, **parameters: Unpack[ListChangesParameters]
    ) -> AsyncIterator[Change]:
        """All changes up to now."""
        while True:
            page = await self.list_changes(**parameters)
            for change in page["changes"]:
                yield change
            if not page["more"]:
                return
            parameters["from_"] = None
            parameters["after"] = page["next"]

    async def iterate_watch_list(
        self, **parameters: Unpack[GetWatchListParameters]
    ) -> AsyncIterator[str]:
        """All IDNOs of the watch list."""
        while True:
            page = await self.get_watch_list(**parameters)
            for idno in page["idnos"]:
                yield idno
            if page["next"] is None:
                return
            parameters["after"] = page["next"]

    async def follow(
        self,
        cursor: str | None,
        handler: Callable[[list[Change], str], Awaitable[object]],
        *,
        watched: bool = False,
        limit: int = _FOLLOW_LIMIT,
        pause: float = _FOLLOW_PAUSE,
        once: bool = False,
    ) -> str:
        """As `Registru.follow`, with an asynchronous handler."""
        only: Literal["true"] | None = "true" if watched else None
        while True:
            page = await self.list_changes(after=cursor, limit=limit, watched=only)
            # Where none is of a watched company, the cursor still moves.
            if page["changes"] or page["next"] != cursor:
                await handler(page["changes"], page["next"])
            cursor = page["next"]
            if not page["more"]:
                if once:
                    return cursor
                await self._sleep(pause)

    async def _call(self, id: str, parameters: dict[str, Any], options: CallOptions) -> Any:
        steps = self._requests.steps(id, parameters, options)
        reply: Reply = None
        try:
            while True:
                reply = await self._take(steps.send(reply))
        except StopIteration as done:
            return done.value

    async def _take(self, step: Send | Sleep) -> Reply:
        if isinstance(step, Sleep):
            await self._sleep(step.seconds)
            return None
        try:
            with anyio.fail_after(step.timeout):
                response = await self._http.request(**step.request)
                return Answer(response, response.content)
        except (httpx.RequestError, TimeoutError) as error:
            return error
