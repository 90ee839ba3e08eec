import type { Annotations, Plot } from '../../domain/strategy/annotations.ts';
import type { Body, Message } from '../../protocol/index.ts';
import { reportLater } from '../observable.ts';
import { instanceKey } from './instance-key.ts';
import type { RunEquity, RunLogPart, RunReports, SentAlert, StoppedRun } from './report-types.ts';
import type { SendReady, StrategyRequests } from './strategy-requests.ts';

/** Limit of the protocol. */
const MAX_RUNS_PER_MESSAGE = 100;

type TradingMessage = Message<'trading', 'toClient'>;
type Listener<Value> = (value: Value) => void;
type StopListener = Listener<readonly StoppedRun[]>;

const keyOf = ({ Name, InstanceId }: StoppedRun): string => instanceKey(Name, InstanceId);

const plotsOf = ({ Plot: plot }: Body<'strategyPlots'>): Plot[] =>
  plot === null
    ? []
    : [
        {
          name: plot.Name,
          ...(plot.IsOnPrice && { isOnPrice: true as const }),
          points: plot.Times.map((timeMs, at) => ({ timeMs, value: plot.Values[at] ?? 0 })),
        },
      ];

function notify<Value>(listener: Listener<Value>, value: Value): void {
  try {
    listener(value);
  } catch (error) {
    reportLater(error);
  }
}

/** Loads equity curves and logs, and publishes stopped runs until they are confirmed. */
export class RunReportsStore implements RunReports {
  readonly #requests: StrategyRequests;
  readonly #sendReady: SendReady;
  readonly #account: () => string;
  readonly #listeners = new Set<StopListener>();
  readonly #alertListeners = new Set<Listener<SentAlert>>();
  /** Kept because a listener, whose code is loaded on demand, may subscribe after the message. */
  readonly #unconfirmed = new Map<string, StoppedRun>();

  constructor(requests: StrategyRequests, sendReady: SendReady, account: () => string) {
    this.#requests = requests;
    this.#sendReady = sendReady;
    this.#account = account;
  }

  equity(Name: string, InstanceId: string): Promise<RunEquity | null> {
    return this.#requests.load('requestAlgoTradingStrategyEquity', { Name, InstanceId }, (message) =>
      message.name === 'strategyEquity' &&
      message.body.Name === Name &&
      message.body.InstanceId === InstanceId
        ? { value: message.body.Equity }
        : undefined,
    );
  }

  async log(name: string, instanceId: string, from: number): Promise<RunLogPart> {
    const first = await this.#logPart(name, instanceId, from);
    const lines = [...first.Items];
    let { Total: total } = first;
    for (let next = first.From + lines.length; next < total; next = first.From + lines.length) {
      const part = await this.#logPart(name, instanceId, next);
      // The server dropped lines during the load, so the next part does not continue the lines read so far.
      if (part.From !== next || part.Items.length === 0) break;
      lines.push(...part.Items);
      total = part.Total;
    }
    return { from: first.From, lines, total };
  }

  async annotations(name: string, instanceId: string): Promise<Annotations> {
    const first = await this.#plotPart(name, instanceId, 0);
    const plots = plotsOf(first);
    for (let next = 1; next < first.Total; next += 1)
      plots.push(...plotsOf(await this.#plotPart(name, instanceId, next)));
    const marks = first.Marks.map(({ Time, Text, Price }) => ({ timeMs: Time, text: Text, price: Price }));
    return { plots, marks, droppedMarks: first.DroppedMarks };
  }

  onStopped(listener: StopListener): () => void {
    this.#listeners.add(listener);
    if (this.#unconfirmed.size > 0) notify(listener, [...this.#unconfirmed.values()]);
    return () => void this.#listeners.delete(listener);
  }

  onAlert(onAlert: Listener<SentAlert>): () => void {
    const listener = (alert: SentAlert): void => onAlert(alert);
    this.#alertListeners.add(listener);
    return () => void this.#alertListeners.delete(listener);
  }

  confirmStops(runs: readonly StoppedRun[]): void {
    for (const run of runs) this.#unconfirmed.delete(keyOf(run));
    const items = runs.map(({ Name, InstanceId }) => ({ Name, InstanceId }));
    for (let from = 0; from < items.length; from += MAX_RUNS_PER_MESSAGE)
      this.#sendReady('confirmStrategyStops', {
        Account: this.#account(),
        Items: items.slice(from, from + MAX_RUNS_PER_MESSAGE),
      });
  }

  onTrading(message: TradingMessage): void {
    if (message.name === 'strategyAlert')
      for (const listener of [...this.#alertListeners]) notify(listener, message.body);
    if (message.name !== 'strategyRunsStopped') return;
    const { Items } = message.body;
    for (const run of Items) this.#unconfirmed.set(keyOf(run), run);
    for (const listener of [...this.#listeners]) notify(listener, Items);
  }

  /** The user has signed out or selected another account. */
  reset(): void {
    this.#unconfirmed.clear();
  }

  #plotPart(Name: string, InstanceId: string, From: number): Promise<Body<'strategyPlots'>> {
    return this.#requests.load('requestAlgoTradingStrategyPlots', { Name, InstanceId, From }, (message) =>
      message.name === 'strategyPlots' &&
      message.body.Name === Name &&
      message.body.InstanceId === InstanceId &&
      message.body.From === From
        ? { value: message.body }
        : undefined,
    );
  }

  #logPart(Name: string, InstanceId: string, From: number): Promise<Body<'strategyLog'>> {
    return this.#requests.load('requestAlgoTradingStrategyLog', { Name, InstanceId, From }, (message) =>
      message.name === 'strategyLog' &&
      message.body.Name === Name &&
      message.body.InstanceId === InstanceId &&
      message.body.From >= From
        ? { value: message.body }
        : undefined,
    );
  }
}
