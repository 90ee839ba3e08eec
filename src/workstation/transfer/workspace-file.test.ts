import { fc, test as property } from '@fast-check/vitest';
import { produce } from 'immer';
import { describe, expect, test } from 'vitest';
import { newAlert } from '../../domain/alerts/index.ts';
import { destructive, start, structural, tool } from '../workspace/testing.ts';
import {
  MAX_FILE_BYTES,
  readWorkspaceFile,
  workspaceFileName,
  writeWorkspaceFile,
} from './workspace-file.ts';
import { contentOf, type Workspace } from '../workspace/workspace-state.ts';

const known = () => true;
const first = (): Workspace => {
  const [workspace] = start().Workspaces;
  if (workspace === undefined) throw new Error('no workspace');
  return workspace;
};
const messageOf = (text: string) => {
  const read = readWorkspaceFile(text, known);
  return read.ok ? null : read.message;
};
const file = (change: Record<string, unknown>) =>
  JSON.stringify({ ...JSON.parse(writeWorkspaceFile(first(), [])), ...change });

describe('a workspace file', () => {
  property.prop([fc.array(fc.oneof(structural, destructive), { maxLength: 15 })])(
    'holds all of a workspace but its number',
    (steps) => {
      const state = steps.reduce(
        (before, step) =>
          produce(before, (draft) => {
            step(draft);
          }),
        start(),
      );
      for (const workspace of state.Workspaces) {
        expect(readWorkspaceFile(writeWorkspaceFile(workspace, []), known)).toEqual({
          ok: true,
          workspace: contentOf(workspace),
          alerts: [],
          unreadableAlerts: 0,
          drawings: [],
          unreadableDrawings: 0,
          unknownTools: [],
          leftOut: [],
        });
      }
    },
  );
  test('keeps tools that are not installed, and names them once', () => {
    const workspace = {
      ...first(),
      LayoutData: { Window1: tool('radar'), Window2: tool('radar'), Window3: tool('chart') },
    };
    expect(readWorkspaceFile(writeWorkspaceFile(workspace, []), (id) => id === 'chart')).toMatchObject({
      ok: true,
      workspace: { LayoutData: workspace.LayoutData },
      unknownTools: ['radar'],
    });
  });
  test('contains the alerts that its windows list, and counts those that cannot be read', () => {
    const alert = { ...newAlert('a1', 'SPY'), HighAlert: 700, HighAlertTime: 5, HighArm: 2 };
    const text = writeWorkspaceFile(first(), [alert]);
    expect(JSON.parse(text)).toMatchObject({
      Documents: { alert: [{ Id: 'a1', SchemaVersion: 1, Body: { Symbol: 'SPY' } }] },
    });
    expect(readWorkspaceFile(text, known)).toMatchObject({ ok: true, alerts: [alert], unreadableAlerts: 0 });
    const other = file({
      Documents: {
        alert: [
          { Id: 'a1', SchemaVersion: 1, Body: alert },
          { Id: 'a2', SchemaVersion: 9, Body: alert },
          { Id: 'a3', SchemaVersion: 1, Body: 'x' },
          'x',
        ],
      },
    });
    expect(readWorkspaceFile(other, known)).toMatchObject({ ok: true, alerts: [alert], unreadableAlerts: 3 });
    expect(messageOf(file({ Documents: { alert: 7 } }))).toContain('Documents.alert');
  });
  test('of version 1 says only whether a window is linked: then it is in group 1', () => {
    const LayoutData = {
      Window1: { Tool: 'chart', version: 0, data: {}, linked: true },
      Window2: { Tool: 'market-view', version: 0, data: {}, linked: false },
    };
    expect(
      readWorkspaceFile(file({ Version: 1, Workspace: { ...contentOf(first()), LayoutData } }), known),
    ).toMatchObject({ ok: true, workspace: { LayoutData: { Window1: { link: 1 }, Window2: { link: 0 } } } });
  });
  test('that is another kind of file is refused with what to do', () => {
    expect(messageOf('%PDF-1.4')).toContain('cannot be read');
    for (const text of ['[]', 'null', '"x"', '{}', '{"Workspaces":[]}'])
      expect(messageOf(text)).toContain('This is not a workspace exported from Tapedeck');
  });
  test('that is damaged in a part opens without it, and the part is named', () => {
    const partsOf = (workspace: object) => {
      const read = readWorkspaceFile(file({ Workspace: { ...contentOf(first()), ...workspace } }), known);
      return read.ok
        ? { leftOut: read.leftOut, windows: Object.keys(read.workspace.LayoutData).length }
        : null;
    };
    const LayoutData = { Window1: tool('chart'), Window2: tool('ladder') };
    const Tree = {
      direction: 'row',
      weight: 100,
      children: [
        { windows: ['Window1'], selected: 'Window1', weight: 50 },
        { windows: ['Window2'], selected: 'Window2', weight: 25 },
        { sphere: 3 },
      ],
    };
    expect(partsOf({ Layout: '9r9c', LayoutData })).toEqual({
      leftOut: ['the layout "9r9c" of Workspace 1'],
      windows: 2,
    });
    expect(partsOf({ Layout: 'free', Tree, LayoutData })).toEqual({
      leftOut: ['a part of the layout of Workspace 1'],
      windows: 2,
    });
    expect(partsOf({ LayoutData: { ...LayoutData, Window3: { Tool: '' } } })).toEqual({
      leftOut: ['Window3 of Workspace 1'],
      windows: 2,
    });
  });
  test('with thousands of windows of unknown places gives each a place of its own', () => {
    const count = 20_000;
    const LayoutData = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`Place${at}`, { Tool: 'chart' }]),
    );
    const read = readWorkspaceFile(file({ Workspace: { ...contentOf(first()), LayoutData } }), known);
    expect(read.ok && Object.keys(read.workspace.LayoutData).length).toBe(count);
  });
  test('of which nothing can be read is refused with the reason', () => {
    for (const Workspace of [7, {}, { ...contentOf(first()), Layout: 'x', LayoutData: { Window1: 3 } }])
      expect(messageOf(file({ Workspace }))).toBe(
        'This workspace file is damaged (Workspace: no window of it can be read). Export the workspace again.',
      );
    expect(messageOf(file({ Version: 0 }))).toContain('damaged (Version');
  });
  test('of a newer version, or too large, is refused', () => {
    expect(messageOf(file({ Version: 5 }))).toContain('newer Tapedeck');
    expect(messageOf(file({ Padding: 'x'.repeat(MAX_FILE_BYTES) }))).toBe(
      'This file is too large for a workspace (more than 2 MB), and it is no export of everything.',
    );
  });
  property.prop([fc.oneof(fc.string(), fc.json())])('of any content is answered without a throw', (text) => {
    expect(() => readWorkspaceFile(text, known)).not.toThrow();
  });
  test('is named after the workspace, as far as file systems allow', () => {
    expect(workspaceFileName('Morning')).toBe('Morning.tapedeck.json');
    expect(workspaceFileName('a/b\\c:d\n')).toBe('a-b-c-d-.tapedeck.json');
    expect(workspaceFileName('..')).toBe('workspace.tapedeck.json');
  });
});
