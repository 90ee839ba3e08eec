import type { Body, Message, MessageName } from '../../protocol/index.ts';
import { reportLater } from '../observable.ts';
import type { RunReports, StoppedRun } from './report-types.ts';
import { NOT_CONNECTED_TEXT } from './texts.ts';
import type { WaitingCalls } from './waiting.ts';

export interface RunReportsDeps {
  readonly sendReady: <Name extends MessageName>(name: Name, body: Body<Name>) => boolean;
}

/** As the protocol takes them. */
const MAX_RUNS_PER_MESSAGE = 100;

type TradingMessage = Message<'trading', 'toClient'>;

type StopListener = (runs: readonly StoppedRun[]) => void;

export interface RunReportsCore extends RunReports {
  onTrading(message: TradingMessage): void;
  /** The user has signed out. */
  reset(): void;
}

const keyOf = ({ Name, InstanceId }: StoppedRun): string => JSON.stringify([Name, InstanceId]);

function notify(listener: StopListener, runs: readonly StoppedRun[]): void {
  try {
    listener(runs);
  } catch (error) {
    reportLater(error);
  }
}

/** Sends a request and waits for the message that `read` takes as its answer. */
async function request<Name extends MessageName, Value>(
  { sendReady }: RunReportsDeps,
  calls: WaitingCalls,
  name: Name,
  body: Body<Name>,
  read: (message: TradingMessage) => { readonly value: Value } | undefined,
): Promise<Value> {
  if (!sendReady(name, body)) throw new Error(NOT_CONNECTED_TEXT);
  const outcome = await calls.wait<{ readonly value: Value } | { readonly error: string }>(
    name,
    read,
    (error) => ({ error }),
  );
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome.value;
}

export function createRunReports(
  deps: RunReportsDeps,
  calls: WaitingCalls,
  account: () => string,
): RunReportsCore {
  const listeners = new Set<StopListener>();
  /** A listener may come after the message: its code is loaded apart. */
  const unconfirmed = new Map<string, StoppedRun>();
  const logPart = (Name: string, InstanceId: string, From: number): Promise<Body<'strategyLog'>> =>
    request(deps, calls, 'requestAlgoTradingStrategyLog', { Name, InstanceId, From }, (message) =>
      message.name === 'strategyLog' &&
      message.body.Name === Name &&
      message.body.InstanceId === InstanceId &&
      message.body.From >= From
        ? { value: message.body }
        : undefined,
    );

  return {
    equity: (Name, InstanceId) =>
      request(deps, calls, 'requestAlgoTradingStrategyEquity', { Name, InstanceId }, (message) =>
        message.name === 'strategyEquity' &&
        message.body.Name === Name &&
        message.body.InstanceId === InstanceId
          ? { value: message.body.Equity }
          : undefined,
      ),
    async log(name, instanceId, from) {
      const first = await logPart(name, instanceId, from);
      const lines = [...first.Items];
      let { Total: total } = first;
      for (let next = first.From + lines.length; next < total; next = first.From + lines.length) {
        const part = await logPart(name, instanceId, next);
        // Lines were dropped meanwhile: what was read is not a whole any more.
        if (part.From !== next || part.Items.length === 0) break;
        lines.push(...part.Items);
        total = part.Total;
      }
      return { from: first.From, lines, total };
    },
    onStopped(listener) {
      listeners.add(listener);
      if (unconfirmed.size > 0) notify(listener, [...unconfirmed.values()]);
      return () => void listeners.delete(listener);
    },
    confirmStops(runs) {
      for (const run of runs) unconfirmed.delete(keyOf(run));
      const items = runs.map(({ Name, InstanceId }) => ({ Name, InstanceId }));
      for (let from = 0; from < items.length; from += MAX_RUNS_PER_MESSAGE)
        deps.sendReady('confirmStrategyStops', {
          Account: account(),
          Items: items.slice(from, from + MAX_RUNS_PER_MESSAGE),
        });
    },
    onTrading(message) {
      if (message.name !== 'strategyRunsStopped') return;
      const { Items } = message.body;
      for (const run of Items) unconfirmed.set(keyOf(run), run);
      for (const listener of [...listeners]) notify(listener, Items);
    },
    reset: () => unconfirmed.clear(),
  };
}
