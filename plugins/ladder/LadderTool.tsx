import { useEffect } from 'react';
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

/** The ladder of one symbol, and what stands in its place before it can be shown. */
export default function LadderTool({ tool }: ToolProps<LadderState>) {
  const stored = useToolState(tool, (state) => state.Symbol);
  const symbol = stored === '' ? firstSymbol(tool.platform, 'ladder') : stored;
  useEffect(() => {
    if (tool.getState().Symbol === '') tool.update({ Symbol: symbol });
  }, [tool, symbol]);
  useLinked(tool, (next) => showSymbol(tool, next));
  const known = useKnownSymbol(tool.platform, symbol);
  if (known.state !== 'live')
    return <SymbolCover symbol={symbol} known={known} rows={16} onChoose={() => void chooseSymbol(tool)} />;
  return <LiveLadder key={symbol} tool={tool} symbol={symbol} />;
}
