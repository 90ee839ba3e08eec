import { toJsonSchema } from '@valibot/to-json-schema';
import { expect, test } from 'vitest';
import type { GenericSchema } from 'valibot';
import { decodeEvent, EVENT_SCHEMAS, EVENT_VERSION } from '../../src/server/brokerage/event-codec.ts';
import { expectRead, expectSchema, fixturesOf } from './golden.ts';

const NAME = 'journal';
const recordsOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
const SCHEMAS: Readonly<Record<string, GenericSchema>> = EVENT_SCHEMAS;

test('journal records have the shape of their newest version, which has a fixture', () => {
  const kinds = Object.entries(SCHEMAS).map(([kind, schema]) => [
    kind,
    toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' }),
  ]);
  expectSchema(NAME, String(EVENT_VERSION), Object.fromEntries(kinds), { ending: 'jsonl' });
});

test('every version of the journal is read', () => {
  for (const { version, text } of fixturesOf(NAME, 'jsonl'))
    expectRead(
      NAME,
      version,
      recordsOf(text).map((payload, index) => decodeEvent({ seq: index + 1, payload })),
    );
});

test('the fixture of the newest version has a record of every kind of event', () => {
  const newest = fixturesOf(NAME, 'jsonl').find(({ version }) => version === String(EVENT_VERSION));
  const kinds = recordsOf(newest?.text ?? '').map(
    (payload, index) => decodeEvent({ seq: index + 1, payload }).kind,
  );
  expect([...new Set<string>(kinds)].sort()).toEqual(Object.keys(SCHEMAS).sort());
});
