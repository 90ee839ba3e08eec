import { ChartCandlestick } from 'lucide-react';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { EmptyState } from '../../src/ui/index.ts';

interface NoBarsProps {
  readonly platform: Pick<ToolPlatform, 'symbols'>;
  readonly symbol: string;
}

/** Says why a loaded chart has no bars. */
export function NoBars({ platform, symbol }: NoBarsProps) {
  const hasRecordedQuotes = platform.symbols.get(symbol)?.info?.Option?.Recorded !== undefined;
  return (
    <EmptyState
      icon={ChartCandlestick}
      title={`No bars of ${symbol} in this range`}
      text={
        hasRecordedQuotes
          ? 'The replayed recording has quotes of this option, but none of its trades.'
          : 'There were no trades in this range. Choose a longer one.'
      }
    />
  );
}
