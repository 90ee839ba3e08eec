import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../client/settings/user-settings.ts';
import { newAlert } from '../../domain/alerts/index.ts';
import { drawing } from '../../domain/drawings/testing.ts';
import { start } from '../workspace/testing.ts';
import { contentOf, layoutOf } from '../workspace/workspace-state.ts';
import {
  isUserFile,
  readUserFile,
  userFileName,
  writeUserFile,
  type ReadUserFile,
  type UserContents,
} from './user-file.ts';

const NOW_MS = Date.UTC(2026, 10, 27, 18);
const contents: UserContents = {
  settings: [{ ...DEFAULT_SETTINGS, theme: 'dark' }],
  workspace: start().Workspaces.map(contentOf),
  save: [{ toolType: 'Chart', name: 'Trend', data: { Studies: ['a\nb'] } }],
  alert: [{ ...newAlert('a1', 'SPY'), HighAlert: 700 }],
  drawing: [drawing(), drawing({ Id: 'AAPL:d2', Text: 'Gap' })],
  strategy: [{ name: 'Cross', code: 'on(bar)', parameters: 'fast = 3' }],
};
const text = writeUserFile(contents, NOW_MS);
const lines = text.split('\n');
const read = (changed: string): Extract<ReadUserFile, { ok: true }> => {
  const result = readUserFile(changed);
  if (!result.ok) throw new Error(result.message);
  return result;
};
const withItem = (item: unknown): string => {
  const file = JSON.parse(text);
  return JSON.stringify({ ...file, Items: [...file.Items, item] });
};

