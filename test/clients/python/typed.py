"""Checked by mypy, and not run: the types of what the client takes and returns."""

from typing import Literal, assert_type

from registru import ApiError, AsyncRegistru, Registru
from registru.types import Change, ChangesEvent, Company, FoundCompany, TestEvent
from registru.webhook import verify_webhook


def use(client: Registru) -> None:
    company = client.get_company("0000000000011", deadline=5)
    assert_type(company, Company)
    assert_type(company["capital"], str | None)
    assert_type(company["status"], Literal["activa", "in_lichidare", "insolvabila", "lichidata"])
    assert_type(client.get_companies(["0000000000011"])["companies"], list[Company | None])
    assert_type([one for one in client.iterate_search(name="agro", status="activa")], list[FoundCompany])
    client.get_company(1)  # type: ignore[arg-type]
    client.search_companies(status="active")  # type: ignore[arg-type]

    def handler(changes: list[Change], cursor: str) -> None:
        print(changes[0]["kind"], cursor)

    assert_type(client.follow(None, handler, once=True), str)
    event = verify_webhook(b"", {}, "")
    assert_type(event, ChangesEvent | TestEvent)


async def use_async(client: AsyncRegistru) -> None:
    try:
        assert_type(await client.get_company("0000000000011"), Company)
    except ApiError as error:
        assert_type(error.error, str)
    assert_type([idno async for idno in client.iterate_watch_list()], list[str])
