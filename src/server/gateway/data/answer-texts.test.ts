import { expect, test } from 'vitest';
import { CHUNK_ITEMS } from '../chunks.ts';
import { answerTexts } from './answer-texts.ts';

/** The messages of a screen that found so many stocks and has so many left. */
async function messages(found: number, pending?: number): Promise<Record<string, unknown>[]> {
  const items = Array.from({ length: found }, (_, index) => ({ Symbol: `US${index}` }));
  const sent: Record<string, unknown>[] = [];
  const answer = { name: 'filteredStocksAnswer', id: 4, ok: true, items } as const;
  for await (const text of answerTexts(pending === undefined ? answer : { ...answer, pending }))
    sent.push(JSON.parse(text) as Record<string, unknown>); // a message is an object
  return sent;
}

test('sends how many stocks are left with the last message of an answer', async () => {
  const sent = await messages(CHUNK_ITEMS + 1, 250);
  expect(sent.map(({ HasMore, Pending }) => [HasMore, Pending])).toEqual([
    [true, undefined],
    [false, 250],
  ]);
});

test('leaves the number of stocks out of a complete answer', async () => {
  const [only = {}] = await messages(1);
  expect([only['Result'], 'Pending' in only]).toEqual(['Ok', false]);
});
