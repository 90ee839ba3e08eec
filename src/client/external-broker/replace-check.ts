import { isOpenAtBroker, type ExternalOrder } from '../../domain/orders/schwab/index.ts';
import type { HostClock } from '../host-clock.ts';
import { BrokerCallError, type BrokerAccount, type SchwabClient } from './schwab-client.ts';
import type { OrderKeeper } from './order-keeper.ts';
import { POLL_MS, RECHECK_MS } from './order-watch.ts';

/** A change that the broker has taken: `orderId` is over or about to be, and a new order stands in its place. */
export interface TakenChange {
  readonly to: BrokerAccount;
  readonly orderId: string;
  /** What of it was filled when the new order was worked out. */
  readonly counted: number;
  /** Undefined: the broker did not name it. */
  readonly newId: string | undefined;
  /** Quantity of the new order. */
  readonly quantity: number;
  readonly symbol: string;
  /** Places what is still wanted, once the new order is gone; false when the broker did not take it. */
  readonly placeRest: (quantity: number) => Promise<boolean>;
}

export interface ReplaceCheckDeps {
  readonly clock: Pick<HostClock, 'setTimeout'>;
  readonly client: Pick<SchwabClient, 'cancel'>;
  readonly keeper: Pick<OrderKeeper, 'has'>;
  readonly look: (of: BrokerAccount, orderId: string) => Promise<ExternalOrder | undefined>;
  /** Says what the person did not ask for and has to know. */
  readonly onNotice: (lines: readonly string[]) => void;
}

export interface ReplaceCheck {
  /** Follows a change until both orders come to what was wanted. Never rejects. */
  follow(change: TakenChange): Promise<void>;
  /** A new order whose change is not settled yet: how large it may be nobody knows. */
  isUnsettled(orderId: string): boolean;
  /** The person takes that order out: nothing of it is placed again. */
  giveUp(orderId: string): void;
}

/** So many looks come a second apart, as most brokers are done by then; later ones with the polls. */
const QUICK_LOOKS = 10;

/**
 * What a change at the broker leaves open: the new order knows nothing of the fills of the old one, and a fill may come between our last look and
 * the change. Only when the old order is over is it certain what it came to. The new one is then too large by what came late; it is
 * taken out, and what is still wanted is placed once that is over, too, so that no moment has more in the market than was asked for.
 */
export function createReplaceCheck({
  clock,
  client,
  keeper,
  look,
  onNotice,
}: ReplaceCheckDeps): ReplaceCheck {
  const unsettled = new Set<string>();
  const givenUp = new Set<string>();
  const wait = (delayMs: number): Promise<void> =>
    new Promise((resolve) => void clock.setTimeout(resolve, delayMs));

  /** The order once it is over; undefined when the person has left before that. */
  async function untilOver(to: BrokerAccount, orderId: string): Promise<ExternalOrder | undefined> {
    for (let looks = 1; ; looks += 1) {
      const order = await look(to, orderId).catch(ignoreCall);
      if (!keeper.has(orderId)) return undefined;
      if (order !== undefined && !isOpenAtBroker(order.brokerStatus)) return order;
      await wait(looks < QUICK_LOOKS ? RECHECK_MS : POLL_MS);
      if (!keeper.has(orderId)) return undefined;
    }
  }

  async function settle({
    to,
    orderId,
    counted,
    newId,
    quantity,
    symbol,
    placeRest,
  }: TakenChange): Promise<void> {
    const old = await untilOver(to, orderId);
    const late = (old?.filled ?? 0) - counted;
    if (late <= 0) return;
    const happened = `${late} more ${symbol} were filled while the order was being changed.`;
    if (newId === undefined)
      return onNotice([
        happened,
        `The new order of ${quantity} is too large by that. Look for it at the broker and reduce it.`,
      ]);
    const wanted = quantity - late;
    const isNewOpen =
      (await look(to, newId)
        .catch(ignoreCall)
        .then((order) => order === undefined || isOpenAtBroker(order.brokerStatus))) && !givenUp.has(newId);
    if (!keeper.has(orderId)) return;
    if (isNewOpen) {
      try {
        await client.cancel(to, newId);
      } catch (error) {
        // It may be over by now, which the look tells; while it is not, a person has to act.
        if (!(error instanceof BrokerCallError)) throw error;
        const now = await look(to, newId).catch(ignoreCall);
        if (now === undefined || isOpenAtBroker(now.brokerStatus))
          return onNotice([
            happened,
            `The new order of ${quantity} is too large by that, and the broker did not let it be reduced: ${error.problem.message || error.problem.text}`,
            'Cancel it or change it.',
          ]);
      }
    }
    const gone = await untilOver(to, newId);
    if (gone === undefined) return;
    const rest = wanted - gone.filled;
    if (rest < 0)
      return onNotice([
        happened,
        `${-rest} more were filled than you requested. Nothing of the new order is open any more.`,
      ]);
    if (!isNewOpen || givenUp.has(newId)) return;
    if (rest === 0)
      return onNotice([
        happened,
        gone.filled === 0
          ? 'With them, the requested quantity is filled, so the new order was cancelled.'
          : 'The requested quantity is filled; the rest of the new order was cancelled.',
      ]);
    const isPlaced = await placeRest(rest);
    onNotice([
      happened,
      `The new order of ${quantity} was therefore cancelled, and one of ${rest} sent in its place${isPlaced ? ', which makes the total that you requested' : ', which the broker did not take: send it again, if you still want it'}.`,
    ]);
  }

  return {
    async follow(change) {
      const { newId } = change;
      if (newId !== undefined) unsettled.add(newId);
      try {
        await settle(change);
      } finally {
        if (newId !== undefined) {
          unsettled.delete(newId);
          givenUp.delete(newId);
        }
      }
    },
    isUnsettled: (orderId) => unsettled.has(orderId),
    giveUp(orderId) {
      if (unsettled.has(orderId)) givenUp.add(orderId);
    },
  };
}

/** A look that fails is repeated. */
function ignoreCall(error: unknown): undefined {
  if (!(error instanceof BrokerCallError)) throw error;
  return undefined;
}
