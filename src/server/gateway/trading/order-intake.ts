import { hasPermission, Permission } from '../../../domain/permissions.ts';
import { encode, type Body } from '../../../protocol/index.ts';
import type { Report } from '../../brokerage/brokerage.ts';
import { orderFromWire, reportToWire } from '../../brokerage/wire.ts';
import type { Principal } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import { ROUTE_PERMISSIONS } from './reference-data.ts';
import { NO_ACCOUNT, NO_TRADING_IN_DEMO, NOT_LOGGED_IN, SERVER_FAILED, TOO_MANY_UNDER_WAY, TRADING_NOT_PERMITTED, UNKNOWN_ROUTE, type Refusal } from './refusals.ts';

/** Orders and cancels of one connection that may wait for the journal. */
export const MAX_ORDERS_UNDER_WAY = 4096;

/** Who sends, for which chosen account. */
export interface Trader {
  readonly principal: Principal;
  readonly account: string | undefined;
}

export interface OrderIntake {
  order(body: Body<'orderSend'>, trader: Trader | undefined): void;
  cancel(body: Body<'orderCancel'>, trader: Trader | undefined): void;
  /** Tells the intake that the account feed sent a report; serials only rise. */
  reportSent(serial: number): void;
}

/**
 * Takes orders and cancels of one connection to the brokerage. The account feed sends the reports as they become
 * durable; what the feed did not send (a repeated ClientId is answered with the reports it got the first time) is sent here.
 */
export function createOrderIntake(deps: GatewayDeps, send: (text: string) => void): OrderIntake {
  let underWay = 0;
  let lastFedSerial = 0;

  const refuse = (refusal: Refusal, requestT: number, clientId: string): void => {
    send(encode('failure', { Message: refusal.message, ErrorCode: refusal.code, RequestT: requestT, ClientId: clientId }));
  };

  const run = async (requestT: number, clientId: string, work: () => Promise<readonly Report[]>): Promise<void> => {
    const fedBefore = lastFedSerial;
    underWay += 1;
    try {
      for (const report of await work()) {
        // What became durable meanwhile the feed has told, under whatever ClientId.
        if (report.serial > fedBefore && report.serial <= lastFedSerial) continue;
        send(encode('executionReport', reportToWire(report)));
      }
    } catch (error) {
      deps.logger.error({ err: error, clientId }, 'the brokerage could not take a request');
      refuse(SERVER_FAILED, requestT, clientId);
    } finally {
      underWay -= 1;
    }
  };

  const refusalOf = (trader: Trader | undefined, account: string): Refusal | undefined => {
    if (!trader) return NOT_LOGGED_IN;
    if (trader.principal.isDemo) return NO_TRADING_IN_DEMO;
    if (trader.account === undefined) return NOT_LOGGED_IN;
    if (account !== trader.account) return NO_ACCOUNT;
    if (!hasPermission(trader.principal.permissionMask, Permission.Stocks)) return TRADING_NOT_PERMITTED;
    if (underWay >= MAX_ORDERS_UNDER_WAY) return TOO_MANY_UNDER_WAY;
    return undefined;
  };

  return {
    order(body, trader) {
      const refusal = refusalOf(trader, body.Account);
      if (refusal || !trader) return refuse(refusal ?? NOT_LOGGED_IN, 20, body.ClientId);
      const { userId } = trader.principal;
      if (body.UserId !== userId) return refuse(NO_ACCOUNT, 20, body.ClientId);
      if (!isKnownRoute(body)) return refuse(UNKNOWN_ROUTE, 20, body.ClientId);
      void run(20, body.ClientId, () => deps.brokerage.submit(orderFromWire(body, { account: body.Account, userId })));
    },
    cancel(body, trader) {
      const refusal = refusalOf(trader, body.Account);
      if (refusal || !trader) return refuse(refusal ?? NOT_LOGGED_IN, 21, body.ClientId);
      const request = { account: body.Account, userId: trader.principal.userId, orderId: body.OrderId, clientId: body.ClientId };
      void run(21, body.ClientId, () => deps.brokerage.cancel(request));
    },
    reportSent(serial) {
      lastFedSerial = serial;
    },
  };
}

function isKnownRoute(body: Body<'orderSend'>): boolean {
  return ROUTE_PERMISSIONS.Items.some((item) => item.Stock && item.Destination === body.Destination && item.Routes.includes(body.Route));
}
