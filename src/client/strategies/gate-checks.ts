import type { Body, Message } from '../../protocol/index.ts';
import { randomId } from '../random-id.ts';
import type { Outcome } from '../readable.ts';
import type { GateChecks, GateChecksOfStrategy, GateCheckTerms, WireGateCheck } from './gate-types.ts';
import type { SendReady, StrategyRequests } from './strategy-requests.ts';
import { namesOf, type StrategyToRun } from './strategy-to-run.ts';

type TradingMessage = Message<'trading', 'toClient'>;

const refused = (message: string): Outcome => ({ ok: false, message });

/** Loads checks over the trading connection, and keeps them up to date by what the server pushes. */
export class GateChecksStore implements GateChecks {
  readonly #requests: StrategyRequests;
  readonly #sendReady: SendReady;
  readonly #listeners = new Set<() => void>();
  #items: readonly WireGateCheck[] = [];
  /** Items of a list that has not come whole. */
  #coming: WireGateCheck[] = [];
  /** The last load, which is repeated after a lost connection. */
  #wanted: Body<'requestStrategyGates'> | undefined;

  constructor(requests: StrategyRequests, sendReady: SendReady) {
    this.#requests = requests;
    this.#sendReady = sendReady;
  }

  get = (): readonly WireGateCheck[] => this.#items;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  load(strategy: StrategyToRun): Promise<GateChecksOfStrategy> {
    const body = namesOf(strategy);
    this.#wanted = body;
    this.#coming = [];
    return this.#requests.load('requestStrategyGates', body, (message) =>
      message.name === 'strategyGates' && isOf(message.body, body) && !message.body.HasMore
        ? { value: { codeKey: message.body.CodeKey, isRequired: message.body.IsRequired } }
        : undefined,
    );
  }

  start(strategy: StrategyToRun, terms: GateCheckTerms): Promise<Outcome> {
    const CheckId = randomId();
    const body = { ...terms, ...namesOf(strategy), CheckId };
    return this.#requests.send<'startStrategyGates', Outcome>(
      'startStrategyGates',
      body,
      (message) =>
        message.name === 'strategyGatesStatus' && message.body.Check.CheckId === CheckId
          ? { ok: true }
          : refusalOf(message, CheckId),
      refused,
    );
  }

  cancel(CheckId: string): Promise<Outcome> {
    return this.#requests.send<'cancelStrategyGates', Outcome>(
      'cancelStrategyGates',
      { CheckId },
      (message) =>
        message.name === 'strategyGatesStatus' &&
        message.body.Check.CheckId === CheckId &&
        message.body.Check.State !== 'Running'
          ? { ok: true }
          : refusalOf(message, CheckId),
      refused,
    );
  }

  onTrading({ name, body }: TradingMessage): void {
    if (name === 'strategyGates') {
      this.#coming.push(...body.Items);
      if (body.HasMore) return;
      const others = this.#items.filter((item) => !isOf(item, body));
      this.#change([...this.#coming.splice(0), ...others]);
    } else if (name === 'strategyGatesStatus') this.#put(body.Check);
  }

  onAccountReady(): void {
    if (this.#wanted === undefined) return;
    this.#coming = [];
    this.#sendReady('requestStrategyGates', this.#wanted);
  }

  reset(): void {
    this.#wanted = undefined;
    this.#change([]);
  }

  /** A check without a result is not kept: the ones before it count again. */
  #put(changed: WireGateCheck): void {
    const others = this.#items.filter(({ CheckId }) => CheckId !== changed.CheckId);
    this.#change(changed.State === 'Cancelled' ? others : [changed, ...others]);
  }

  #change(items: readonly WireGateCheck[]): void {
    this.#items = items;
    for (const listener of [...this.#listeners]) listener();
  }
}

type StrategyNames = Pick<WireGateCheck, 'Name' | 'StrategyId'>;
const isOf = (item: StrategyNames, { Name, StrategyId }: StrategyNames): boolean =>
  item.StrategyId === StrategyId && item.Name === Name;

const refusalOf = (message: TradingMessage, checkId: string): Outcome | undefined =>
  message.name === 'strategyGatesRefused' && message.body.CheckId === checkId
    ? refused(message.body.Message)
    : undefined;
