import { describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../domain/calendar/durations.ts';
import type { StrategyStatus } from '../../domain/strategy/enumerations.ts';
import { invalidInstance } from '../algostream/runs/new-instance.ts';
import { retentionChores, type RetentionParts } from './retention-chores.ts';

const NOW_MS = 1_000 * DAY_MS;

function parts(change: Partial<RetentionParts['retention']> = {}) {
  const removed: string[] = [];
  const clock = { hostMs: NOW_MS };
  const remaining = { deliveries: 450 };
  const removeDeliveries = vi.fn(async (_beforeMs: number, limit: number) => {
    const count = Math.min(limit, remaining.deliveries);
    remaining.deliveries -= count;
    return count;
  });
  const stored = (instanceId: string, status: StrategyStatus, finishedMs: number | null) => ({
    userId: 'u-1',
    name: 'Trend',
    instanceId,
    strategyId: 0,
    account: 'A',
    status,
    body: JSON.stringify({
      ...invalidInstance('A', instanceId),
      Status: status,
      FinishedAt: finishedMs,
    }),
  });
  const chores = retentionChores({
    retention: {
      sessionsMs: 0,
      firedAlertsMs: undefined,
      deliveriesMs: undefined,
      strategyRunsMs: undefined,
      versionsMs: 30 * DAY_MS,
      removedDocumentsMs: 90 * DAY_MS,
      ...change,
    },
    repositories: {
      retention: {
        removeDeliveries,
        removeFirings: async () => 0,
        removeWorkspaceVersions: async () => 0,
        removeDocumentVersions: async () => 0,
        removeRemovedDocuments: async () => 0,
      },
      tradeSnapshots: {
        add: async () => 'full',
        png: async () => undefined,
        removeUnnamed: async () => 0,
      },
      // Only the calls of the chores.
      users: { all: async () => [{ userId: 'u-1' }] } as unknown as RetentionParts['repositories']['users'],
      strategies: {
        instances: async () => [
          stored('old', 'Stopped', NOW_MS - 41 * DAY_MS),
          stored('recent', 'BacktestingCompleted', NOW_MS - 39 * DAY_MS),
          stored('running again', 'Running', NOW_MS - 50 * DAY_MS),
          stored('never finished', 'Stopped', null),
        ],
      } as unknown as RetentionParts['repositories']['strategies'],
    },
    strategies: {
      removeInstance: async (_runner, _name, instanceId) => {
        removed.push(instanceId);
        return { result: 'DeleteOK', message: '' };
      },
    },
    hostMs: () => clock.hostMs,
    exchangeMs: () => clock.hostMs,
    logger: { error: () => undefined },
  });
  return { chores, removeDeliveries, removed, clock };
}

describe('the chores of retention', () => {
  it('leave what is kept for ever alone', () => {
    expect(parts().chores.map(({ name }) => name)).toEqual([
      'workspace versions',
      'document versions',
      'removed documents',
      'chart snapshots',
    ]);
  });

  it('remove in bounded steps until nothing old is left, and search again after an hour', async () => {
    const { chores, removeDeliveries, clock } = parts({ deliveriesMs: 90 * DAY_MS });
    const deliveries = chores.find(({ name }) => name === 'deliveries');
    const steps = async (): Promise<boolean[]> => [
      (await deliveries?.step()) ?? false,
      (await deliveries?.step()) ?? false,
      (await deliveries?.step()) ?? false,
      (await deliveries?.step()) ?? false,
    ];
    expect(await steps()).toEqual([true, true, false, false]);
    expect(removeDeliveries.mock.calls.map(([beforeMs]) => beforeMs)).toEqual(
      Array.from({ length: 3 }, () => NOW_MS - 90 * DAY_MS),
    );
    clock.hostMs += HOUR_MS;
    await steps();
    expect(removeDeliveries).toHaveBeenCalledTimes(4);
    // A clock that was set back must not stop the searches.
    clock.hostMs -= 5 * HOUR_MS;
    await steps();
    expect(removeDeliveries).toHaveBeenCalledTimes(5);
  });

  it('remove old runs of strategies that do not run, by the service', async () => {
    const { chores, removed } = parts({ strategyRunsMs: 40 * DAY_MS });
    const runs = chores.find(({ name }) => name === 'runs of strategies');
    while (await runs?.step());
    expect(removed).toEqual(['old']);
  });
});
