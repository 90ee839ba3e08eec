import { encode } from '../../../protocol/index.ts';
import type { Clock } from '../../clock.ts';
import type { MarketData } from '../../market/market-data.ts';
import type { FanOut } from '../fan-out/fan-out.ts';
import { frameText } from '../sockets/frame-text.ts';

/** How often `feedAlive` is sent, ms. */
export const PULSE_MS = 5_000;
/** A market without an event or progress for this long does not flow, host ms. */
export const FLOW_LIMIT_MS = 10_000;

/**
 * Sends `feedAlive` to every streaming client while the market flows: it confirms the prices that the client was last sent.
 * A market flows when its clock runs and it keeps up with that clock. A paused or finished replay does not flow, nor does an
 * adapter that hangs; then nothing is sent, and clients mark their prices as stale.
 */
export interface FeedPulse {
  /** Adds a client; `send` receives each frame. Returns how to remove it. */
  join(send: (frame: string) => void): () => void;
  stop(): void;
}

/** Runs a timer only while it has clients. */
export function createFeedPulse(
  market: Pick<MarketData, 'exchangeMs' | 'flowedAtMs'>,
  fanOut: Pick<FanOut, 'takeHadEvents'>,
  hostMs: Clock['hostMs'],
): FeedPulse {
  const members = new Set<(frame: string) => void>();
  let timer: NodeJS.Timeout | undefined;
  let lastExchangeMs = 0;
  let lastEventMs = -Infinity;

  const flowedAtMs = (): number => {
    if (fanOut.takeHadEvents()) lastEventMs = hostMs();
    return market.flowedAtMs?.() ?? lastEventMs;
  };

  const beat = (): void => {
    const exchangeMs = market.exchangeMs();
    const isRunning = exchangeMs > lastExchangeMs;
    lastExchangeMs = exchangeMs;
    const isFlowing = hostMs() - flowedAtMs() <= FLOW_LIMIT_MS;
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
      // Wrapped, so that the same function may join twice.
      const member = (frame: string): void => send(frame);
      members.add(member);
      if (timer === undefined) {
        lastExchangeMs = market.exchangeMs();
        timer = setInterval(beat, PULSE_MS);
        timer.unref();
      }
      return () => {
        members.delete(member);
        if (members.size === 0) stop();
      };
    },
    stop() {
      stop();
      members.clear();
    },
  };
}
