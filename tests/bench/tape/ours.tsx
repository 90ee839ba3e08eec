import { createRoot } from 'react-dom/client';
import { FramePainter } from '../../../src/plugin-api/index.ts';
import { MarketFeed, type Part } from '../../../plugins/market-maker/market-feed.ts';
import { marketMakerState } from '../../../plugins/market-maker/state.ts';
import { TapePanel } from '../../../plugins/market-maker/TapePanel.tsx';
import type { CreateContender } from './contender.ts';

type Symbols = ConstructorParameters<typeof MarketFeed>[0];
type Trade = Parameters<Parameters<Symbols['onTrade']>[1]>[0];
type Tool = Parameters<typeof TapePanel>[0]['tool'];

const nothing = () => {};

/** The time and sales of Market Maker as it is, fed where the symbol store would feed it: with its filter, its history of 100,000 prints and its scrolling. */
export const createOurs: CreateContender = (place) => {
  let onTrade: (trade: Trade) => void = nothing;
  // Only what the feed and the pane use is there.
  const symbols = {
    watch: () => nothing,
    subscribe: () => nothing,
    watchBbo: () => nothing,
    get: () => ({ bid: 100.2, ask: 100.6 }),
    onTrade: (_symbol: string, listener: (trade: Trade) => void) => {
      onTrade = listener;
      return nothing;
    },
    timeAndSale: () => Promise.resolve([]),
    bbo: () => Promise.resolve([]),
  } as unknown as Symbols;
  const tool = {
    getState: () => marketMakerState.initial,
    subscribe: () => nothing,
    update: nothing,
  } as unknown as Tool;
  const painter = new FramePainter<Part>(window);
  const feed = new MarketFeed(symbols, 'SPY', (part) => painter.mark(part), nothing);
  const stop = feed.start();
  const root = createRoot(place);
  root.render(<TapePanel tool={tool} feed={feed} painter={painter} state="ready" />);
  return {
    print(price, size, timeMs, volume) {
      onTrade({ S: 'SPY', P: price, V: size, TV: volume, X: 'ARCA', TS: timeMs });
    },
    newest: () => place.querySelector('[data-tape] [role="row"]')?.textContent ?? '',
    destroy() {
      stop();
      painter.cancel();
      root.unmount();
    },
  };
};
