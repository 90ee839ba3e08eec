import { describe, expect, it } from 'vitest';
import { priceAlerts } from '../../../plugins/price-alerts/manifest.ts';
import { copiedContent } from './copied-content.ts';
import type { WorkspaceContent } from './workspace-state.ts';

const alert = (Id: string) => ({
  Id,
  Symbol: 'SPY',
  Column: 'Last',
  HighAlert: 700,
  HighAlertTime: null,
  HighArm: 0,
  LowAlert: null,
  LowAlertTime: null,
  LowArm: 0,
  Paused: false,
});
const windowOf = (Tool: string, data: unknown, version = 0) => ({ Tool, version, data, link: 0 as const });
const content = (window: ReturnType<typeof windowOf>): WorkspaceContent => ({
  Name: 'Main',
  Layout: '1r1c',
  LayoutData: { Window1: window },
  Sizes: {},
});
const pluginOf = (id: string) => (id === 'price-alerts' ? priceAlerts : undefined);
const dataOf = (copy: WorkspaceContent) => copy.LayoutData.Window1?.data;

describe('a copy of a workspace', () => {
  it('has alerts of its own, so that its levels are watched separately', () => {
    const original = content(
      windowOf('price-alerts', {
        ...(priceAlerts.state.initial as object),
        Alerts: [alert('one'), alert('two')],
      }),
    );
    const copy = dataOf(copiedContent(original, pluginOf)) as { Alerts: readonly ReturnType<typeof alert>[] };
    expect(copy.Alerts.map((row) => ({ ...row, Id: '' }))).toEqual([alert(''), alert('')]);
    expect(new Set(['one', 'two', ...copy.Alerts.map(({ Id }) => Id)]).size).toBe(4);
    expect(dataOf(original)).toMatchObject({ Alerts: [{ Id: 'one' }, { Id: 'two' }] });
  });

  it('keeps what cannot be read, and tools that are not installed, as they are', () => {
    for (const window of [
      windowOf('price-alerts', { Alerts: 'damaged' }),
      windowOf('price-alerts', {}, 99),
      windowOf('unknown', { Id: 1 }),
    ])
      expect(copiedContent(content(window), pluginOf)).toEqual(content(window));
  });
});
