"""Uses the Python client: `program.py CLASS SCENARIO`. Prints what has happened, as JSON."""

import asyncio
import json
import os
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from registru import ApiError, AsyncRegistru, ConnectionFailed, Registru
from registru.webhook import WebhookVerificationError, verify_webhook

SETTINGS = json.loads(os.environ["SETTINGS"])
IDNO: str = SETTINGS["idno"]
UNKNOWN: str = SETTINGS["unknown"]


class Clock:
    """What a client sleeps passes at once, on the clock of the service too."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds
        with urllib.request.urlopen(f"{SETTINGS['clock_url']}/{seconds}"):
            pass

    async def sleep_async(self, seconds: float) -> None:
        self.sleep(seconds)


class Awaited:
    """The synchronous client with the methods of the asynchronous one."""

    def __init__(self, client: Registru) -> None:
        self.client = client

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self.client, name)

        async def call(*args: Any, **named: Any) -> Any:
            return await asyncio.to_thread(method, *args, **named)

        async def iterate(**named: Any) -> AsyncIterator[Any]:
            for item in method(**named):
                yield item

        async def follow(cursor: str | None, handler: Callable[..., Awaitable[Any]], **named: Any) -> Any:
            def finish(changes: list[Any], next: str) -> None:
                try:
                    handler(changes, next).__await__().send(None)
                except StopIteration:
                    pass

            return method(cursor, finish, **named)

        return iterate if name.startswith("iterate") else follow if name == "follow" else call


def open_client(clock: Clock | None = None, base_url: str = SETTINGS["base_url"], **named: Any) -> Any:
    key = SETTINGS["key"]
    if sys.argv[1] == "Registru":
        fake: dict[str, Any] = {} if clock is None else {"now": clock.now, "sleep": clock.sleep}
        return Awaited(Registru(base_url, key, **fake, **named))
    fake = {} if clock is None else {"now": clock.now, "sleep": clock.sleep_async}
    return AsyncRegistru(base_url, key, **fake, **named)


async def catch(call: Awaitable[Any]) -> dict[str, Any]:
    try:
        await call
    except ApiError as error:
        return {"status": error.status, "error": error.error, "message": error.message}
    except ConnectionFailed as error:
        return {"failed": str(error)}
    raise AssertionError("it did not raise")


async def operations() -> Any:
    client = open_client()
    dates: list[str] = []
    await client.list_changes(limit=1, on_response=lambda one: dates.append(one.headers["x-data-date"]))
    return {
        "company": await client.get_company(IDNO),
        "companies": (await client.get_companies([IDNO, UNKNOWN]))["companies"],
        "watched": await client.watch_company(IDNO),
        "size": (await client.change_watch_list(add=[UNKNOWN]))["size"],
        "list": (await client.get_watch_list())["idnos"],
        "unwatched": await client.unwatch_company(IDNO),
        "codes": len((await client.get_code_list("statuses.json"))["codes"]) > 0,
        "dates": dates,
    }


async def limit() -> Any:
    clock = Clock()
    client = open_client(clock)
    for _ in range(300):
        await client.get_company(IDNO)
    return clock.slept


async def parallel() -> Any:
    clock = Clock()
    client = open_client(clock, deadline=3_600)

    async def work() -> None:
        for _ in range(30):
            await client.get_company(IDNO)

    await asyncio.gather(*(work() for _ in range(10)))
    return len(clock.slept) > 3


async def deadline() -> Any:
    clock = Clock()
    client = open_client(clock, deadline=59)
    for _ in range(60):
        await client.get_company(IDNO)
    return {"error": (await catch(client.get_company(IDNO)))["error"], "slept": clock.slept}


async def faults() -> Any:
    """At each address the first two requests fail."""
    clock = Clock()
    names = [(await open_client(clock, url).get_company(IDNO))["idno"] for url in SETTINGS["faulty"]]
    return {"idnos": names, "pauses": len(clock.slept)}


async def always() -> Any:
    clock = Clock()
    client = open_client(clock, SETTINGS["always"], deadline=60)
    caught = await catch(client.get_company(IDNO))
    return {"failed": "failed" in caught, "in_time": sum(clock.slept) < 60, "tries": len(clock.slept)}


async def slow() -> Any:
    """At one address nothing comes, at the other one byte after the other."""
    start = time.monotonic()
    caught = [
        "failed" in await catch(open_client(None, url, deadline=0.6, attempt=0.3).get_company(IDNO))
        for url in SETTINGS["slow"]
    ]
    return {"failed": caught, "in_time": time.monotonic() - start < 10}


async def restart() -> Any:
    """The service restarts with a request to `restart_url`."""
    client = open_client()
    before = await client.get_company(IDNO)
    with urllib.request.urlopen(SETTINGS["restart_url"]):
        pass
    return [before["idno"], (await client.get_company(IDNO))["idno"]]


async def errors() -> Any:
    caught = []
    for index in range(SETTINGS["errors"]):
        clock = Clock()
        client = open_client(clock, f"{SETTINGS['errors_url']}/{index}", deadline=100)
        caught.append({**await catch(client.get_company(IDNO)), "slept": clock.slept})
    return caught


async def lists() -> Any:
    client = open_client()
    await client.change_watch_list(add=SETTINGS["idnos"])
    return {
        "search": [one["idno"] async for one in client.iterate_search(name=SETTINGS["name"], limit=20)],
        "changes": [one["idno"] async for one in client.iterate_changes(from_=SETTINGS["from"], limit=20)],
        "now": [one async for one in client.iterate_changes()],
        "watched": [idno async for idno in client.iterate_watch_list(limit=20)],
    }


async def follow() -> Any:
    client = open_client()
    first = await client.list_changes(from_=SETTINGS["from"], limit=1)
    stored = {"cursor": first["next"], "idnos": [one["idno"] for one in first["changes"]]}
    crashes = 0

    async def handler(changes: list[Any], next: str) -> None:
        nonlocal crashes
        crashes += 1
        # Before its transaction commits.
        if crashes % 2 == 1:
            raise OSError("a crash")
        stored["cursor"] = next
        stored["idnos"] = stored["idnos"] + [one["idno"] for one in changes]

    for _ in range(10):
        try:
            await client.follow(stored["cursor"], handler, limit=10, once=True)
        except OSError:
            pass
    wrong = await catch(client.follow(f"{stored['cursor']}x", handler, once=True))
    cursors: list[str] = []

    async def keep(_changes: list[Any], next: str) -> None:
        cursors.append(next)

    last = await client.follow(None, keep, once=True)
    return {"idnos": stored["idnos"], "wrong": wrong["error"], "kept": cursors == [last]}


async def webhook() -> Any:
    """A signed event, and the same with another body."""
    body, headers, secret = SETTINGS["body"], SETTINGS["headers"], SETTINGS["secret"]
    refused = []
    for wrong_body, wrong_headers in [("{}", headers), (body, {})]:
        try:
            verify_webhook(wrong_body, wrong_headers, secret)
        except WebhookVerificationError:
            refused.append(True)
    return {"event": verify_webhook(body.encode(), headers, secret), "refused": refused}


print(json.dumps(asyncio.run(globals()[sys.argv[2]]())))
