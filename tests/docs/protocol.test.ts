import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  API_V1_DOC,
  API_V1_EVENTS_DOC,
  apiV1Doc,
  apiV1EventsDoc,
  PROTOCOL_DOC,
  protocolDoc,
  PYTHON_CLIENT,
  pythonClientDoc,
} from '../../scripts/generate-docs.ts';
import { allHttp } from '../../src/protocol/http-all.ts';
import { catalogue } from '../../src/protocol/index.ts';

it('keeps docs/automation/openapi.json as the routes are (run `npm run docs` when this fails)', () => {
  expect(JSON.parse(readFileSync(API_V1_DOC, 'utf8'))).toEqual(JSON.parse(apiV1Doc()));
});

it('keeps docs/automation/asyncapi.json as the stream is (run `npm run docs` when this fails)', () => {
  expect(JSON.parse(readFileSync(API_V1_EVENTS_DOC, 'utf8'))).toEqual(JSON.parse(apiV1EventsDoc()));
});

it('keeps the Python client as the documents are (run `npm run docs` when this fails)', () => {
  expect(readFileSync(PYTHON_CLIENT, 'utf8')).toBe(pythonClientDoc());
});

describe('docs/protocol.md', () => {
  const page = readFileSync(PROTOCOL_DOC, 'utf8');

  it('is what the catalogue says today (run `npm run docs` when this fails)', () => {
    expect(page).toBe(protocolDoc());
  });

  it.each(Object.entries(catalogue))('documents %s with its number and its doc line', (name, entry) => {
    expect(page).toContain(`#### ${name}\n\n\`T\` ${entry.T}, `);
    expect(page).toContain(entry.doc);
  });

  it.each(Object.values(allHttp))('documents $method $path', (route) => {
    expect(page).toContain(`### ${route.method} ${route.path}\n\n${route.doc}`);
  });
});
