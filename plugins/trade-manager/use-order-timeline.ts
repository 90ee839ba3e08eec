import { useEffect, useState } from 'react';
import type { OrderTimeline, ToolPlatform } from '../../src/plugin-api/index.ts';

/** How often the reason and the queue of an open order are read again, ms. */
const REFRESH_MS = 2_000;
/** OrderIds and GroupIds of Tapedeck's own order service. */
const OWN_ID = /^G?\d{1,16}$/;

/** What the server has of an order beside its reports. */
export interface LoadedTimeline {
  readonly timeline: OrderTimeline | null;
  /** Why there is none; null = it is there, or on its way. */
  readonly problem: string | null;
}

/** Reads the timeline of an order, again after each of its reports, and every few seconds while it is open. */
export function useOrderTimeline(
  platform: ToolPlatform,
  orderId: string,
  reports: number,
  isOpen: boolean,
): LoadedTimeline {
  const [loaded, setLoaded] = useState<LoadedTimeline>({ timeline: null, problem: null });
  useEffect(() => {
    const { account } = platform.session.get();
    if (account === null || !OWN_ID.test(orderId)) return undefined;
    let isOver = false;
    const read = async (): Promise<void> => {
      try {
        const timeline = await (await platform.executions()).timeline(account, orderId);
        if (!isOver) setLoaded({ timeline, problem: null });
      } catch (cause) {
        const problem = cause instanceof Error ? cause.message : 'The timeline could not be loaded.';
        if (!isOver) setLoaded((before) => ({ ...before, problem }));
      }
    };
    void read();
    const timer = isOpen ? setInterval(() => void read(), REFRESH_MS) : undefined;
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [platform, orderId, reports, isOpen]);
  return loaded;
}
