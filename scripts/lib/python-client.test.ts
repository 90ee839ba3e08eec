import { expect, it } from 'vitest';
import { pythonClient, type OpenApi } from './python-client.ts';
import { PythonTypes, singular, snakeCase } from './python-types.ts';

const answer = (schema: object) => ({ '200': { content: { 'application/json': { schema } } } });
const text = { type: 'string' };
const order = {
  type: 'object',
  properties: { id: text, price: { anyOf: [text, { type: 'null' }] } },
  required: ['id'],
};
const page = {
  type: 'object',
  properties: { items: { type: 'array', items: order }, nextCursor: text },
};

const API: OpenApi = {
  paths: {
    '/orders': {
      get: {
        operationId: 'orders',
        summary: 'All orders.',
        parameters: [
          { name: 'from', in: 'query', required: true, schema: text },
          { name: 'open', in: 'query', required: false, schema: { type: 'string', enum: ['true', 'false'] } },
          { name: 'cursor', in: 'query', required: false, schema: text },
        ],
        responses: answer(page),
      },
      post: {
        operationId: 'orderSend',
        summary: 'Sends an order.',
        parameters: [{ name: 'idempotency-key', in: 'header', required: true, schema: text }],
        requestBody: { content: { 'application/json': { schema: { ...order, required: ['id', 'price'] } } } },
        responses: answer(order),
      },
    },
    '/orders/{orderId}': {
      delete: {
        operationId: 'orderCancel',
        summary: 'Cancels.',
        parameters: [{ name: 'orderId', in: 'path', required: true, schema: text }],
        responses: answer(order),
      },
    },
  },
};

it('makes a method of each operation, and one type of equal shapes', () => {
  const module = pythonClient(API, { components: { messages: {} } });
  expect(module).toContain(`class Order(TypedDict):\n    id: str\n    price: NotRequired[str | None]\n`);
  expect(module).toContain(`class OrderTerms(TypedDict):\n    id: str\n    price: str | None\n`);
  for (const line of [
    'def orders(self, from_: str, *, open: bool | None = None) -> Iterator[Order]:',
    'return self._pages("/orders", {"from": from_, "open": open})',
    'def order_send(self, /, *, idempotency_key: str | None = None, **body: Unpack[OrderTerms]) -> Order:',
    'return self._call("POST", "/orders", body=body, idempotency_key=idempotency_key, is_idempotent=True)',
    'def order_cancel(self, order_id: str) -> Order:',
    'return self._call("DELETE", filled_path("/orders/{orderId}", orderId=order_id))',
  ])
    expect(module).toContain(line);
});

it('gives two shapes of one name two types, and writes keywords as keys', () => {
  const types = new PythonTypes();
  expect(types.typeOf({ type: 'object', properties: { from: text } }, 'Range')).toBe('Range');
  expect(types.typeOf({ type: 'object', properties: { to: text } }, 'Range')).toBe('Range2');
  expect(types.definitions[0]).toContain(
    `Range = TypedDict(\n    "Range",\n    {\n        "from": "NotRequired[str]",`,
  );
  expect(types.argumentsOf({ type: 'object', properties: { from: text }, required: ['from'] }, 'Start')).toBe(
    'Start',
  );
  expect(types.definitions[2]).toBe('class Start(TypedDict):\n    from_: str\n');
  expect(() => types.typeOf({ type: 'bigint' }, 'Range')).toThrow(
    'Range: no Python type for {"type":"bigint"}',
  );
});

it('spells names as Python does', () => {
  expect(['orderSend', 'from', 'key'].map(snakeCase)).toEqual(['order_send', 'from_', 'key']);
  expect(['strategies', 'bars', 'address'].map(singular)).toEqual(['strategy', 'bar', 'address']);
});
