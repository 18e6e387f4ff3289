import datetime
import json
import os
import sys
from typing import TypeVar

from registru import AuthenticatedClient
from registru.api.companies import get_companies, get_company, list_changes, search_companies
from registru.api.watch_list import change_watch_list, get_watch_list, unwatch_company, watch_company
from registru.models import (
    ApiError,
    ChangePage,
    CompaniesRequest,
    Company,
    CompanyList,
    SearchCompaniesStatus,
    SearchPage,
    WatchList,
    WatchListChange,
    WatchListOutcome,
)
from registru.types import UNSET, Unset

Found = TypeVar("Found")
IDNO, UNKNOWN, FROM = sys.argv[1:]


def open_client(variable: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ[variable])


def require(kind: type[Found], answer: object) -> Found:
    assert isinstance(answer, kind), answer
    return answer


def look_up(variable: str, idno: str) -> tuple[str, str | None]:
    answer = get_company.sync_detailed(idno, client=open_client(variable))
    return require(ApiError, answer.parsed).error, answer.headers.get("Retry-After")


client = open_client("API_KEY")
company = require(Company, get_company.sync(IDNO, client=client))
asked = CompaniesRequest(idnos=[IDNO, UNKNOWN])
batch = require(CompanyList, get_companies.sync(client=client, body=asked))
found = 0
after: str | None | Unset = UNSET
while after is not None:
    page = require(
        SearchPage,
        search_companies.sync(
            client=client, status=SearchCompaniesStatus.ACTIVA, limit=50, after=after
        ),
    )
    found += len(page.companies)
    after = page.next_
changes = 0
first: datetime.date | Unset = datetime.date.fromisoformat(FROM)
cursor: str | Unset = UNSET
more = True
while more:
    listed = require(
        ChangePage, list_changes.sync(client=client, from_=first, after=cursor, limit=2)
    )
    changes += sum(change.kind == "created" for change in listed.changes)
    first, cursor, more = UNSET, listed.next_, listed.more
watch_company.sync_detailed(IDNO, client=client)
outcome = require(
    WatchListOutcome,
    change_watch_list.sync(client=client, body=WatchListChange(add=[UNKNOWN])),
)
unwatch_company.sync_detailed(IDNO, client=client)
watched = require(WatchList, get_watch_list.sync(client=client)).idnos
unwatch_company.sync_detailed(UNKNOWN, client=client)
refusals = [
    look_up("WRONG_KEY", IDNO),
    look_up("NO_PLAN_KEY", IDNO),
    look_up("API_KEY", UNKNOWN),
    look_up("USED_UP_KEY", IDNO),
]
print(
    json.dumps(
        {
            "name": company.name,
            "batch": [one.name if one is not None else None for one in batch.companies],
            "found": found,
            "changes": changes,
            "added": outcome.added,
            "watched": watched,
            "errors": [error for error, _ in refusals],
            "retryAfter": int(refusals[-1][1] or 0),
        }
    )
)
