import { useEffect, useState, type HTMLAttributes, type ReactElement } from 'react';
import { formatQuotePrice, useCanTrade, type ToolWindow } from '../../src/plugin-api/index.ts';
import { ContextMenu, type MenuEntry } from '../../src/ui/index.ts';
import type { ChartController } from './chart-controller.ts';
import type { ChartState } from './state.ts';
import { placeSized } from './place-sized.ts';
import { priceAt } from './trading/price-at.ts';

/** Comes after everything that lies on the chart. */
const PRIORITY = -1;

interface PriceMenuProps {
  readonly window: ToolWindow<ChartState>;
  readonly controller: ChartController | null;
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** What a right click on the plot or the price axis offers: an alert or an order at the price there. */
export function PriceMenu({ window, controller, children }: PriceMenuProps) {
  const { platform } = window;
  const [price, setPrice] = useState<number | null>(null);
  useEffect(
    () =>
      controller?.view.addPointerHandler({
        priority: PRIORITY,
        onContextMenu({ paneId, y }) {
          setPrice(priceAt(controller.view, paneId, y));
          // The menu itself opens as any other does.
          return false;
        },
      }),
    [controller],
  );

  const { Symbol } = window.getState();
  const isDisabled = !useCanTrade(platform, Symbol) || Symbol === '';
  const run = (command: string, args: Record<string, unknown>) => {
    platform.commands.run(command, { windowId: window.id, symbol: Symbol, ...args }).catch((error: unknown) =>
      platform.dialogs.toast({
        message: error instanceof Error ? error.message : 'This cannot be done now.',
        tone: 'error',
      }),
    );
  };
  const at = price === null ? '' : formatQuotePrice(price);
  const entries: readonly MenuEntry[] = [
    ...(price === null || Symbol === ''
      ? []
      : [
          ...(platform.commands.get('alerts.create') === undefined
            ? []
            : [
                {
                  id: 'alert',
                  label: `Create alert at ${at}`,
                  run: () => run('alerts.create', { level: price }),
                },
              ]),
          {
            id: 'buy',
            label: `Buy limit at ${at}`,
            isDisabled,
            hasSeparator: true,
            run: () => run('order.place', { side: 'Buy', price }),
          },
          {
            id: 'sell',
            label: `Sell limit at ${at}`,
            isDisabled,
            run: () => run('order.place', { side: 'Sell', price }),
          },
          ...(['Buy', 'Sell'] as const).map((side) => ({
            id: `${side}-sized`,
            label: `${side} at ${at}, calculate quantity…`,
            isDisabled,
            run: () => void placeSized(window, { symbol: Symbol, side, price }),
          })),
        ]),
    { id: 'studies', label: 'Technical studies', hasSeparator: true, run: () => run('chart.studies', {}) },
    { id: 'range', label: 'Symbol and date range', run: () => run('chart.range', {}) },
  ];
  return <ContextMenu entries={entries}>{children}</ContextMenu>;
}
