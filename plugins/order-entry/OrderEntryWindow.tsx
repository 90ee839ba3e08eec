import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ToolProps } from '../../src/plugin-api/types.ts';
import { OrderForm } from './OrderForm.tsx';
import styles from './OrderForm.module.css';
import type { OrderEntryState } from './state.ts';
import { ticketFrom } from './ticket.ts';

/** Order entry in a window; a symbol chosen in a linked window comes here. */
export default function OrderEntryWindow({ window }: ToolProps<OrderEntryState>) {
  const symbol = useSyncExternalStore((listener) => window.subscribe(listener), () => window.getState().Symbol);
  const isActive = useSyncExternalStore((listener) => window.subscribe(listener), () => window.isActive());
  useEffect(() => window.onContext((context) => window.update({ Symbol: context.symbol })), [window]);
  const initial = useMemo(() => ticketFrom({}, { symbol }), [symbol]);
  return (
    <div className={styles.window}>
      <OrderForm
        platform={window.platform}
        initial={initial}
        isActive={isActive}
        onSymbol={(next) => { if (next !== symbol) window.update({ Symbol: next }); }}
      />
    </div>
  );
}
