import { encode } from '../../../protocol/index.ts';
import {
  balanceToWire,
  optionsToWire,
  orderToWire,
  positionToWire,
  reportToWire,
  settlementToWire,
} from '../../brokerage/wire.ts';
import { chunksOf } from '../chunks.ts';
import type { GatewayDeps } from '../deps.ts';

/** One connection's view of its account: every change from now on. */
export interface AccountFeed {
  readonly account: string;
  /** Aborted when the feed stops. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** Hears what the feed has sent, so that nothing is told twice. */
export interface FeedWitness {
  reportSent(serial: number): void;
  optionsSent(): void;
}

/** Follows an account. */
export function createAccountFeed(
  account: string,
  deps: GatewayDeps,
  send: (text: string) => void,
  witness: FeedWitness,
): AccountFeed {
  const over = new AbortController();
  const leave = deps.brokerage.listen(account, {
    onReport(report) {
      witness.reportSent(report.serial);
      send(encode('executionReport', reportToWire(report)));
    },
    onOrder(order) {
      send(encode('orders', { Account: account, Items: [orderToWire(order)], HasMore: false }));
    },
    onSettlements(settlements) {
      for (const chunk of chunksOf(settlements))
        send(
          encode('settlements', {
            Account: account,
            Items: chunk.items.map(settlementToWire),
            HasMore: chunk.hasMore,
            IsSnapshot: false,
          }),
        );
    },
    onPosition(position) {
      send(
        encode('positions', {
          Account: account,
          Items: [positionToWire(position)],
          HasMore: false,
          IsSnapshot: false,
        }),
      );
    },
    onBalance(balance) {
      send(encode('balance', balanceToWire(balance)));
    },
    onOptions(options) {
      witness.optionsSent();
      send(encode('accountOptions', optionsToWire(options)));
    },
  });

  return {
    account,
    signal: over.signal,
    stop() {
      leave();
      over.abort();
    },
  };
}
