import { useEffect } from 'react';
import {
  formatQuotePrice,
  UNKNOWN_TEXT,
  useLinked,
  useMarket,
  useToolState,
  type ToolProps,
} from '@tapedeck/plugin-api';
import { EmptyState } from '@tapedeck/plugin-api/ui';
import { basisPoints } from './basis-points.ts';
import { showSymbol, symbolToShow, type SpreadState } from './manifest.ts';

/** Bid, ask and spread of one symbol. Follows linked windows. */
export default function Spread({ tool }: ToolProps<SpreadState>) {
  const symbol = useToolState(tool, () => symbolToShow(tool));
  useEffect(() => {
    if (tool.getState().Symbol === '') tool.update({ Symbol: symbol });
  }, [tool, symbol]);
  useLinked(tool, (linked) => showSymbol(tool, linked));
  const { bid, ask, isStale } = useMarket(tool.platform, symbol, tool);
  const spread = basisPoints(bid, ask);
  if (spread === null)
    return <EmptyState title="No market" text={`There is no bid and ask of ${symbol} now.`} />;
  return (
    <dl data-stale={isStale ? '' : undefined}>
      <dt>Bid</dt>
      <dd>{formatQuotePrice(bid)}</dd>
      <dt>Ask</dt>
      <dd>{formatQuotePrice(ask)}</dd>
      <dt>Spread</dt>
      <dd>{Number.isFinite(spread) ? `${spread.toFixed(1)} bp` : UNKNOWN_TEXT}</dd>
    </dl>
  );
}
