import type { StrategyStatus } from '../../../domain/strategy/enumerations.ts';
import type { Logger } from '../../logging.ts';
import type { StoredStop, StrategyReportStore } from '../../storage/strategy-report-store.ts';
import type { StrategyPush } from '../service.ts';
import type { StopNotices } from './report-services.ts';
import type { RunRecord } from './run-record.ts';

export interface StopNoticeParts {
  readonly store: Pick<StrategyReportStore, 'putStop'>;
  readonly push: (userId: string, account: string | undefined, push: StrategyPush) => void;
  readonly logger: Pick<Logger, 'error'>;
}

export const stopsMessage = (
  stops: readonly StoredStop[],
): Extract<StrategyPush, { readonly name: 'strategyRunsStopped' }> => ({
  name: 'strategyRunsStopped',
  body: {
    Items: stops.map(({ name, instanceId, message, stoppedAtMs }) => ({
      Name: name,
      InstanceId: instanceId,
      Message: message,
      StoppedAt: stoppedAtMs,
    })),
  },
});

/** The notice of a live run that ended without its user's doing: kept until the user has confirmed it. */
const stopOf = ({ key, account, instance, stopNotice }: RunRecord): StoredStop => ({
  ...key,
  account,
  message: stopNotice,
  stoppedAtMs: instance.FinishedAt ?? 0,
});

/** Text of the notice of a live run that ended; empty when there is none: its user stopped it, it finished by itself, or it never began to trade. */
export function stopNoticeText(status: StrategyStatus, message: string, hasTraded: boolean): string {
  if (status === 'Stopped') return message;
  if (status === 'Completed' || !hasTraded) return '';
  return `It ended with an error: ${message.replace(/\.$/, '')}. Its open orders were cancelled; its positions stay.`;
}

/** Keeps and sends the notice of a run that was stopped; nothing for one that its user stopped. */
export async function announceStop(
  { store, push, logger }: StopNoticeParts,
  record: RunRecord,
): Promise<void> {
  if (record.stopNotice === '') return;
  const stop = stopOf(record);
  try {
    await store.putStop(stop);
    push(stop.userId, stop.account, stopsMessage([stop]));
  } catch (error) {
    logger.error({ err: error, instance: record.key }, 'the notice of a stopped strategy could not be kept');
  }
}

/** At most as many notices as one message takes. */
const MAX_STOPS = 100;

export function createStopNotices(store: Pick<StrategyReportStore, 'stops' | 'removeStop'>): StopNotices {
  return {
    unconfirmed: async ({ userId, account }) => (await store.stops(userId, account)).slice(0, MAX_STOPS),
    async confirm({ userId }, runs) {
      for (const { Name, InstanceId } of runs)
        await store.removeStop({ userId, name: Name, instanceId: InstanceId });
    },
  };
}
