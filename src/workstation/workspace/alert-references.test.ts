import { describe, expect, it } from 'vitest';
import { priceAlerts } from '../../../plugins/price-alerts/manifest.ts';
import { newAlert } from '../../domain/alerts/index.ts';
import { alertIdsOf, withAlertIds } from './alert-references.ts';
import type { WorkspaceContent } from './workspace-state.ts';

const windowOf = (Tool: string, data: unknown, version = 1) => ({ Tool, version, data, link: 0 as const });
const content = (...windows: readonly ReturnType<typeof windowOf>[]): WorkspaceContent => ({
  Name: 'Main',
  Layout: '1r2c',
  LayoutData: Object.fromEntries(windows.map((window, index) => [`Window${index + 1}`, window])),
  Sizes: {},
});
const listing = (...Alerts: readonly string[]) =>
  windowOf('price-alerts', { ...Object(priceAlerts.state.initial), Alerts });
const pluginOf = (id: string) => (id === 'price-alerts' ? priceAlerts : undefined);
const newIds = new Map([
  ['one', 'n1'],
  ['two', 'n2'],
]);

describe('the alerts that a workspace refers to', () => {
  it('are those that its windows list, each once', () => {
    expect(alertIdsOf(content(listing('one', 'two'), listing('two', 'three')), pluginOf)).toEqual([
      'one',
      'two',
      'three',
    ]);
  });

  it('get new ids in an imported workspace; the original stays as it is', () => {
    const original = content(listing('one', 'two'), listing('two', 'three'));
    const copy = withAlertIds(original, newIds, pluginOf);
    expect(copy.LayoutData).toMatchObject({
      Window1: { data: { Alerts: ['n1', 'n2'] } },
      Window2: { data: { Alerts: ['n2'] } },
    });
    expect(original).toEqual(content(listing('one', 'two'), listing('two', 'three')));
  });

  it('get new ids in a window of version 0, which has the alerts in its state', () => {
    const { Adopt: _, ...initial } = Object(priceAlerts.state.initial);
    const original = content(windowOf('price-alerts', { ...initial, Alerts: [newAlert('one', 'SPY')] }, 0));
    expect(alertIdsOf(original, pluginOf)).toEqual(['one']);
    expect(withAlertIds(original, newIds, pluginOf).LayoutData.Window1).toMatchObject({
      version: 1,
      data: { Alerts: ['n1'], Adopt: [newAlert('n1', 'SPY')] },
    });
  });

  it('are unknown where a state cannot be read or a tool is not installed: these windows stay as they are', () => {
    for (const window of [
      windowOf('price-alerts', { Alerts: 'damaged' }),
      windowOf('price-alerts', {}, 99),
      windowOf('unknown', { Alerts: ['one'] }),
    ]) {
      expect(alertIdsOf(content(window), pluginOf)).toEqual([]);
      expect(withAlertIds(content(window), newIds, pluginOf)).toEqual(content(window));
    }
  });
});