describe('a file of everything that a user has made', () => {
  test('contains all of it, with its version and the time', () => {
    expect(JSON.parse(text)).toMatchObject({
      Tapedeck: 'user-data',
      Version: 1,
      Exported: '2026-11-27T18:00:00.000Z',
    });
    expect(read(text)).toEqual({ ok: true, contents, problems: [] });
    expect(isUserFile(text)).toBe(true);
    expect(userFileName(NOW_MS)).toBe('everything-2026-11-27.tapedeck.json');
  });
  test('may be empty', () => {
    const none = { settings: [], workspace: [], save: [], alert: [], drawing: [], strategy: [] };
    expect(read(writeUserFile(none, NOW_MS))).toEqual({ ok: true, contents: none, problems: [] });
  });
  test('is read in whatever form another program writes the same JSON', () => {
    expect(read(JSON.stringify(JSON.parse(text), null, 4))).toEqual({ ok: true, contents, problems: [] });
  });
  test('that ends too early is read up to there', () => {
    const end = text.indexOf('AAPL:d2');
    expect(read(text.slice(0, end))).toEqual({
      ok: true,
      contents: { ...contents, drawing: [drawing()], strategy: [] },
      problems: ['The file ends too early: it was not saved or copied completely.'],
    });
  });
  property.prop([fc.integer({ min: 40, max: text.length - 4 })])(
    'that ends anywhere is read without a throw and never has more than the whole one',
    (end) => {
      const found = read(text.slice(0, end));
      expect(found.problems[0]).toContain('ends too early');
      for (const kind of ['workspace', 'save', 'alert', 'drawing', 'strategy'] as const)
        expect(contents[kind]).toEqual(expect.arrayContaining([...found.contents[kind]]));
    },
  );
  test('that is damaged in one line loses that line only', () => {
    const at = lines.findIndex((line) => line.includes('"alert"'));
    const damaged = lines.with(at, 'x"{]').join('\r\n');
    expect(read(damaged)).toEqual({
      ok: true,
      contents: { ...contents, alert: [] },
      problems: ['The file is damaged. Items that cannot be read: 1.'],
    });
  });
  test('of a newer version is read as far as it is known', () => {
    const newer = text.replace('"Version": 1', '"Version": 2');
    expect(read(newer)).toEqual({
      ok: true,
      contents,
      problems: ['The file was exported by a newer Tapedeck. Only what this version knows can be imported.'],
    });
  });
  test.each([
    [{ Kind: 'alert', SchemaVersion: 99, Body: {} }, 'Written by a newer Tapedeck, left out: 1 alert.'],
    [
      { Kind: 'workspace', SchemaVersion: 99, Body: {} },
      'Written by a newer Tapedeck, left out: 1 workspace.',
    ],
    [{ Kind: 'drawing', SchemaVersion: 1, Body: { Id: 7 } }, 'Damaged, left out: 1 shared drawing.'],
    [
      { Kind: 'save', SchemaVersion: 1, Body: { Type: 'Chart', Name: ' ' } },
      'Damaged, left out: 1 saved item.',
    ],
    [{ Kind: 'strategy', SchemaVersion: 1, Body: null }, 'Damaged, left out: 1 strategy.'],
    ['x', 'Damaged, left out: 1 without a kind.'],
    [{ Kind: 'radar', SchemaVersion: 1, Body: {} }, 'Unknown kinds, left out: radar (1).'],
  ])('says what it leaves out: %j', (item, problem) => {
    expect(read(withItem(item))).toEqual({ ok: true, contents, problems: [problem] });
  });
  test('repairs a workspace, and names the part that it leaves out', () => {
    const [workspace] = contents.workspace;
    const Body = {
      ...workspace,
      Name: 'Torn',
      LayoutData: { ...workspace?.LayoutData, Window9: { Tool: 7 } },
    };
    const found = read(withItem({ Kind: 'workspace', SchemaVersion: 5, Body }));
    expect(found.contents.workspace.at(-1)?.Name).toBe('Torn');
    expect(found.problems).toEqual(['Damaged parts, left out: Window9 of Torn.']);
  });
  test('brings a workspace of an earlier version up to date', () => {
    const Body = {
      Name: 'Old',
      Layout: '1r1c',
      LayoutData: { Window1: { Tool: 'chart', version: 0, data: {}, linked: true } },
      Sizes: {},
    };
    const found = read(withItem({ Kind: 'workspace', SchemaVersion: 2, Body }));
    expect(found.contents.workspace.at(-1)).toMatchObject({
      Name: 'Old',
      LayoutData: { Window1: { Tool: 'chart', link: 1 } },
    });
  });
  test('has layouts of earlier releases as saved items', () => {
    const Tree = layoutOf(start().Workspaces[0] ?? expect.fail('There is a workspace'));
    const item = { Kind: 'layout', SchemaVersion: 5, Body: { Name: 'Wide', Tree } };
    const found = read(withItem(item));
    expect(found.contents.save.at(-1)).toEqual({ toolType: 'Layout', name: 'Wide', data: { Tree } });
    expect(found.problems).toEqual([]);
    const damaged = { ...item, Body: { Name: 'Wide', Tree: {} } };
    expect(read(withItem(damaged)).problems).toEqual(['Damaged, left out: 1 saved item.']);
    expect(read(withItem({ ...item, SchemaVersion: 7 })).problems).toEqual([
      'Written by a newer Tapedeck, left out: 1 saved item.',
    ]);
  });
  test('of 10 MB is read in whole', () => {
    const large = { ...contents, drawing: Array.from({ length: 20_000 }, (_, at) => big(at)) };
    const written = writeUserFile(large, NOW_MS);
    expect(written.length).toBeGreaterThan(10_000_000);
    expect(read(written).contents.drawing).toHaveLength(20_000);
  });
  test.each(['', '%PDF-1.4', '[]', 'null', '{"Tapedeck":"other"}', '{"Workspaces":[]}'])(
    'of another kind is refused: %s',
    (other) => {
      expect(readUserFile(other)).toMatchObject({ ok: false });
      expect(isUserFile(other)).toBe(false);
    },
  );
  property.prop([fc.oneof(fc.string(), fc.json())])('of any content is answered without a throw', (other) => {
    expect(() => readUserFile(other)).not.toThrow();
    expect(() => readUserFile(withItem(other))).not.toThrow();
  });
});

const big = (at: number) => drawing({ Id: `AAPL:b${at}`, Order: at, Text: 'x'.repeat(300) });
