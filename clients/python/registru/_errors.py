"""The errors of this client. What a handler raises is raised as it is."""


class RegistruError(Exception):
    pass


class ApiError(RegistruError):
    """The service refused the request, or failed. The message says what to do."""

    def __init__(
        self, status: int, error: str, message: str, request_id: str | None = None
    ) -> None:
        super().__init__(status, error, message, request_id)
        self.status = status
        self.error = error
        """What went wrong, for programs: an `ErrorName`, or one of a later version of the service."""
        self.message = message
        self.request_id = request_id
        """Names the request in a question to support; None if the answer had none."""

    def __str__(self) -> str:
        return f"{self.status} {self.error}: {self.message}"


class ConnectionFailed(RegistruError):
    """There was no answer of the service: the connection broke, or a proxy answered instead."""
