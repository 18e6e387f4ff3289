# Written by `npm run sdk`; do not edit.
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypedDict, cast

import httpx

from .types import ChangePage, CodeList, Company, CompanyList, HistoryPage, SearchPage, TestCompanies, Usage, WatchList, WatchListOutcome


class Operation(NamedTuple):
    method: str
    path: str
    query: tuple[str, ...]


OPERATIONS = {
    "getCompany": Operation("GET", "/api/v1/company/{idno}", ("at",)),
    "getCompanyHistory": Operation("GET", "/api/v1/company/{idno}/history", ("after", "limit",)),
    "getCompanies": Operation("POST", "/api/v1/companies", ()),
    "searchCompanies": Operation("GET", "/api/v1/search", ("name", "status", "region", "legal_form", "caem", "limit", "after", "total",)),
    "listChanges": Operation("GET", "/api/v1/changes", ("after", "from", "limit", "watched",)),
    "getUsage": Operation("GET", "/api/v1/usage", ()),
    "getWatchList": Operation("GET", "/api/v1/watchlist", ("after", "limit",)),
    "changeWatchList": Operation("POST", "/api/v1/watchlist", ()),
    "watchCompany": Operation("PUT", "/api/v1/watchlist/{idno}", ()),
    "unwatchCompany": Operation("DELETE", "/api/v1/watchlist/{idno}", ()),
    "getCodeList": Operation("GET", "/codes/{list_file}", ()),
    "listTestCompanies": Operation("GET", "/codes/test-companies.json", ()),
}

ErrorName = Literal[
    "missing_or_invalid_api_key",
    "no_active_api_plan",
    "https_required",
    "rate_limited",
    "invalid_idno",
    "invalid_query",
    "cursor_expired",
    "watchlist_full",
    "not_found",
    "method_not_allowed",
    "body_too_large",
    "unsupported_media_type",
    "internal_error",
    "unavailable",
    "bad_request",
    "headers_too_large",
    "request_timeout",
    "expectation_failed",
]
OnResponse = Callable[[httpx.Response], object]


class CallOptions(NamedTuple):
    deadline: float | None
    on_response: OnResponse | None


class GetCompanyHistoryParameters(TypedDict, total=False):
    idno: str
    after: str | None
    limit: int | None


class SearchCompaniesParameters(TypedDict, total=False):
    name: str | None
    status: Literal["activa", "in_lichidare", "insolvabila", "lichidata"] | None
    region: str | None
    legal_form: Literal["S.R.L.", "S.A.", "Î.I.", "G.Ț.", "Î.S.", "Î.M.", "S.N.C.", "S.C.", "C.P.", "C.C.", "C.Î.", "I.P.", "A.O.", "A.E.Î."] | None
    caem: str | None
    limit: int | None
    after: str | None
    total: Literal["true", "false"] | None


class ListChangesParameters(TypedDict, total=False):
    after: str | None
    from_: str | None
    limit: int | None
    watched: Literal["true", "false"] | None


class GetWatchListParameters(TypedDict, total=False):
    after: str | None
    limit: int | None


