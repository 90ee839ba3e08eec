"""Makes the calls: address, key, time limit, and repeats where a repeat cannot do anything twice."""

from __future__ import annotations

import http.client
import json
import re
import secrets
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any, NamedTuple

# The rate of a key is counted by the minute, so that a wait is over within it.
_DEFAULT_MAX_WAIT_S = 60.0
_DEFAULT_TIMEOUT_S = 30.0
# So that a server that answers "at once" is not called in a loop.
_MIN_WAIT_S = 1.0
_FIRST_LOST_WAIT_S = 0.5
_MAX_LOST_ANSWERS = 2
# A stream that is silent for so long has lost its server, which sends a heartbeat every 5 seconds.
_STREAM_SILENCE_S = 15.0
# Codes that say: the same call may succeed after a wait. `too_many_wrong_keys` would only make it longer.
_WORTH_A_WAIT = frozenset({"rate_limited", "unavailable"})
_LOST = frozenset({"unreachable", "timed_out"})
_KEY_FORM = re.compile(r"tdk_[\x21-\x7e]{1,200}")


class TapedeckError(Exception):
    """A call that failed.

    `code` is one of the API, or `invalid_settings`, `unreachable`, `timed_out` or `unexpected_answer`. `status` is the HTTP status, 0 without an answer.
    `order_error_code` is that of a refused order, replacement or cancel. `retry_after_s` says after how many seconds the call may be repeated, if the
    server states it.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        order_error_code: int | None = None,
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.order_error_code = order_error_code
        self.retry_after_s = retry_after_s

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Event(NamedTuple):
    """An event of a stream: its name, and its data as the types of that name describe them."""

    name: str
    data: Any


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    # A redirect would carry the key to another address, or turn an order into a read.
    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    """The calls of one key to one server. Raises TapedeckError for a wrong address or a key of another form; makes no call."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout_s: float = _DEFAULT_TIMEOUT_S,
        max_wait_s: float = _DEFAULT_MAX_WAIT_S,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._base = _base_of(url)
        if not isinstance(key, str) or not _KEY_FORM.fullmatch(key):
            raise TapedeckError(
                "invalid_settings", "An API key begins with tdk_. Create it in the profile of the workstation."
            )
        self._key = key
        self._timeout_s = timeout_s
        self._max_wait_s = max_wait_s
        self._sleep = sleep
        self._opener = urllib.request.build_opener(_NoRedirects)

    def __repr__(self) -> str:
        # Without the key: representations end up in logs.
        return f"<{type(self).__name__} {self._base}>"

    def _call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        *,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        is_idempotent: bool = False,
        revision: int | None = None,
    ) -> Any:
        """The answer of a route. Repeats the call after a lost answer where that is safe, and after a wait that the server states."""
        headers = {}
        if is_idempotent:
            headers["Idempotency-Key"] = idempotency_key or f"tp-{secrets.token_hex(16)}"
        if revision is not None:
            headers["If-Match"] = f'"{revision}"'
        # Named arguments that are keywords of Python have an underscore behind them.
        terms = None if body is None else {name.removesuffix("_"): value for name, value in body.items()}
        request = self._request(method, path, query, headers, terms)
        is_repeatable = method == "GET" or is_idempotent
        lost_answers = 0
        waited_s = 0.0
        while True:
            try:
                return self._once(request, is_repeatable)
            except TapedeckError as error:
                if error.code in _LOST:
                    lost_answers += 1
                wait_s = _wait_of(error, is_repeatable, lost_answers)
                if wait_s is None or waited_s + wait_s > self._max_wait_s:
                    raise
                self._sleep(wait_s)
                waited_s += wait_s

    def _pages(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """The items of all pages, which are read as the loop needs them."""
        cursor = None
        while True:
            page = self._call("GET", path, {**query, "cursor": cursor})
            yield from page["items"]
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def _events(self, path: str, query: Mapping[str, Any]) -> Iterator[Event]:
        """Server-sent events until the server ends the stream. Heartbeats are not passed on."""
        request = self._request("GET", path, query, {"Accept": "text/event-stream"}, None)
        try:
            with self._opener.open(request, timeout=_STREAM_SILENCE_S) as response:
                for event in _parsed(response):
                    if event.name != "heartbeat":
                        yield event
        except urllib.error.HTTPError as error:
            raise _refusal_of(error.code, error.headers, _read(error)) from None
        except (OSError, http.client.HTTPException) as error:
            raise self._lost(error, True, _STREAM_SILENCE_S) from error

    def _request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None,
        headers: Mapping[str, str],
        body: Mapping[str, Any] | None,
    ) -> urllib.request.Request:
        given = {name: _text_of(value) for name, value in (query or {}).items() if value is not None}
        url = f"{self._base}{path}" + (f"?{urllib.parse.urlencode(given)}" if given else "")
        data = None if body is None else json.dumps(body, default=_text_of).encode()
        request = urllib.request.Request(url, data=data, method=method)
        request.add_header("Authorization", f"Bearer {self._key}")
        request.add_header("Accept", "application/json")
        if data is not None:
            request.add_header("Content-Type", "application/json")
        for name, value in headers.items():
            request.add_header(name, value)
        return request

    def _once(self, request: urllib.request.Request, is_repeatable: bool) -> Any:
        try:
            with self._opener.open(request, timeout=self._timeout_s) as response:
                status, headers, text = response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            status, headers, text = error.code, error.headers, _read(error)
        except (OSError, http.client.HTTPException) as error:
            raise self._lost(error, is_repeatable, self._timeout_s) from error
        answer = _json_of(text)
        if 200 <= status < 300 and isinstance(answer, dict):
            return answer
        raise _refusal_of(status, headers, text)

    def _lost(self, error: BaseException, is_repeatable: bool, timeout_s: float) -> TapedeckError:
        advice = "" if is_repeatable else " The call may have been carried out: read again what it changes."
        reason = getattr(error, "reason", error)
        if isinstance(reason, (TimeoutError, socket.timeout)):
            return TapedeckError("timed_out", f"{self._base} did not answer within {timeout_s:g} s.{advice}")
        return TapedeckError("unreachable", f"{self._base} cannot be reached.{advice}")


