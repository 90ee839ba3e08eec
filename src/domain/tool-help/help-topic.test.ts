import { expect, test } from 'vitest';
import { helpProblems, type HelpTopic } from './help-topic.ts';

const topic: HelpTopic = {
  id: 'spread',
  title: 'Spread',
  summary: 'What a spread costs.',
  concept: [{ kind: 'text', text: 'Ask less bid.' }],
  here: [
    { kind: 'steps', items: ['Link the window.'] },
    { kind: 'table', head: ['Word', 'Meaning'], rows: [['Bid', 'Best bid']] },
  ],
};

test('a page with a concept, steps and a table is sound', () => {
  expect(helpProblems([topic])).toEqual([]);
});

test.each<[string, readonly Partial<HelpTopic>[], RegExp]>([
  ['two pages with one id', [{}, {}], /^Two help pages/],
  ['six pages', ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id })), /at most 5/],
  ['an id that is an address', [{ id: '../info' }], /needs an id/],
  ['no title', [{ title: ' ' }], /needs a title/],
  ['a title without end', [{ title: 'x'.repeat(1_000_000) }], /needs a title/],
  ['no concept', [{ concept: [] }], /needs a concept/],
  [
    '61 blocks',
    [{ concept: Array.from({ length: 61 }, () => ({ kind: 'note' as const, text: 'x' })) }],
    /60 blocks/,
  ],
  ['an empty list', [{ here: [{ kind: 'list', items: [] }] }], /empty or too large/],
  ['a text of 1 MB', [{ here: [{ kind: 'text', text: 'x'.repeat(1_000_000) }] }], /empty or too large/],
  [
    'a row with a cell too many',
    [{ here: [{ kind: 'table', head: ['A'], rows: [['1', '2']] }] }],
    /empty or too large/,
  ],
])('%s are a problem', (_, changes, problem) => {
  expect(helpProblems(changes.map((change) => ({ ...topic, ...change })))).toContainEqual(
    expect.stringMatching(problem),
  );
});