class Operations:
    def _call(self, id: str, parameters: dict[str, Any], options: CallOptions) -> Any:
        raise NotImplementedError

    def get_company(
        self,
        idno: str,
        *,
        at: str | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> Company:
        """Fetch one company."""
        return cast(Company, self._call("getCompany", {"idno": idno, "at": at}, CallOptions(deadline, on_response)))

    def get_company_history(
        self,
        idno: str,
        *,
        after: str | None = None,
        limit: int | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> HistoryPage:
        """Fetch the history of a company."""
        return cast(HistoryPage, self._call("getCompanyHistory", {"idno": idno, "after": after, "limit": limit}, CallOptions(deadline, on_response)))

    def get_companies(
        self,
        idnos: Sequence[str],
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> CompanyList:
        """Fetch several companies."""
        return cast(CompanyList, self._call("getCompanies", {"idnos": idnos}, CallOptions(deadline, on_response)))

    def search_companies(
        self,
        *,
        name: str | None = None,
        status: Literal["activa", "in_lichidare", "insolvabila", "lichidata"] | None = None,
        region: str | None = None,
        legal_form: Literal["S.R.L.", "S.A.", "Î.I.", "G.Ț.", "Î.S.", "Î.M.", "S.N.C.", "S.C.", "C.P.", "C.C.", "C.Î.", "I.P.", "A.O.", "A.E.Î."] | None = None,
        caem: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        total: Literal["true", "false"] | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> SearchPage:
        """Search companies."""
        return cast(SearchPage, self._call("searchCompanies", {"name": name, "status": status, "region": region, "legal_form": legal_form, "caem": caem, "limit": limit, "after": after, "total": total}, CallOptions(deadline, on_response)))

    def list_changes(
        self,
        *,
        after: str | None = None,
        from_: str | None = None,
        limit: int | None = None,
        watched: Literal["true", "false"] | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> ChangePage:
        """List changes."""
        return cast(ChangePage, self._call("listChanges", {"after": after, "from": from_, "limit": limit, "watched": watched}, CallOptions(deadline, on_response)))

    def get_usage(
        self,
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> Usage:
        """Fetch plan and usage."""
        return cast(Usage, self._call("getUsage", {}, CallOptions(deadline, on_response)))

    def get_watch_list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> WatchList:
        """List watched companies."""
        return cast(WatchList, self._call("getWatchList", {"after": after, "limit": limit}, CallOptions(deadline, on_response)))

    def change_watch_list(
        self,
        *,
        add: Sequence[str] | None = None,
        remove: Sequence[str] | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> WatchListOutcome:
        """Watch several companies."""
        return cast(WatchListOutcome, self._call("changeWatchList", {"add": add, "remove": remove}, CallOptions(deadline, on_response)))

    def watch_company(
        self,
        idno: str,
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> None:
        """Watch a company."""
        self._call("watchCompany", {"idno": idno}, CallOptions(deadline, on_response))

    def unwatch_company(
        self,
        idno: str,
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> None:
        """Stop watching a company."""
        self._call("unwatchCompany", {"idno": idno}, CallOptions(deadline, on_response))

    def get_code_list(
        self,
        list_file: Literal["caem.json", "legal-forms.json", "statuses.json", "founder-types.json"],
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> CodeList:
        """Fetch a list of codes."""
        return cast(CodeList, self._call("getCodeList", {"list_file": list_file}, CallOptions(deadline, on_response)))

    def list_test_companies(
        self,
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> TestCompanies:
        """List the test companies."""
        return cast(TestCompanies, self._call("listTestCompanies", {}, CallOptions(deadline, on_response)))


class AsyncOperations:
    async def _call(self, id: str, parameters: dict[str, Any], options: CallOptions) -> Any:
        raise NotImplementedError

    async def get_company(
        self,
        idno: str,
        *,
        at: str | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> Company:
        """Fetch one company."""
        return cast(Company, await self._call("getCompany", {"idno": idno, "at": at}, CallOptions(deadline, on_response)))

    async def get_company_history(
        self,
        idno: str,
        *,
        after: str | None = None,
        limit: int | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> HistoryPage:
        """Fetch the history of a company."""
        return cast(HistoryPage, await self._call("getCompanyHistory", {"idno": idno, "after": after, "limit": limit}, CallOptions(deadline, on_response)))

    async def get_companies(
        self,
        idnos: Sequence[str],
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> CompanyList:
        """Fetch several companies."""
        return cast(CompanyList, await self._call("getCompanies", {"idnos": idnos}, CallOptions(deadline, on_response)))

    async def search_companies(
        self,
        *,
        name: str | None = None,
        status: Literal["activa", "in_lichidare", "insolvabila", "lichidata"] | None = None,
        region: str | None = None,
        legal_form: Literal["S.R.L.", "S.A.", "Î.I.", "G.Ț.", "Î.S.", "Î.M.", "S.N.C.", "S.C.", "C.P.", "C.C.", "C.Î.", "I.P.", "A.O.", "A.E.Î."] | None = None,
        caem: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        total: Literal["true", "false"] | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> SearchPage:
        """Search companies."""
        return cast(SearchPage, await self._call("searchCompanies", {"name": name, "status": status, "region": region, "legal_form": legal_form, "caem": caem, "limit": limit, "after": after, "total": total}, CallOptions(deadline, on_response)))

    async def list_changes(
        self,
        *,
        after: str | None = None,
        from_: str | None = None,
        limit: int | None = None,
        watched: Literal["true", "false"] | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> ChangePage:
        """List changes."""
        return cast(ChangePage, await self._call("listChanges", {"after": after, "from": from_, "limit": limit, "watched": watched}, CallOptions(deadline, on_response)))

    async def get_usage(
        self,
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> Usage:
        """Fetch plan and usage."""
        return cast(Usage, await self._call("getUsage", {}, CallOptions(deadline, on_response)))

    async def get_watch_list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> WatchList:
        """List watched companies."""
        return cast(WatchList, await self._call("getWatchList", {"after": after, "limit": limit}, CallOptions(deadline, on_response)))

    async def change_watch_list(
        self,
        *,
        add: Sequence[str] | None = None,
        remove: Sequence[str] | None = None,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> WatchListOutcome:
        """Watch several companies."""
        return cast(WatchListOutcome, await self._call("changeWatchList", {"add": add, "remove": remove}, CallOptions(deadline, on_response)))

    async def watch_company(
        self,
        idno: str,
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> None:
        """Watch a company."""
        await self._call("watchCompany", {"idno": idno}, CallOptions(deadline, on_response))

    async def unwatch_company(
        self,
        idno: str,
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> None:
        """Stop watching a company."""
        await self._call("unwatchCompany", {"idno": idno}, CallOptions(deadline, on_response))

    async def get_code_list(
        self,
        list_file: Literal["caem.json", "legal-forms.json", "statuses.json", "founder-types.json"],
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> CodeList:
        """Fetch a list of codes."""
        return cast(CodeList, await self._call("getCodeList", {"list_file": list_file}, CallOptions(deadline, on_response)))

    async def list_test_companies(
        self,
        *,
        deadline: float | None = None,
        on_response: OnResponse | None = None,
    ) -> TestCompanies:
        """List the test companies."""
        return cast(TestCompanies, await self._call("listTestCompanies", {}, CallOptions(deadline, on_response)))
