import { isOpenStatus, type ExternalOrder } from '../../domain/orders/external-orders/index.ts';
import type { HostClock } from '../host-clock.ts';
import type { OrderRecords } from './order-records.ts';
import { POLL_MS, RECHECK_MS } from './order-watch.ts';
import { BrokerCallError, type BrokerAccount, type BrokerClient } from './broker-client.ts';

/** A change that the broker has accepted: the order `orderId` ends, and a new order takes its place. */
export interface AcceptedChange {
  readonly to: BrokerAccount;
  readonly orderId: string;
  /** What of it was filled when the quantity of the new order was computed. */
  readonly counted: number;
  /** Undefined: the broker did not name it. */
  readonly newId: string | undefined;
  /** Quantity of the new order. */
  readonly quantity: number;
  readonly symbol: string;
  /** Places what is still wanted, once the new order has ended; false when the broker did not accept it. */
  readonly placeRest: (quantity: number) => Promise<boolean>;
}

/** What `ReplaceCheck` works with. */
export interface ReplaceCheckDeps {
  readonly clock: Pick<HostClock, 'setTimeout'>;
  readonly client: Pick<BrokerClient<unknown>, 'cancel'>;
  readonly records: Pick<OrderRecords, 'has'>;
  /** The order as it stands at the broker now; undefined when it could not be read. Rejects with a BrokerCallError. */
  readonly read: (account: BrokerAccount, orderId: string) => Promise<ExternalOrder | undefined>;
  /** Shows the user what happened beyond the request. */
  readonly onNotice: (lines: readonly string[]) => void;
}

/** This many reads follow each other by a second, since most brokers are done by then; later ones come at the pace of the polls. */
const QUICK_READS = 10;

/**
 * Settles a replacement. The new order knows nothing of the fills of the old one, and a fill may arrive between the last read and the
 * replacement. What the old order filled is certain only once it has ended. If more has filled than was counted, the new order is too large: it is
 * cancelled, and what is still wanted is placed when it has ended, so that no more than the requested quantity is ever in the market.
 */
export class ReplaceCheck {
  readonly #deps: ReplaceCheckDeps;
  readonly #unsettled = new Set<string>();
  readonly #withdrawn = new Set<string>();

  constructor(deps: ReplaceCheckDeps) {
    this.#deps = deps;
  }

  /** Follows a change until both orders come to the requested quantity. Never rejects. */
  async follow(change: AcceptedChange): Promise<void> {
    const { newId } = change;
    if (newId !== undefined) this.#unsettled.add(newId);
    try {
      await this.#settle(change);
    } finally {
      if (newId !== undefined) {
        this.#unsettled.delete(newId);
        this.#withdrawn.delete(newId);
      }
    }
  }

  /** True for the new order of a change that is not settled: its quantity may still be reduced. */
  isUnsettled(orderId: string): boolean {
    return this.#unsettled.has(orderId);
  }

  /** The user cancels the new order: nothing of it is placed again. */
  withdraw(orderId: string): void {
    if (this.#unsettled.has(orderId)) this.#withdrawn.add(orderId);
  }

  async #settle(change: AcceptedChange): Promise<void> {
    const { to, orderId, counted, newId, quantity, symbol } = change;
    const { records, onNotice } = this.#deps;
    const old = await this.#whenEnded(to, orderId);
    const late = (old?.filled ?? 0) - counted;
    if (late <= 0) return;
    const happened = `${late} more ${symbol} were filled while the order was being changed.`;
    if (newId === undefined)
      return onNotice([
        happened,
        `The new order of ${quantity} is too large by that. Look for it at the broker and reduce it.`,
      ]);
    const isNewOpen = (await this.#isOpen(to, newId)) && !this.#withdrawn.has(newId);
    if (!records.has(orderId)) return;
    if (isNewOpen) {
      const failure = await this.#cancel(to, newId);
      if (failure !== undefined)
        return onNotice([
          happened,
          `The new order of ${quantity} is too large by that, and the broker did not let it be reduced: ${failure}`,
          'Cancel it or change it.',
        ]);
    }
    const ended = await this.#whenEnded(to, newId);
    if (ended !== undefined)
      await this.#placeRest(change, newId, { happened, late, ended, wasOpen: isNewOpen });
  }

  /** Places what is wanted beyond the fills of both orders, and reports it. */
  async #placeRest(
    { quantity, placeRest }: AcceptedChange,
    newId: string,
    {
      happened,
      late,
      ended,
      wasOpen,
    }: {
      readonly happened: string;
      readonly late: number;
      readonly ended: ExternalOrder;
      readonly wasOpen: boolean;
    },
  ): Promise<void> {
    const { onNotice } = this.#deps;
    const rest = quantity - late - ended.filled;
    if (rest < 0)
      return onNotice([
        happened,
        `${-rest} more were filled than you requested. Nothing of the new order is open any more.`,
      ]);
    if (!wasOpen || this.#withdrawn.has(newId)) return;
    if (rest === 0)
      return onNotice([
        happened,
        ended.filled === 0
          ? 'With them, the requested quantity is filled, so the new order was cancelled.'
          : 'The requested quantity is filled; the rest of the new order was cancelled.',
      ]);
    const outcome = (await placeRest(rest))
      ? 'which makes the total that you requested'
      : 'which the broker did not take: send it again, if you still want it';
    onNotice([
      happened,
      `The new order of ${quantity} was therefore cancelled, and one of ${rest} sent in its place, ${outcome}.`,
    ]);
  }

  /** The order once it has ended; undefined when the user has signed out before that. */
  async #whenEnded(to: BrokerAccount, orderId: string): Promise<ExternalOrder | undefined> {
    const { records } = this.#deps;
    for (let reads = 1; ; reads += 1) {
      const order = await this.#tryRead(to, orderId);
      if (!records.has(orderId)) return undefined;
      if (order !== undefined && !isOpenStatus(order.status)) return order;
      await this.#wait(reads < QUICK_READS ? RECHECK_MS : POLL_MS);
      if (!records.has(orderId)) return undefined;
    }
  }

  async #isOpen(to: BrokerAccount, orderId: string): Promise<boolean> {
    const order = await this.#tryRead(to, orderId);
    return order === undefined || isOpenStatus(order.status);
  }

  /** Why the order could not be cancelled; undefined when it was, or has ended by itself. */
  async #cancel(to: BrokerAccount, orderId: string): Promise<string | undefined> {
    try {
      await this.#deps.client.cancel(to, orderId);
      return undefined;
    } catch (error) {
      if (!(error instanceof BrokerCallError)) throw error;
      return (await this.#isOpen(to, orderId)) ? error.problem.message || error.problem.text : undefined;
    }
  }

  /** The order now; undefined when the broker did not answer. */
  async #tryRead(to: BrokerAccount, orderId: string): Promise<ExternalOrder | undefined> {
    try {
      return await this.#deps.read(to, orderId);
    } catch (error) {
      if (!(error instanceof BrokerCallError)) throw error;
      return undefined;
    }
  }

  #wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.#deps.clock.setTimeout(resolve, delayMs));
  }
}
