import { useMemo } from 'react';
import { UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import type { BrokerCapabilities } from '../../src/domain/orders/brokers.ts';
import { isWorking } from '../../src/domain/orders/open-orders.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import {
  useOrders,
  useReadable,
  useSession,
  type ToolPlatform,
  useInstrument,
} from '../../src/plugin-api/index.ts';
import { positionAfter } from './ticket-order.ts';
import { brokerTerms, ticketProblems, type TicketProblems } from './ticket-rules.ts';
import { orderRoutes, permittedRoute, type RouteChoice, type Ticket } from './ticket.ts';
import { groupTicketOf } from './ticket-group.ts';
import { groupBlock, stageBlock, ticketBlock } from './trading-block.ts';

/** What a ticket depends on besides its own fields. */
export interface TicketContext {
  /** Of the symbol; empty while unknown. */
  readonly company: string;
  /** Orders are real money: of a live account, or of an external broker. */
  readonly isLive: boolean;
  readonly isDemo: boolean;
  /** What the chosen order service takes and lacks. */
  readonly capabilities: BrokerCapabilities;
  readonly isConnected: boolean;
  /** `Account DEMO-1001`, or the external broker's account. */
  readonly accountText: string;
  readonly problems: TicketProblems;
  /** Why no order can be sent whatever the fields say; null when one can. */
  readonly block: string | null;
  /** Why the order cannot be put into a basket whatever the fields say; null when it can. */
  readonly stageBlock: string | null;
  readonly route: RouteChoice;
  readonly routes: readonly RouteChoice[];
  /** Shares or contracts after a fill, computed in the browser; null where positions are kept elsewhere. */
  readonly positionAfter: number | null;
  readonly isReady: boolean;
}

/** Label before the account; narrow tickets hide it. */
export const ACCOUNT_LABEL = 'Account ';

/**
 * Account, instrument, routes and checks of a ticket.
 * @param replaces OrderId of the open order that the ticket replaces
 */
export function useTicketContext(
  platform: ToolPlatform,
  ticket: Ticket,
  replaces: string | undefined,
): TicketContext {
  const { symbol } = ticket;
  const instrument = useInstrument(platform, symbol);
  // Not the whole session: its latencies change every few seconds.
  const session = useSession(platform, ({ account, isLive, isDemo, routes, calendar, connections }) => ({
    account,
    isLive,
    isDemo,
    routes,
    calendar,
    line: connections.trading.status,
  }));
  const tradingApi = useReadable(platform.tradingApi);
  const options = useReadable(platform.orders.options);
  const { capabilities } = tradingApi;
  const position = useOrders(platform, ({ positions }) => positions.get(symbol));
  const replaced = useOrders(platform, ({ orders }) =>
    replaces === undefined ? undefined : orders.get(replaces),
  );
  const isReplace = replaces !== undefined;
  const isOption = isOptionSymbol(symbol);
  const problems = ticketProblems(ticket, platform.exchangeMs(), session.calendar);
  const choices = useMemo(() => orderRoutes(session.routes, isOption), [session.routes, isOption]);
  const route = isReplace ? ticket.route : permittedRoute(ticket.route, choices);
  const isComplete = Object.keys(problems).length === 0;
  const traded = {
    symbol,
    permission: symbol === '' ? ({ ok: true } as const) : platform.canTrade(symbol),
    instrument: instrument.state,
  };
  const ticketReason = ticketBlock({
    ...traded,
    tradingApi,
    terms: isReplace ? null : brokerTerms(ticket),
    account: session.account,
    options,
    line: session.line,
    isGone: isReplace && isOver(replaced),
  });
  const canAttach = !isReplace && isComplete;
  const block = ticketReason ?? attachedBlock(tradingApi, canAttach ? { ticket, route } : null);
  const shares = position === undefined ? 0 : position.LongQty - position.ShortQty;
  return {
    company: instrument.company,
    isLive: session.isLive || tradingApi.api === 'External',
    isDemo: session.isDemo,
    capabilities,
    isConnected: session.line === 'open',
    accountText: accountText(tradingApi, session.account),
    problems,
    block,
    stageBlock: stageBlock(traded),
    route,
    routes: choices,
    positionAfter:
      capabilities.lacks.positions !== undefined ? null : positionAfter(shares, ticket, replaced?.Fill ?? 0),
    isReady: block === null && symbol !== '' && isComplete,
  };
}

const isOver = (order: Parameters<typeof isWorking>[0] | undefined): boolean =>
  order === undefined || !isWorking(order);

/** What is missing for the group of a ticket. It can be read once the fields have no problems; null before that. */
function attachedBlock(
  tradingApi: Parameters<typeof groupBlock>[0],
  complete: { readonly ticket: Ticket; readonly route: RouteChoice } | null,
): string | null {
  return complete === null ? null : groupBlock(tradingApi, groupTicketOf(complete.ticket, complete.route));
}

function accountText(
  { api, name, tradingAccount }: ReturnType<ToolPlatform['tradingApi']['get']>,
  account: string | null,
): string {
  if (api === 'External') return `${name} account ${tradingAccount ?? UNKNOWN_TEXT}`;
  return account === null ? 'No account selected' : `${ACCOUNT_LABEL}${account}`;
}
