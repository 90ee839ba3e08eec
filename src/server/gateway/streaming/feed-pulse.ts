import { encode } from '../../../protocol/index.ts';
import type { Clock } from '../../clock.ts';
import type { MarketData } from '../../market/market-data.ts';
import type { FanOut } from '../fan-out/fan-out.ts';
import { frameText } from '../sockets/frame-text.ts';

/** How often clients are told that the market flows, ms. */
export const PULSE_MS = 5_000;
/** A market that has shown no sign of life for this long does not flow, host ms. */
export const FLOW_LIMIT_MS = 10_000;

/**
 * Tells every streaming client, while the market really flows, that what it was last sent is current. A market flows
 * when its clock runs and it keeps up with that clock; a paused or finished replay does not, nor does an adapter that
 * hangs. Then nobody is told anything, and clients mark their prices.
 */
export interface FeedPulse {
  /** A client takes part from now on; `send` gets the frame. Returns the way to leave. */
  join(send: (frame: string) => void): () => void;
  stop(): void;
}

export function createFeedPulse(
  market: Pick<MarketData, 'exchangeMs' | 'flowedAtMs'>,
  fanOut: Pick<FanOut, 'takeHadEvents'>,
  hostMs: Clock['hostMs'],
): FeedPulse {
  const members = new Set<(frame: string) => void>();
  let timer: NodeJS.Timeout | undefined;
  let lastExchangeMs = 0;
  let lastEventMs = -Infinity;

  const signOfLifeMs = (): number => {
    if (fanOut.takeHadEvents()) lastEventMs = hostMs();
    return market.flowedAtMs?.() ?? lastEventMs;
  };

  const beat = (): void => {
    const exchangeMs = market.exchangeMs();
    const isRunning = exchangeMs > lastExchangeMs;
    lastExchangeMs = exchangeMs;
    const isFlowing = hostMs() - signOfLifeMs() <= FLOW_LIMIT_MS;
    if (!isRunning || !isFlowing) return;
    const frame = frameText(encode('feedAlive', { ExchangeTime: exchangeMs }));
    for (const send of members) send(frame);
  };

  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    join(send) {
      const own = (frame: string): void => send(frame);
      members.add(own);
      if (timer === undefined) {
        lastExchangeMs = market.exchangeMs();
        timer = setInterval(beat, PULSE_MS);
        timer.unref();
      }
      return () => {
        members.delete(own);
        if (members.size === 0) stop();
      };
    },
    stop() {
      stop();
      members.clear();
    },
  };
}
