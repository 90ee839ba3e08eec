import { useEffect, useMemo } from 'react';
import { marketSymbol, type ToolProps, useIsActive, useToolState } from '../../src/plugin-api/index.ts';
import { ticketMemory } from './kept-tickets.ts';
import { OrderForm } from './OrderForm.tsx';
import styles from './OrderForm.module.css';
import type { OrderEntryState } from './state.ts';
import { ticketFrom } from './ticket.ts';

/** Order entry in a window; a symbol chosen in a linked window comes here. */
export default function OrderEntryWindow({ window }: ToolProps<OrderEntryState>) {
  const stored = useToolState(window, (all) => all.Symbol);
  const symbol = stored === '' ? marketSymbol(window.platform) : stored;
  useEffect(() => {
    if (window.getState().Symbol === '') window.update({ Symbol: symbol });
  }, [window, symbol]);
  const isActive = useIsActive(window);
  useEffect(
    () =>
      window.onContext((context) => {
        if (context.type === 'fdc3.instrument') window.update({ Symbol: context.id.ticker });
      }),
    [window],
  );
  const initial = useMemo(() => ticketFrom({}, { symbol }), [symbol]);
  const memory = useMemo(() => ticketMemory(window.platform, window.id), [window]);
  return (
    <div className={styles.window}>
      <OrderForm
        platform={window.platform}
        initial={initial}
        isActive={isActive}
        memory={memory}
        onSymbol={(next) => {
          if (next !== symbol) window.update({ Symbol: next });
        }}
      />
    </div>
  );
}
