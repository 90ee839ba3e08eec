import { describe, expect, it } from 'vitest';
import type { Message, MessageName } from '../../protocol/index.ts';
import { RunReportsStore } from './run-reports.ts';
import { StrategyRequests, type SendReady } from './strategy-requests.ts';
import { NOT_CONNECTED_TEXT } from './texts.ts';

const clock = {
  nowMs: () => 0,
  setTimeout: () => 0,
  clearTimeout: () => {},
} as unknown as ConstructorParameters<typeof StrategyRequests>[0];
const run = { Name: 'Cross', InstanceId: 'run1' };

/** Reports whose requests are answered with the messages that `answer` returns. */
function reportsWith(
  answer: (name: MessageName, body: unknown) => Message<'trading', 'toClient'> | undefined,
) {
  const sent: unknown[] = [];
  const sendReady: SendReady = (name, body) => {
    sent.push([name, body]);
    const message = answer(name, body);
    if (message) queueMicrotask(() => requests.onTrading(message));
    return true;
  };
  const requests = new StrategyRequests(clock, sendReady);
  const reports = new RunReportsStore(requests, sendReady, () => 'D-1');
  return { reports, sent };
}

describe('reports of runs', () => {
  it('loads an equity curve, or null', async () => {
    const { reports } = reportsWith(() => ({ name: 'strategyEquity', body: { ...run, Equity: null } }));
    await expect(reports.equity('Cross', 'run1')).resolves.toBeNull();
  });

  it('loads all lines of a log, a message at a time', async () => {
    const all = Array.from({ length: 250 }, (_, at) => ({ Time: at, Text: `line ${at + 10}` }));
    const { reports, sent } = reportsWith((_, body) => {
      const { From } = body as { From: number };
      const from = Math.max(10, From);
      return {
        name: 'strategyLog',
        body: { ...run, From: from, Items: all.slice(from - 10, from + 90), Total: 260 },
      };
    });
    const log = await reports.log('Cross', 'run1', 0);
    expect([log.from, log.total, log.lines.length, log.lines.at(-1)?.Text]).toEqual([
      10,
      260,
      250,
      'line 259',
    ]);
    expect(sent).toHaveLength(3);
  });

  it('rejects with a message when the server cannot be reached', async () => {
    const unreachable = (): boolean => false;
    const requests = new StrategyRequests(clock, unreachable);
    const reports = new RunReportsStore(requests, unreachable, () => 'D-1');
    await expect(reports.equity('Cross', 'run1')).rejects.toThrow(NOT_CONNECTED_TEXT);
  });

  it('reports stopped runs to listeners, and confirms them by name and id', () => {
    const { reports, sent } = reportsWith(() => undefined);
    const received: unknown[] = [];
    reports.onStopped((runs) => received.push(runs));
    const stopped = { ...run, Message: 'The server was restarted.', StoppedAt: 5 };
    reports.onTrading({ name: 'strategyRunsStopped', body: { Items: [stopped] } });
    expect(received).toEqual([[stopped]]);
    reports.confirmStops([stopped]);
    expect(sent).toEqual([['confirmStrategyStops', { Account: 'D-1', Items: [run] }]]);
  });

  it('publishes an alert of a run to its listeners, until they unsubscribe', () => {
    const { reports } = reportsWith(() => undefined);
    const received: unknown[] = [];
    const end = reports.onAlert((alert) => received.push(alert));
    const alert = { ...run, Account: 'D-1', Time: 5, Text: 'above the mean', Number: 1 };
    reports.onTrading({ name: 'strategyAlert', body: alert });
    end();
    reports.onTrading({ name: 'strategyAlert', body: { ...alert, Number: 2 } });
    expect(received).toEqual([alert]);
  });

  it('reports stopped runs to a listener that comes later, until they are confirmed or the user signs out', () => {
    const { reports } = reportsWith(() => undefined);
    const stopped = { ...run, Message: 'The server was restarted.', StoppedAt: 5 };
    const lateListener = (): unknown[] => {
      const received: unknown[] = [];
      reports.onStopped((runs) => received.push(...runs))();
      return received;
    };
    const receive = (): void =>
      reports.onTrading({ name: 'strategyRunsStopped', body: { Items: [stopped] } });
    receive();
    expect(lateListener()).toEqual([stopped]);
    reports.confirmStops([stopped]);
    expect(lateListener()).toEqual([]);
    receive();
    reports.reset();
    expect(lateListener()).toEqual([]);
  });
});
