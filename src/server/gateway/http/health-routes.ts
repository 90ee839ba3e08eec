import type { Health, HealthPart } from '../../health.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';

/** Whether the process runs, and whether it can serve orders. */
export function healthRoutes(health: Pick<Health, 'report'>): Pick<Handlers, 'healthz' | 'livez' | 'readyz'> {
  const ready = async (uncounted?: HealthPart) => {
    const { problems: all, lagMsMax } = await health.report();
    const problems = Object.fromEntries(Object.entries(all).filter(([part]) => part !== uncounted));
    const reasons = Object.values(problems);
    if (reasons.length > 0)
      throw new HttpRefusal(503, reasons.join(' '), {
        Error: reasons.join(' '),
        status: 'not ready',
        notReady: problems,
        eventLoopLagMs: lagMsMax,
      });
    return { status: 'ok' as const, eventLoopLagMs: lagMsMax };
  };
  return {
    async healthz() {
      // Orders are served without strategies.
      await ready('strategies');
      return { status: 'ok' };
    },
    readyz: () => ready(),
    livez: () => Promise.resolve({ status: 'ok' }),
  };
}
