import { createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { ChainGrid } from '../../../plugins/option-chain/grid/ChainGrid.tsx';
import type { ChainGridHandle } from '../../../plugins/option-chain/grid/chain-grid-props.ts';
import { chainLayout } from '../../../plugins/option-chain/model/contract-columns.ts';
import { DEFAULT_COLUMNS } from '../../../plugins/option-chain/model/defaults.ts';
import '../../../src/ui/styles/index.ts';
import type { Contender } from './rows.ts';

const nothing = () => {};

/** The grid of the Option Chain, all expirations open. */
export function ours(): Contender {
  let host: HTMLElement | null = null;
  const handle = createRef<ChainGridHandle>();
  return {
    async show(element, chain) {
      host = element;
      const root = createRoot(element);
      flushSync(() =>
        root.render(
          <ChainGrid
            ref={handle}
            label="Bench"
            groups={chain.groups}
            open={new Set(chain.groups.map(({ id }) => id))}
            target={null}
            layout={chainLayout(DEFAULT_COLUMNS)}
            symbols={chain}
            analytics={chain.analytics}
            onOpenChange={nothing}
            onResize={nothing}
            onVisible={nothing}
            onDetails={nothing}
            onTrade={nothing}
            onNoSide={nothing}
            menu={() => []}
          />,
        ),
      );
    },
    refresh: () => handle.current?.refresh(),
    scroller() {
      const element = host?.querySelector<HTMLElement>('[role="treegrid"]');
      if (element === null || element === undefined) throw new Error('the chain is not on screen');
      return element;
    },
  };
}
