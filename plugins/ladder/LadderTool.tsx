import { useEffect, useRef } from 'react';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import {
  firstSymbol,
  SymbolCover,
  type ToolProps,
  useKnownSymbol,
  useLinked,
  useToolState,
} from '../../src/plugin-api/index.ts';
import { LiveLadder } from './LiveLadder.tsx';
import type { LadderState } from './state.ts';
import { chooseSymbol, showSymbol } from './symbol.ts';

/** Quantities that a ladder has when it goes from stocks to options and back. */
const FIRST_CONTRACTS = 1;
const FIRST_SHARES = 100;

/** The ladder of one symbol, and what stands in its place before it can be shown. */
export default function LadderTool({ tool }: ToolProps<LadderState>) {
  const stored = useToolState(tool, (state) => state.Symbol);
  const symbol = stored === '' ? firstSymbol(tool.platform, 'ladder') : stored;
  useEffect(() => {
    if (tool.getState().Symbol === '') tool.update({ Symbol: symbol });
  }, [tool, symbol]);
  const isOption = isOptionSymbol(symbol);
  // The quantity of a new window is one of shares.
  const wasOption = useRef(isOptionSymbol(stored));
  useEffect(() => {
    if (wasOption.current === isOption) return;
    wasOption.current = isOption;
    // A quantity of shares is no quantity of contracts, each of which stands for a hundred.
    tool.update({ Quantity: isOption ? FIRST_CONTRACTS : FIRST_SHARES });
  }, [tool, isOption]);
  useLinked(tool, (next) => showSymbol(tool, next));
  const known = useKnownSymbol(tool.platform, symbol);
  if (known.state !== 'live')
    return <SymbolCover symbol={symbol} known={known} rows={16} onChoose={() => void chooseSymbol(tool)} />;
  return <LiveLadder key={symbol} tool={tool} symbol={symbol} />;
}
