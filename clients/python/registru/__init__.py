"""The client of the Registru company data API."""

from ._client import AsyncRegistru, Registru
from ._errors import ApiError, ConnectionFailed, RegistruError
from ._operations import ErrorName

__all__ = [
    "ApiError",
    "AsyncRegistru",
    "ConnectionFailed",
    "ErrorName",
    "Registru",
    "RegistruError",
]
