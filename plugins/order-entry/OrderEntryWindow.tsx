import { useEffect, useMemo } from 'react';
import { marketSymbol, type ToolProps, useToolState } from '../../src/plugin-api/index.ts';
import { ticketMemory } from './kept-tickets.ts';
import { OrderForm } from './OrderForm.tsx';
import styles from './OrderForm.module.css';
import type { OrderEntryState } from './state.ts';
import { ticketFrom } from './ticket.ts';

/** Order entry in a window; a symbol chosen in a linked window comes here. */
export default function OrderEntryWindow({ tool }: ToolProps<OrderEntryState>) {
  const stored = useToolState(tool, (all) => all.Symbol);
  const symbol = stored === '' ? marketSymbol(tool.platform) : stored;
  useEffect(() => {
    if (tool.getState().Symbol === '') tool.update({ Symbol: symbol });
  }, [tool, symbol]);
  useEffect(
    () =>
      tool.onContext((context) => {
        if (context.type === 'fdc3.instrument') tool.update({ Symbol: context.id.ticker });
      }),
    [tool],
  );
  const initial = useMemo(() => ticketFrom({}, { symbol }), [symbol]);
  const memory = useMemo(() => ticketMemory(tool.platform, tool.id), [tool]);
  return (
    <div className={styles.window}>
      <OrderForm
        platform={tool.platform}
        initial={initial}
        window={tool}
        memory={memory}
        onSymbol={(next) => {
          if (next !== symbol) tool.update({ Symbol: next });
        }}
      />
    </div>
  );
}
