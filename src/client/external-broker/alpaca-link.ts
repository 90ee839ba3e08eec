import { toPriceE4 } from '../../domain/money/price.ts';
import {
  FillBook,
  readAlpacaOrder,
  readAlpacaUpdate,
  type AlpacaOrderBody,
} from '../../domain/orders/alpaca/index.ts';
import type { ExternalFill } from '../../domain/orders/external-orders/index.ts';
import type { ApiReport } from '../../protocol/index.ts';
import type { ExternalBrokerHost } from '../trading-api/external-link.ts';
import { AlpacaClient } from './alpaca-client.ts';
import { placeAlpacaGroup } from './alpaca-groups.ts';
import { ALPACA_ORDERS } from './alpaca-orders.ts';
import { BrokerLink } from './broker-link.ts';
import type { BrokerLogin, ExternalLink, LinkDialect } from './link-dialect.ts';

/** A login by a key that the server keeps. */
function keyLogin(): BrokerLogin {
  let isConnected = false;
  return {
    isUsable: () => isConnected,
    take(server) {
      isConnected = server.IsLoggedIn;
      return isConnected ? 'ready' : 'none';
    },
    rest: () => {},
    forget: () => {
      isConnected = false;
    },
  };
}

/** The dialect of one link: it knows the fills of its orders. */
function alpacaDialect(): LinkDialect<AlpacaOrderBody> {
  const fills = new FillBook();
  return {
    broker: 'alpaca',
    orders: ALPACA_ORDERS,
    loginPath: null,
    createLogin: keyLogin,
    createClient: (host) => new AlpacaClient(host, fills),
    placeGroup: placeAlpacaGroup,
    readUpdate(text, account) {
      const update = readAlpacaUpdate(text);
      return update && readAlpacaOrder(update.order, account, fills);
    },
    onRestored(reports) {
      for (const [orderId, known] of fillsOf(reports)) fills.restore(orderId, known);
    },
    onForgotten: () => fills.clear(),
  };
}

/** The fills in reports, by order, in the order in which they came. */
function fillsOf(reports: readonly ApiReport[]): ReadonlyMap<string, readonly ExternalFill[]> {
  const found = new Map<string, ExternalFill[]>();
  for (const report of reports.toSorted((first, second) => second.LeavesQuantity - first.LeavesQuantity)) {
    if (report.ReportType !== 'OrderExecuted') continue;
    const fill = {
      executionId: report.ExecutionId,
      priceE4: toPriceE4(report.LastFillPrice),
      quantity: report.LastFillQuantity,
      timeMs: report.Timestamp,
    };
    const known = found.get(report.OrderId);
    if (known === undefined) found.set(report.OrderId, [fill]);
    else known.push(fill);
  }
  return found;
}

/** The link to Alpaca. */
export const createAlpacaLink = (host: ExternalBrokerHost): ExternalLink =>
  new BrokerLink(host, alpacaDialect());
