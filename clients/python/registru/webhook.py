"""Needs the package `standardwebhooks`."""

from collections.abc import Mapping
from typing import cast

from standardwebhooks import Webhook, WebhookVerificationError

from .types import ChangesEvent, TestEvent

__all__ = ["WebhookVerificationError", "verify_webhook"]


def verify_webhook(
    body: str | bytes, headers: Mapping[str, str], secret: str
) -> ChangesEvent | TestEvent:
    """The event in a request of the service's webhook; the body is as it came, unparsed.

    Raises a WebhookVerificationError if it is not signed with the secret, or was sent more than five
    minutes ago.
    """
    try:
        event = Webhook(secret).verify(body, dict(headers))
    except ValueError as error:
        raise WebhookVerificationError(str(error)) from error
    return cast(ChangesEvent | TestEvent, event)
