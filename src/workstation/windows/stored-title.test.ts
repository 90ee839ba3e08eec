import { expect, test } from 'vitest';
import { plugins } from '../../../plugins/index.ts';
import { serializeState, type AnyPlugin } from '../../plugin-api/index.ts';
import { storedTitle } from './stored-title.ts';

const tool: AnyPlugin | undefined = plugins.get('market-maker');
const storedOf = (Tool: string, change: object) => {
  if (tool === undefined) throw new Error('Market Maker is not installed');
  return {
    Tool,
    link: 0 as const,
    ...serializeState(tool.state, { ...Object(tool.state.initial), ...change }),
  };
};

test('a window that has not been shown yet has the title of its stored state', () => {
  expect(storedTitle(plugins, storedOf('market-maker', { Symbol: 'NVDA' }))).toContain('NVDA');
});

test('a window whose state cannot be read has the name of its tool', () => {
  expect(storedTitle(plugins, storedOf('market-maker', { Symbol: 7 }))).toBe('Market Maker');
});

test('a window of a tool that is not installed has its id, and an empty place is called so', () => {
  expect(storedTitle(plugins, storedOf('news', {}))).toBe('news');
  expect(storedTitle(plugins, undefined)).toBe('Empty');
});
