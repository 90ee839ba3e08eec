import { describe, expect, it } from 'vitest';
import { Permission } from '../src/domain/permissions.ts';
import { validateRegistry } from '../src/plugin-api/index.ts';
import { plugins } from './index.ts';

describe('the list of tools', () => {
  it('is declared without contradictions', () => {
    expect(validateRegistry(plugins.all)).toEqual([]);
  });

  it('has the first tools, the Trade Manager only once', () => {
    expect(plugins.all.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['market-view', 'trade-manager', 'order-entry']),
    );
    expect(plugins.get('trade-manager')?.isSingleton).toBe(true);
    expect(plugins.get('market-view')?.isSingleton).toBe(false);
  });

  it.each(['order-entry', 'trade-manager'])('shows %s only to users who may trade', (id) => {
    expect(plugins.get(id)?.permission).toEqual({ anyOf: [Permission.Stocks, Permission.OptionChain] });
  });

  it.each([
    ['market-maker', Permission.Stocks],
    ['market-screen', Permission.MarketScreen],
    ['market-view', Permission.MarketView],
    ['chart', Permission.Chart],
    ['price-alerts', Permission.ChartAlerts],
  ] as const)('asks the permission of the specification for %s', (id, permission) => {
    expect(plugins.get(id)?.permission).toBe(permission);
  });
});
