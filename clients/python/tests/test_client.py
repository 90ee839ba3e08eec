"""The client against a server that answers as the test has written down: python3 -m unittest discover clients/python/tests"""

import json
import sys
import threading
import typing
import unittest
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import tapedeck  # noqa: E402
import tapedeck._api  # noqa: E402
from tapedeck import Tapedeck, TapedeckError  # noqa: E402

ORDER = {"account": "DEMO-1", "symbol": "SPY", "side": "Buy", "quantity": 10, "type": "Market"}
EMPTY = (200, {"items": [], "unknown": []}, {})
ACCEPTED = (201, {"orderId": "1"}, {})
# The connection ends without an answer.
LOST = None


def refusal(status, code, headers=None):
    return (status, {"error": {"code": code, "message": "No"}}, headers or {})


class Scripted(BaseHTTPRequestHandler):
    def handle_call(self):
        length = int(self.headers.get("content-length") or 0)
        self.server.requests.append((self.command, self.path, self.headers, self.rfile.read(length)))
        answer = self.server.answers.pop(0)
        if answer is LOST:
            self.close_connection = True
            return
        status, body, headers = answer
        payload = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    do_GET = do_POST = do_PUT = do_DELETE = handle_call

    def log_message(self, *_):
        pass


class ClientTest(unittest.TestCase):
    def setUp(self):
        self.server = HTTPServer(("127.0.0.1", 0), Scripted)
        self.server.requests, self.server.answers = [], []
        thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()

        def end():
            self.server.shutdown()
            thread.join()
            self.server.server_close()

        self.addCleanup(end)
        self.waits = []

    def client(self, *answers, **options):
        self.server.answers = list(answers)
        url = f"http://127.0.0.1:{self.server.server_port}/"
        return Tapedeck(url=url, key="tdk_id_secret", sleep=self.waits.append, **options)

    def failure_of(self, call, *args, **named):
        with self.assertRaises(TapedeckError) as caught:
            call(*args, **named)
        return caught.exception

    def keys(self):
        return [headers["idempotency-key"] for _, _, headers, _ in self.server.requests]

    def test_sends_key_query_and_body(self):
        page = {"items": [], "nextCursor": None}
        client = self.client(EMPTY, (200, page, {}), ACCEPTED, (200, {"id": "a"}, {}))
        client.quotes(["SPY", "BRK B"])
        new_york = timezone(timedelta(hours=-5))
        list(client.bars("SPY", "5m", datetime(2026, 3, 2, 9, 30, tzinfo=new_york), extended_hours=True))
        client.order_send(**ORDER | {"type": "Limit", "price": Decimal("1E+2")})
        client.alert_remove("a/b", revision=3)
        calls = [(method, path) for method, path, _, _ in self.server.requests]
        self.assertEqual(
            calls,
            [
                ("GET", "/api/v1/quotes?symbols=SPY%2CBRK+B"),
                ("GET", "/api/v1/bars?symbol=SPY&size=5m&from=2026-03-02T14%3A30%3A00.000Z&extendedHours=true"),
                ("POST", "/api/v1/orders"),
                ("DELETE", "/api/v1/alerts/a%2Fb"),
            ],
        )
        self.assertEqual(json.loads(self.server.requests[2][3]), {**ORDER, "type": "Limit", "price": "100"})
        self.assertEqual(self.server.requests[3][2]["if-match"], '"3"')
        for _, _, headers, _ in self.server.requests:
            self.assertEqual(headers["authorization"], "Bearer tdk_id_secret")

    def test_sends_terms_that_are_keywords_without_their_underscore(self):
        self.client(ACCEPTED).backtest_start("Cross", symbol="SPY", from_="2026-01-02", to="2026-02-02")
        self.assertEqual(
            json.loads(self.server.requests[0][3]), {"symbol": "SPY", "from": "2026-01-02", "to": "2026-02-02"}
        )

    def test_reads_all_pages(self):
        pages = [
            (200, {"items": [{"time": "1"}, {"time": "2"}], "nextCursor": "7"}, {}),
            (200, {"items": [{"time": "3"}], "nextCursor": None}, {}),
        ]
        client = self.client(*pages)
        bars = client.bars("SPY", "1d", "2026-01-02T00:00:00Z")
        self.assertEqual(self.server.requests, [])
        self.assertEqual([bar["time"] for bar in bars], ["1", "2", "3"])
        self.assertIn("cursor=7", self.server.requests[1][1])

    def test_refusal_has_code_status_and_order_error(self):
        body = {"error": {"code": "order_rejected", "message": "Buying power", "orderErrorCode": -67}}
        error = self.failure_of(self.client((422, body, {})).order_send, **ORDER)
        self.assertEqual((error.code, error.status, error.order_error_code), ("order_rejected", 422, -67))
        self.assertEqual(str(error), "order_rejected: Buying power")

    def test_answers_that_are_not_of_the_api(self):
        for status, body in [(502, b"<html>Bad gateway</html>"), (404, {"message": "Not found"}), (200, b"fine")]:
            error = self.failure_of(self.client((status, body, {})).clock)
            self.assertEqual((error.code, error.status), ("unexpected_answer", status))

    def test_follows_no_redirect(self):
        error = self.failure_of(self.client((302, {}, {"Location": "/elsewhere"})).order_send, **ORDER)
        self.assertEqual((error.code, error.status), ("unexpected_answer", 302))
        self.assertEqual(len(self.server.requests), 1)

    def test_waits_as_long_as_the_server_states(self):
        for headers, wait_s in [({"Retry-After": "12"}, 12), ({"RateLimit-Reset": "9"}, 9), ({"Retry-After": "0"}, 1)]:
            self.waits.clear()
            self.client(refusal(429, "rate_limited", headers), EMPTY).quotes(["SPY"])
            self.assertEqual(self.waits, [wait_s])

    def test_waits_no_longer_than_permitted(self):
        busy = refusal(429, "rate_limited", {"Retry-After": "4"})
        error = self.failure_of(self.client(busy, busy, busy, max_wait_s=10).clock)
        self.assertEqual((error.code, error.retry_after_s, self.waits), ("rate_limited", 4, [4, 4]))

    def test_does_not_repeat_what_was_refused_for_good(self):
        for status, code in [(429, "too_many_wrong_keys"), (401, "revoked_key"), (422, "order_rejected")]:
            error = self.failure_of(self.client(refusal(status, code, {"Retry-After": "1"})).order_send, **ORDER)
            self.assertEqual((error.code, self.waits), (code, []))

    def test_order_after_a_lost_answer_has_the_same_idempotency_key(self):
        client = self.client(LOST, refusal(503, "unavailable", {"Retry-After": "5"}), ACCEPTED)
        self.assertEqual(client.order_send(**ORDER), {"orderId": "1"})
        self.assertEqual(self.waits, [0.5, 5])
        self.assertEqual(len(set(self.keys())), 1)
        self.assertRegex(self.keys()[0], r"^tp-[\da-f]{32}$")

    def test_each_order_has_a_key_of_its_own_or_the_stated_one(self):
        client = self.client(ACCEPTED, ACCEPTED, ACCEPTED)
        client.order_send(**ORDER)
        client.order_send(**ORDER)
        client.order_send(**ORDER, idempotency_key="mine")
        self.assertEqual(len(set(self.keys())), 3)
        self.assertEqual(self.keys()[2], "mine")

    def test_fails_after_three_lost_answers(self):
        error = self.failure_of(self.client(LOST, LOST, LOST).clock)
        self.assertEqual((error.code, error.status, self.waits), ("unreachable", 0, [0.5, 1]))

    def test_does_not_repeat_a_cancel_that_may_have_been_done(self):
        error = self.failure_of(self.client(LOST).order_cancel, "7")
        self.assertIn("may have been carried out: read again what it changes", error.message)
        self.assertEqual(len(self.server.requests), 1)

    def test_stream_passes_events_on_without_heartbeats(self):
        text = (
            b'event: ready\ndata: {"a": 1}\n\n: a comment\n\nevent: heartbeat\ndata: {}\n\n'
            b'event: trade\ndata: {"symbol":\ndata: "SPY"}\n\n'
        )
        events = list(self.client((200, text, {"Content-Type": "text/event-stream"})).stream(trades="SPY"))
        self.assertEqual(events, [("ready", {"a": 1}), ("trade", {"symbol": "SPY"})])
        self.assertEqual(self.server.requests[0][1], "/api/v1/stream?trades=SPY")

    def test_stream_that_is_refused(self):
        error = self.failure_of(list, self.client(refusal(429, "too_many_streams")).stream(orders=True))
        self.assertEqual(error.code, "too_many_streams")

    def test_refuses_wrong_settings_before_any_call(self):
        for url, key in [
            ("tapedeck.example", "tdk_a_b"),
            ("file:///etc", "tdk_a_b"),
            ("https://user@tapedeck.example", "tdk_a_b"),
            ("https://tapedeck.example/?x=1", "tdk_a_b"),
            ("https://tapedeck.example", "secret"),
            ("https://tapedeck.example", "tdk_a\nb"),
        ]:
            self.assertEqual(self.failure_of(Tapedeck, url=url, key=key).code, "invalid_settings")

    def test_refuses_values_without_a_text(self):
        client = self.client()
        with self.assertRaisesRegex(ValueError, "has no time zone"):
            next(client.bars("SPY", "1d", datetime(2026, 1, 2)))
        with self.assertRaisesRegex(TypeError, "Prices are texts or Decimal"):
            client.order_send(**ORDER | {"type": "Limit", "price": object()})
        self.assertEqual(self.server.requests, [])

    def test_shows_no_key(self):
        self.assertNotIn("tdk_", repr(self.client()))

    def test_all_annotations_are_types(self):
        for name in tapedeck._api.__all__:
            typing.get_type_hints(getattr(tapedeck, name))
        methods = [method for name, method in vars(Tapedeck).items() if not name.startswith("_")]
        self.assertGreater(len(methods), 40)
        for method in methods:
            self.assertIn("return", typing.get_type_hints(method))


if __name__ == "__main__":
    unittest.main()
