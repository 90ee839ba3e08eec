import type { Brokerage } from '../brokerage/brokerage.ts';
import type { RiskStore } from '../storage/risk-store.ts';
import type { RiskService } from './create-risk-service.ts';
import { DONE, readAmendment, type Amendment } from './risk-settings.ts';

/** After a failure it is tried again, host ms. */
const RETRY_MS = 2_000;

/** What carries out amendments. `retryMs`: time between two attempts. */
export interface AmendmentParts {
  readonly risk: Pick<RiskService, 'amendments' | 'onChanged'>;
  readonly brokerage: Pick<Brokerage, 'amend'>;
  readonly store: RiskStore;
  readonly hostMs: () => number;
  readonly logger: { error(details: object, message: string): void };
  readonly retryMs?: number;
}

/**
 * Carries out what administrators want of executions, one after the other, and writes down beside each what became of it. The journal knows which
 * instruction it holds, so one that is found again after a crash changes nothing. The returned function ends it.
 */
export function applyAmendments({
  risk,
  brokerage,
  store,
  hostMs,
  logger,
  retryMs = RETRY_MS,
}: AmendmentParts): () => void {
  let isStopped = false;
  let isWorking = false;
  let hasNews = false;
  let timer: NodeJS.Timeout | undefined;

  async function carryOut(executionId: string, { instruction, correction }: Amendment): Promise<void> {
    const outcome = (await brokerage.amend({ executionId, instruction, correction })) ?? DONE;
    await store.change(
      'execution',
      executionId,
      (standing) => {
        // Another instruction may have come meanwhile: it waits for its own outcome.
        const now =
          standing === undefined
            ? undefined
            : readAmendment({ kind: 'execution', name: executionId, body: standing });
        return now?.instruction === instruction ? JSON.stringify({ ...now, outcome }) : (standing ?? null);
      },
      hostMs(),
    );
  }

  async function work(): Promise<void> {
    try {
      while (hasNews && !isStopped) {
        hasNews = false;
        for (const [executionId, amendment] of risk.amendments())
          if (amendment.outcome === undefined && !isStopped) await carryOut(executionId, amendment);
      }
    } catch (error) {
      logger.error({ err: error }, 'an execution could not be amended; it is tried again');
      if (!isStopped) timer = setTimeout(checkForChanges, retryMs).unref();
    }
    // In the same turn as the last check for changes: a later change starts a new run.
    isWorking = false;
  }

  function checkForChanges(): void {
    clearTimeout(timer);
    hasNews = true;
    if (isWorking) return;
    isWorking = true;
    void work();
  }

  const unhook = risk.onChanged(checkForChanges);
  checkForChanges();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unhook();
  };
}
