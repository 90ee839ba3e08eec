import { Button, EmptyState, ErrorState, Skeleton } from '../ui/index.ts';
import type { KnownSymbol } from './use-known-symbol.ts';

/** Properties of a `SymbolCover`. */
export interface SymbolCoverProps {
  readonly symbol: string;
  readonly known: KnownSymbol;
  /** Rows of the skeleton while the symbol loads. */
  readonly rows: number;
  /** Opens the symbol lookup. */
  readonly onChoose: () => void;
}

/** What stands in the place of a symbol's data until it is known that the symbol exists. */
export function SymbolCover({ symbol, known, rows, onChoose }: SymbolCoverProps) {
  if (known.state === 'unknown')
    return (
      <EmptyState
        title={`There is no symbol ${symbol}`}
        text="It is not among the symbols of this market."
        action={
          <Button tone="primary" onClick={onChoose}>
            Choose a symbol
          </Button>
        }
      />
    );
  return known.hasFailed ? (
    <ErrorState
      title={`${symbol} did not load`}
      text="The market data service does not answer. Try again in a moment."
      onRetry={known.retry}
    />
  ) : (
    <Skeleton rows={rows} label={`Loading ${symbol}`} />
  );
}
