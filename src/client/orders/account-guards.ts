import { OrderError, orderErrorMessage } from '../../domain/orders/errors.ts';
import { catalogue, type Message } from '../../protocol/index.ts';
import { createObservable } from '../observable.ts';
import type { AccountGuards, GuardsChange, GuardStore, SendResult } from '../types.ts';
import type { OrderCommandsDeps } from './order-commands.ts';

/** The guards of the selected account as the server sends them, and the request that changes them. */
export class ServerGuards implements GuardStore {
  readonly #deps: Pick<OrderCommandsDeps, 'trading' | 'user'>;
  readonly #state = createObservable<AccountGuards | null>(null);
  readonly #refusalListeners = new Set<(message: string) => void>();
  #account: string | null = null;

  constructor(deps: Pick<OrderCommandsDeps, 'trading' | 'user'>) {
    this.#deps = deps;
  }

  get(): AccountGuards | null {
    return this.#state.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener);
  }

  set({ dailyLoss, drawdown, flattenAt }: GuardsChange): SendResult {
    const { account: Account } = this.#deps.user();
    const refused = (errorCode: number): SendResult => ({
      ok: false,
      errorCode,
      message: orderErrorMessage(errorCode),
    });
    if (Account === null) return refused(OrderError.NoAccount);
    const isSent = this.#deps.trading.sendReady('accountGuardsSet', {
      Account,
      ...(dailyLoss !== undefined && { DailyLoss: dailyLoss }),
      ...(drawdown !== undefined && { Drawdown: drawdown }),
      ...(flattenAt !== undefined && {
        FlattenAt: flattenAt && { Time: flattenAt.time, TodayOnly: flattenAt.isTodayOnly },
      }),
    });
    return isSent ? { ok: true, clientId: '' } : refused(OrderError.NetworkError);
  }

  onRefused(listener: (message: string) => void): () => void {
    const added = (message: string): void => listener(message);
    this.#refusalListeners.add(added);
    return () => void this.#refusalListeners.delete(added);
  }

  onTrading({ name, body }: Message<'trading', 'toClient'>): void {
    if (name === 'accountGuards') {
      const { Account, ...guards } = body;
      if (Account === this.#account) this.#state.set(guards);
    } else if (name === 'failure' && body.RequestT === catalogue.accountGuardsSet.T)
      for (const listener of [...this.#refusalListeners]) listener(body.Message);
  }

  /** Another account (or none) is selected: drops the guards of the previous one. */
  reset(account: string | null): void {
    this.#account = account;
    this.#state.set(null);
  }
}
