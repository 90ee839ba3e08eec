import { screen, waitFor, within } from '@testing-library/dom';
import axe from 'axe-core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import {
  definePlugin,
  type BrokerDifference,
  type Reconciliation,
  type SettleWay,
  type ToolPlatform,
  type ToolProps,
} from '../../src/plugin-api/index.ts';
import { renderTool } from '../../src/testing/index.ts';
import { logKey, logRows } from './log-rows.ts';
import { tradeManager } from './manifest.ts';
import { ReconciliationFact, ReconciliationNotice } from './Reconciliation.tsx';

const difference = (change: Partial<BrokerDifference>): BrokerDifference => ({
  key: 'cash',
  kind: 'cash',
  symbol: '',
  title: 'Cash',
  here: '1,000.00',
  there: '998.75',
  hint: 'Fees change it without an order.',
  mark: '-12500',
  sinceMs: Date.UTC(2026, 4, 6, 14, 31),
  isKept: false,
  ...change,
});
const position = difference({
  key: 'position SPY',
  kind: 'position',
  symbol: 'SPY',
  title: 'Position in SPY',
  here: '10',
  there: '110',
  mark: '100',
});
const agreed: Reconciliation = {
  comparedMs: Date.UTC(2026, 4, 6, 14, 32),
  differences: [],
  lines: [],
  problem: null,
};

/** An external broker whose comparison the test sets. */
class FakeBroker {
  reconciliation = agreed;
  refusal: string | null = null;
  readonly settled: string[] = [];
  readonly #listeners = new Set<() => void>();
  #state = this.#stateNow();

  get = () => this.#state;
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  settle = (key: string, mark: string, way: SettleWay) => {
    if (this.refusal !== null) return Promise.resolve({ ok: false as const, message: this.refusal });
    this.settled.push(`${way} ${key} ${mark}`);
    const { differences } = this.reconciliation;
    this.show(
      differences.flatMap((each) => {
        if (each.key !== key) return [each];
        return way === 'keep' ? [{ ...each, isKept: true }] : [];
      }),
    );
    return Promise.resolve({ ok: true as const });
  };
  show(differences: readonly BrokerDifference[]): void {
    this.reconciliation = { ...this.reconciliation, differences };
    this.#state = this.#stateNow();
    for (const listener of this.#listeners) listener();
  }

  #stateNow() {
    const { name, capabilities } = BROKERS.alpaca;
    return {
      api: 'External',
      name,
      tradingAccount: 'PA3',
      capabilities,
      reconciliation: this.reconciliation,
    };
  }
}

/** The notice and the fact of Trade Manager, over that broker. */
function toolOf(broker: FakeBroker) {
  function Compared({ tool }: ToolProps<unknown>) {
    // Everything else of the platform is real.
    const [platform] = useState(
      () => Object.create(tool.platform, { tradingApi: { value: broker } }) as ToolPlatform,
    );
    return (
      <div>
        <ReconciliationNotice platform={platform} />
        <dl>
          <ReconciliationFact platform={platform} />
        </dl>
      </div>
    );
  }
  return definePlugin({ ...tradeManager, load: async () => ({ default: Compared }) });
}

test('shows both sides of each difference, and settles them with the keyboard', async () => {
  const broker = new FakeBroker();
  const { frame, user } = await renderTool(toolOf(broker));
  expect((await within(frame).findByRole('button', { name: '10:32:00, agrees…' })).tagName).toBe('BUTTON');
  expect(within(frame).queryByRole('alert')).toBeNull();

  broker.show([difference({}), position]);
  const notice = await within(frame).findByRole('alert');
  expect(notice.textContent).toContain('2 differences from Alpaca.Cash, Position in SPY');
  within(notice).getByRole('button', { name: 'Compare…' }).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Compared with Alpaca' });
  const cells = within(dialog)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map((cell) => cell.textContent),
    );
  expect(cells).toEqual([
    ['1,000.00', '998.75', '10:31:00'],
    ['10', '110', '10:31:00'],
  ]);
  expect((await axe.run(dialog)).violations).toEqual([]);

  within(dialog).getByRole('button', { name: 'Accept Alpaca: Cash' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(within(dialog).queryByText('Cash')).toBeNull());
  // The row has gone, and the next button has the focus.
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  within(dialog).getByRole('button', { name: 'Keep both: Position in SPY' }).focus();
  await user.keyboard(' ');
  await waitFor(() => expect(within(dialog).getByText('Kept').tagName).toBe('SPAN'));
  expect(broker.settled).toEqual(['accept cash -12500', 'keep position SPY 100']);
  expect(within(frame).queryByRole('alert', { hidden: true })).toBeNull();
});

test('shows why a difference was not settled', async () => {
  const broker = new FakeBroker();
  broker.refusal = 'The difference has changed meanwhile. Check it again.';
  const { frame, user } = await renderTool(toolOf(broker));
  await within(frame).findByRole('button', { name: /agrees/ });
  broker.show([position]);
  await user.click(await within(frame).findByRole('button', { name: 'Compare…' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Accept Alpaca: Position in SPY' }));
  await waitFor(() => expect(dialog.textContent).toContain(broker.refusal));
  broker.show([]);
  await waitFor(() => expect(within(dialog).getByRole('status').textContent).toBe('Everything agrees.'));
});

test('lists accepted figures in the trade log by their time', () => {
  const line = (Serial: number) => ({
    Serial,
    Timestamp: Serial / 1000,
    ReconciledType: 'Cash' as const,
    Symbol: '',
    Message: 'Reconciled',
  });
  expect(logRows([], [], [], [line(1000), line(3000)]).map(logKey)).toEqual([
    'reconciled 3000',
    'reconciled 1000',
  ]);
});