def filled_path(path: str, **values: str) -> str:
    """The path with its values, each as one part of it."""
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", urllib.parse.quote(value, safe=""))
    return path


def _base_of(url: str) -> str:
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise TapedeckError("invalid_settings", "The address must begin with https:// or http://.")
    if parts.username is not None or parts.query or parts.fragment:
        raise TapedeckError("invalid_settings", "The address must have no user name, no query and no fragment.")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _wait_of(error: TapedeckError, is_repeatable: bool, lost_answers: int) -> float | None:
    """How long to wait before the call is made again, s; None: not again."""
    if error.code in _LOST:
        if not is_repeatable or lost_answers > _MAX_LOST_ANSWERS:
            return None
        return _FIRST_LOST_WAIT_S * 2.0 ** (lost_answers - 1)
    # Both say that nothing was done, so that a cancel may be repeated as well.
    if error.code not in _WORTH_A_WAIT or error.retry_after_s is None:
        return None
    return max(error.retry_after_s, _MIN_WAIT_S)


def _refusal_of(status: int, headers: Any, text: bytes) -> TapedeckError:
    answer = _json_of(text)
    error = answer.get("error") if isinstance(answer, dict) else None
    if not isinstance(error, dict) or not isinstance(error.get("code"), str):
        return TapedeckError(
            "unexpected_answer",
            f"The answer is not of the API of Tapedeck (status {status}). Check the address.",
            status=status,
        )
    wait = headers.get("retry-after") or headers.get("ratelimit-reset") or ""
    return TapedeckError(
        error["code"],
        str(error.get("message", "")),
        status=status,
        order_error_code=error.get("orderErrorCode"),
        retry_after_s=float(wait) if re.fullmatch(r"\d{1,6}", wait) else None,
    )


def _read(error: urllib.error.HTTPError) -> bytes:
    try:
        return error.read()
    except (OSError, http.client.HTTPException):
        return b""


def _json_of(text: bytes) -> Any:
    """None for a text that is no JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _text_of(value: Any) -> str:
    """A value as the API writes it. Raises ValueError for a time without a time zone, TypeError for what it has no text for."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)):
        return str(value)
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value.isoformat()} has no time zone: give it one, such as timezone.utc.")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Iterable):
        return ",".join(_text_of(part) for part in value)
    raise TypeError(f"{type(value).__name__} is no value of the API: {value!r}. Prices are texts or Decimal.")


def _parsed(lines: Iterable[bytes]) -> Iterator[Event]:
    name, data = "", []
    for raw in lines:
        line = raw.decode().rstrip("\r\n")
        if line == "":
            if data:
                yield Event(name or "message", json.loads("\n".join(data)))
            name, data = "", []
        elif line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
