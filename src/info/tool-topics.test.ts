import { expect, test } from 'vitest';
import { readDeskMessage } from '../workstation/help/help-channel.ts';
import { contentsOf, search } from './catalogue.ts';
import { withToolTopics } from './tool-topics.ts';
import { topics } from './topics/index.ts';

const sent = {
  id: 'third-party-sound--spread',
  title: 'Spread of a pair',
  summary: 'What a pair costs.',
  concept: [{ kind: 'text' as const, text: 'Zweispanner.' }],
  here: [],
  thirdPartyTool: 'Sound (third-party)',
};

test('pages of third-party tools are in the contents and the search, and say whose they are', () => {
  const all = withToolTopics(topics, [sent, { ...sent, id: 'mine', thirdPartyTool: null }]);
  const groups = contentsOf(all, new Set());
  expect(groups.at(-1)).toMatchObject({
    group: 'Third-party tools',
    topics: [
      {
        title: 'Spread of a pair',
        concept: [{ kind: 'note', text: expect.stringContaining('Sound (third-party)') }, ...sent.concept],
      },
    ],
  });
  expect(groups.find(({ group }) => group === 'Tools')?.topics.at(-1)?.id).toBe('mine');
  expect(search(all, new Set(), 'zweispanner').map(({ id }) => id)).toEqual([sent.id, 'mine']);
});

test('a page of a tool replaces no page of the help and none of another tool', () => {
  expect(withToolTopics(topics, [{ ...sent, id: 'settings' }])).toBe(topics);
  expect(withToolTopics(topics, [sent, { ...sent, title: 'Other' }])).toHaveLength(topics.length + 1);
});

test.each([
  [null],
  ['topics'],
  [{ type: 'topics', topics: [] }],
  [{ source: 'tapedeck.help', type: 'close' }],
])('reads no pages from the message %j', (data) => {
  expect(readDeskMessage(data)).toBeNull();
});
