import { encode } from '../../../protocol/index.ts';
import { actionToWire } from '../translate/corporate-actions.ts';
import {
  balanceToWire,
  optionsToWire,
  orderToWire,
  positionToWire,
  reportToWire,
  settlementToWire,
} from '../translate/brokerage.ts';
import { guardsToWire } from '../translate/guards.ts';
import { groupToWire } from '../translate/order-groups.ts';
import { chunksOf } from '../chunks.ts';
import type { GatewayDeps } from '../deps.ts';

/** Sends one connection every change of its account. */
export interface AccountFeed {
  readonly account: string;
  /** Aborted when the feed stops. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** Is notified of what the feed has sent, in order to send nothing twice. */
export interface FeedWitness {
  /** @param serial of the report, which only rises */
  reportSent(serial: number): void;
  optionsSent(): void;
}

/** Follows an account from now on. */
export function createAccountFeed(
  account: string,
  deps: GatewayDeps,
  send: (text: string) => void,
  witness: FeedWitness,
): AccountFeed {
  const stopped = new AbortController();
  const leave = deps.brokerage.listen(account, {
    onReport(report) {
      witness.reportSent(report.serial);
      send(encode('executionReport', reportToWire(report)));
    },
    onOrder(order) {
      send(encode('orders', { Account: account, Items: [orderToWire(order)], HasMore: false }));
    },
    onSettlements(settlements) {
      for (const { items, hasMore: HasMore } of chunksOf(settlements)) {
        const Items = items.map(settlementToWire);
        send(encode('settlements', { Account: account, Items, HasMore, IsSnapshot: false }));
      }
    },
    onActions(actions) {
      for (const { items, hasMore: HasMore } of chunksOf(actions)) {
        const Items = items.map(actionToWire);
        send(encode('corporateActions', { Account: account, Items, HasMore, IsSnapshot: false }));
      }
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
    onGroup(group) {
      send(
        encode('orderGroups', {
          Account: account,
          Items: [groupToWire(group)],
          HasMore: false,
          IsSnapshot: false,
        }),
      );
    },
    onBalance(balance) {
      send(encode('balance', balanceToWire(balance)));
    },
    onGuards(guards) {
      send(encode('accountGuards', guardsToWire(guards)));
    },
    onOptions(options) {
      witness.optionsSent();
      send(encode('accountOptions', optionsToWire(options)));
    },
  });

  return {
    account,
    signal: stopped.signal,
    stop() {
      leave();
      stopped.abort();
    },
  };
}
