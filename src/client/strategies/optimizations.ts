import type { Message } from '../../protocol/index.ts';
import { randomId } from '../random-id.ts';
import type { Outcome } from '../readable.ts';
import type {
  DeclaredParameter,
  OptimizationStart,
  Optimizations,
  OptimizationsState,
  OptimizationTerms,
  WireOptimization,
} from './optimization-types.ts';
import type { SendReady, StrategyRequests } from './strategy-requests.ts';
import { namesOf, type StrategyToRun } from './strategy-to-run.ts';

type TradingMessage = Message<'trading', 'toClient'>;

const EMPTY: OptimizationsState = { isLoaded: false, items: [] };
const refused = (message: string): { readonly ok: false; readonly message: string } => ({
  ok: false,
  message,
});

/** The searches of the user, kept up to date by what the server pushes. */
export class OptimizationsStore implements Optimizations {
  readonly #requests: StrategyRequests;
  readonly #sendReady: SendReady;
  readonly #account: () => string;
  readonly #listeners = new Set<() => void>();
  #state = EMPTY;
  /** Items of a list that has not come whole. */
  #coming: WireOptimization[] = [];
  #isWanted = false;

  constructor(requests: StrategyRequests, sendReady: SendReady, account: () => string) {
    this.#requests = requests;
    this.#sendReady = sendReady;
    this.#account = account;
  }

  get = (): OptimizationsState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  async load(): Promise<void> {
    this.#isWanted = true;
    this.#coming = [];
    await this.#requests.load('requestOptimizations', { Account: this.#account() }, (message) =>
      message.name === 'optimizations' && !message.body.HasMore ? { value: true } : undefined,
    );
  }

  describe(strategy: StrategyToRun, Parameters: string): Promise<readonly DeclaredParameter[]> {
    const names = namesOf(strategy);
    return this.#requests.load<'describeStrategy', readonly DeclaredParameter[]>(
      'describeStrategy',
      { ...names, Parameters },
      (message) => {
        if (message.name !== 'strategyDescribed') return undefined;
        const { Name, StrategyId, Parameters: declared, Problem } = message.body;
        if (Name !== names.Name || StrategyId !== names.StrategyId) return undefined;
        return Problem === '' ? { value: declared } : { error: Problem };
      },
    );
  }

  start(strategy: StrategyToRun, terms: OptimizationTerms): Promise<OptimizationStart> {
    const optimizationId = randomId();
    const body = {
      ...terms,
      ...namesOf(strategy),
      OptimizationId: optimizationId,
      Account: this.#account(),
    };
    return this.#requests.send<'startOptimization', OptimizationStart>(
      'startOptimization',
      body,
      (message) =>
        message.name === 'optimizationStatus' && message.body.Optimization.OptimizationId === optimizationId
          ? { ok: true, optimizationId }
          : refusalOf(message, optimizationId),
      refused,
    );
  }

  stop(OptimizationId: string): Promise<Outcome> {
    return this.#requests.send<'stopOptimization', Outcome>(
      'stopOptimization',
      { OptimizationId },
      (message) =>
        message.name === 'optimizationStatus' &&
        message.body.Optimization.OptimizationId === OptimizationId &&
        message.body.Optimization.State !== 'Running'
          ? { ok: true }
          : refusalOf(message, OptimizationId),
      refused,
    );
  }

  remove(OptimizationId: string): Promise<Outcome> {
    return this.#requests.send<'removeOptimization', Outcome>(
      'removeOptimization',
      { OptimizationId },
      (message) =>
        message.name === 'optimizationRemoved' && message.body.OptimizationId === OptimizationId
          ? { ok: true }
          : refusalOf(message, OptimizationId),
      refused,
    );
  }

  sets(OptimizationId: string, After: number) {
    return this.#requests.load('requestOptimizationSets', { OptimizationId, After }, (message) =>
      message.name === 'optimizationSets' &&
      message.body.OptimizationId === OptimizationId &&
      message.body.After === After
        ? { value: { items: message.body.Items, hasMore: message.body.HasMore } }
        : undefined,
    );
  }

  onTrading({ name, body }: TradingMessage): void {
    if (name === 'optimizations') {
      this.#coming.push(...body.Items);
      if (!body.HasMore) this.#change({ isLoaded: true, items: this.#coming.splice(0) });
    } else if (name === 'optimizationStatus') this.#put(body.Optimization);
    else if (name === 'optimizationRemoved')
      this.#drop((item) => item.OptimizationId === body.OptimizationId);
    else if (name === 'strategyDeleted' && body.Result === 'DeleteOK')
      this.#drop((item) => item.StrategyId === 0 && item.Name === body.Name);
    else if (name === 'strategySaved' && body.Result === 'SaveOK') this.#rename(body.OriginalName, body.Name);
  }

  onAccountReady(): void {
    if (!this.#isWanted) return;
    this.#coming = [];
    this.#sendReady('requestOptimizations', { Account: this.#account() });
  }

  reset(): void {
    this.#isWanted = false;
    this.#change(EMPTY);
  }

  #put(changed: WireOptimization): void {
    const { items } = this.#state;
    const isKnown = items.some(({ OptimizationId }) => OptimizationId === changed.OptimizationId);
    this.#change({
      ...this.#state,
      items: isKnown
        ? items.map((item) => (item.OptimizationId === changed.OptimizationId ? changed : item))
        : [...items, changed],
    });
  }

  #drop(isGone: (item: WireOptimization) => boolean): void {
    if (this.#state.items.some(isGone))
      this.#change({ ...this.#state, items: this.#state.items.filter((item) => !isGone(item)) });
  }

  #rename(from: string, to: string): void {
    if (from === '' || from === to) return;
    const items = this.#state.items.map((item) =>
      item.StrategyId === 0 && item.Name === from ? { ...item, Name: to } : item,
    );
    this.#change({ ...this.#state, items });
  }

  #change(state: OptimizationsState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

const refusalOf = (message: TradingMessage, optimizationId: string) =>
  message.name === 'optimizationRefused' && message.body.OptimizationId === optimizationId
    ? refused(message.body.Message)
    : undefined;
