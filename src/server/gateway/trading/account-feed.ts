import { newYorkMs, businessDaysBack } from '../../../domain/calendar/us-equity.ts';
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

/** What of the account's state a client asked for. */
export interface StateWanted {
  readonly balance: boolean;
  readonly positions: boolean;
  /** Orders and trade log, the log over so many business days before today; undefined = none. */
  readonly tradeLogDays: number | undefined;
}

/** One connection's view of its account: the state once, then every change. */
export interface AccountFeed {
  readonly account: string;
  /** Sends the state by `sendPart`, in one turn. */
  sendState(wanted: StateWanted, sendPart: (text: string) => void): void;
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
  const stop = deps.brokerage.listen(account, {
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
    stop,
    sendState(wanted, sendPart) {
      // Read and sent in one turn of the event loop: no change can fall between the state and what follows it.
      const sinceDate = businessDaysBack(deps.market.sessionDay().date, wanted.tradeLogDays ?? 0);
      sendPart(encode('accountOptions', optionsToWire(deps.brokerage.accountOptions(account))));
      const view = deps.brokerage.accountView(account, newYorkMs(sinceDate, 0));
      if (wanted.balance) sendPart(encode('balance', balanceToWire(view.balance)));
      if (wanted.positions) {
        for (const chunk of chunksOf(view.positions))
          sendPart(
            encode('positions', {
              Account: account,
              Items: chunk.items.map(positionToWire),
              HasMore: chunk.hasMore,
              IsSnapshot: true,
            }),
          );
      }
      if (wanted.tradeLogDays === undefined) return;
      for (const chunk of chunksOf(view.orders))
        sendPart(
          encode('orders', { Account: account, Items: chunk.items.map(orderToWire), HasMore: chunk.hasMore }),
        );
      if (view.settlements.length > 0) {
        for (const chunk of chunksOf(view.settlements))
          sendPart(
            encode('settlements', {
              Account: account,
              Items: chunk.items.map(settlementToWire),
              HasMore: chunk.hasMore,
              IsSnapshot: true,
            }),
          );
      }
      for (const chunk of chunksOf(view.reports))
        sendPart(
          encode('historyTrades', {
            Account: account,
            Items: chunk.items.map(reportToWire),
            HasMore: chunk.hasMore,
          }),
        );
    },
  };
}
