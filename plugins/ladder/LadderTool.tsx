import { useEffect } from 'react';
import {
  firstSymbol,
  type ToolProps,
  useKnownSymbol,
  useLinked,
  useToolState,
} from '../../src/plugin-api/index.ts';
import { Button, EmptyState, ErrorState, Skeleton } from '../../src/ui/index.ts';
import { LiveLadder } from './LiveLadder.tsx';
import type { LadderState } from './state.ts';
import { chooseSymbol, showSymbol } from './symbol.ts';

/** The ladder of one symbol, and what stands in its place before it can be shown. */
export default function LadderTool({ tool }: ToolProps<LadderState>) {
  const stored = useToolState(tool, (state) => state.Symbol);
  const symbol = stored === '' ? firstSymbol(tool.platform, 'ladder') : stored;
  useEffect(() => {
    if (tool.getState().Symbol === '') tool.update({ Symbol: symbol });
  }, [tool, symbol]);
  useLinked(tool, (next) => showSymbol(tool, next));
  const { state, hasFailed, retry } = useKnownSymbol(tool.platform, symbol);

  if (state === 'unknown')
    return (
      <EmptyState
        title={`There is no symbol ${symbol}`}
        text="It is not among the symbols of this market."
        action={
          <Button
            tone="primary"
            onClick={() => {
              void chooseSymbol(tool);
            }}
          >
            Choose a symbol
          </Button>
        }
      />
    );
  if (state === 'loading')
    return hasFailed ? (
      <ErrorState
        title={`${symbol} did not load`}
        text="The market data service does not answer. Try again in a moment."
        onRetry={retry}
      />
    ) : (
      <Skeleton rows={16} label={`Loading ${symbol}`} />
    );
  return <LiveLadder key={symbol} tool={tool} symbol={symbol} />;
}
