import type { BrokerTerms } from '../../src/domain/orders/brokers.ts';
import { isWorking } from '../../src/domain/orders/open-orders.ts';
import { staleText } from '../../src/domain/price-doubts/index.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import {
  type CommandArguments,
  type GroupTicket,
  type ToolPlatform,
  type WireOrder,
  readMarket,
} from '../../src/plugin-api/index.ts';
import { heldOrdersOf, holdMsOf } from './held-orders.ts';
import { orderText, ordersDoubt, priceBands, type OrderDoubt } from './price-doubt.ts';
import { withDefaultTemplate } from './default-template.ts';
import { groupTicketOf } from './ticket-group.ts';
import { ticketText } from './ticket-labels.ts';
import { orderOf } from './ticket-order.ts';
import { brokerTerms, ticketProblems } from './ticket-rules.ts';
import { orderRoutes, permittedRoute, ticketFrom, ticketOf, withPrices, type Ticket } from './ticket.ts';
import { groupBlock, ticketBlock } from './trading-block.ts';

/** The outcome of an order without a ticket on the screen. */
type Check = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Why no order in a symbol can be sent or changed now, whatever its figures; null when one can. `terms`: those of the order, where it is written already. */
export function symbolBlock(
  platform: ToolPlatform,
  symbol: string,
  terms: BrokerTerms | null = null,
): string | null {
  const session = platform.session.get();
  return ticketBlock({
    symbol,
    permission: platform.canTrade(symbol),
    tradingApi: platform.tradingApi.get(),
    terms,
    account: session.account,
    options: platform.orders.options.get(),
    line: session.connections.trading.status,
    instrument: platform.symbols.get(symbol)?.state ?? 'loading',
    isGone: false,
  });
}

/** Reports a quote that is old: what is on the screen may be history. Null while it is fresh. */
export function staleProblem(platform: Pick<ToolPlatform, 'symbols'>, symbol: string): string | null {
  const { isStale, ageMs } = readMarket(platform, symbol);
  return isStale || ageMs === null ? staleText(symbol, ageMs) : null;
}

/** Everything that a ticket on the screen would show before it can be sent. */
function check(platform: ToolPlatform, ticket: Ticket): Check {
  const { calendar } = platform.session.get();
  const [problem] = Object.values(ticketProblems(ticket, platform.exchangeMs(), calendar));
  const message =
    symbolBlock(platform, ticket.symbol, brokerTerms(ticket)) ??
    problem ??
    groupBlock(platform.tradingApi.get(), groupTicketOf(ticket, permittedRouteOf(platform, ticket))) ??
    staleProblem(platform, ticket.symbol) ??
    null;
  return message === null ? { ok: true } : { ok: false, message };
}

/** Why the order of a ticket could not be sent at once now; null when it could. */
export function sendProblem(platform: ToolPlatform, ticket: Ticket): string | null {
  const verdict = check(platform, ticket);
  return verdict.ok ? null : verdict.message;
}

/** What needs a confirmation about an order without a ticket on the screen, whose quote has been checked; null when nothing does. */
export function atOnceDoubt(platform: ToolPlatform, ticket: Ticket): OrderDoubt | null {
  const market = { ...readMarket(platform, ticket.symbol), isStale: false, ageMs: 0 };
  return ordersDoubt([ticket], { market, reference: null, bands: priceBands(platform) });
}

/** Whether a price far through the market is meant. */
async function isPriceMeant(platform: ToolPlatform, ticket: Ticket): Promise<boolean> {
  const doubt = atOnceDoubt(platform, ticket);
  if (doubt === null) return true;
  return platform.dialogs.confirm({
    title: doubt.title,
    message: doubt.message,
    yes: 'Send order',
    no: 'Do not send',
  });
}

/** Shows that something was not done at once, and why. */
export function report(platform: ToolPlatform, failure: string, message: string): void {
  platform.dialogs.toast({ message: `${failure}: ${message}`, tone: 'error', key: 'sent-at-once' });
}

/** What becomes of an order without a ticket on the screen: `held` = it waits, and may still be undone. */
export type AtOnce = 'sent' | 'held' | 'not sent';

/** An order, or a move of one, that has passed its checks. */
interface Checked {
  readonly text: string;
  /** Begins the message of one that is not sent. */
  readonly failure: string;
  /** Resolves whether it was sent. */
  readonly send: () => Promise<boolean>;
}

/** Sends it, or holds it first where the user's settings hold orders of armed modes. */
export async function holdOrSend(platform: ToolPlatform, { text, failure, send }: Checked): Promise<AtOnce> {
  const { isArmedHeld } = platform.settings.get();
  const holdMs = holdMsOf(platform);
  if (!isArmedHeld || holdMs === 0) return (await send()) ? 'sent' : 'not sent';
  heldOrdersOf(platform).hold({
    text,
    ticketId: null,
    holdMs,
    send: () => void send(),
    onUndone: (reason) => report(platform, failure, `${text}. ${reason ?? 'You have undone it.'}`),
  });
  platform.dialogs.toast({
    message: `Not sent yet: ${text}. Escape undoes it. A page that is closed does not send it.`,
    tone: 'neutral',
    key: 'sent-at-once',
    // Afterwards: the button closes its message, and the next one says that nothing was sent.
    action: { label: 'Undo', run: () => queueMicrotask(() => heldOrdersOf(platform).undoAll(null)) },
  });
  return 'held';
}

/** Sends the order of a ticket that is not on the screen, after the checks that one on the screen makes. Shows what was sent, or why nothing was. */
export async function sendTicketAtOnce(platform: ToolPlatform, ticket: Ticket): Promise<void> {
  const verdict = check(platform, ticket);
  if (!verdict.ok) return report(platform, 'Not sent', verdict.message);
  if (!(await isPriceMeant(platform, ticket))) return;
  const text = sentText(platform, ticket);
  await holdOrSend(platform, { text, failure: 'Not sent', send: () => sendUnseen(platform, ticket) });
}

/** The route of a ticket, or another one where the user may not send on it. */
function permittedRouteOf(platform: ToolPlatform, { symbol, route }: Ticket): Ticket['route'] {
  return permittedRoute(route, orderRoutes(platform.session.get().routes, isOptionSymbol(symbol)));
}

/** A click repeats an order on purpose. */
const repeated = (group: GroupTicket): GroupTicket =>
  group.kind === 'Bracket' ? { ...group, entry: { ...group.entry, repeatReason: 'Hotkey' } } : group;

/** The order with what it attaches. */
const sentText = (platform: ToolPlatform, ticket: Ticket): string =>
  ticket.attach === 'None' ? orderText(ticket) : ticketText(ticket, platform.exchangeMs());

/** Sends the order of a ticket that was checked, with what it attaches. Shows what was sent, or why nothing was. */
async function sendUnseen(platform: ToolPlatform, ticket: Ticket): Promise<boolean> {
  const route = permittedRouteOf(platform, ticket);
  const group = groupTicketOf(ticket, route);
  const result =
    group === null
      ? platform.orders.send({ ...orderOf(ticket, route), repeatReason: 'Hotkey' })
      : await platform.groups.place(repeated(group));
  if (result.ok)
    platform.dialogs.toast({
      message: `Sent: ${sentText(platform, ticket)}`,
      tone: 'neutral',
      key: 'sent-at-once',
    });
  else report(platform, 'Not sent', result.message);
  return result.ok;
}

/** Sends an order without a ticket on the screen, with the default exits of its account. Arguments: symbol, side, quantity; price (limit) or stopPrice (stop), dollars. */
export async function sendAtOnce(platform: ToolPlatform, args: CommandArguments): Promise<void> {
  const order = withDefaultTemplate(platform, ticketFrom(args, { symbol: '' }));
  if (order.ok) await sendTicketAtOnce(platform, order.ticket);
  else report(platform, 'Not sent', order.message);
}

const GONE_TEXT = 'This order is not open any more.';

/**
 * Replaces the price of a working order without a ticket on the screen, by the same rules as a new one: it is refused on a stale quote, and may be held. Arguments: orderId; price or
 * stopPrice, dollars. What was not sent is shown, unless the user decided against it.
 */
export async function moveAtOnce(platform: ToolPlatform, args: CommandArguments): Promise<AtOnce> {
  const failed = (message: string): 'not sent' => {
    report(platform, 'Not moved', message);
    return 'not sent';
  };
  const { orderId } = args;
  const order = typeof orderId === 'string' ? workingOrder(platform, orderId) : undefined;
  if (order === undefined) return failed(GONE_TEXT);
  const ticket = withPrices(ticketOf(order), args);
  const verdict = check(platform, ticket);
  if (!verdict.ok) return failed(verdict.message);
  if (!(await isPriceMeant(platform, ticket))) return 'not sent';
  return holdOrSend(platform, {
    text: `Move: ${sentText(platform, ticket)}`,
    failure: 'Not moved',
    async send() {
      // It may have been filled while it was held.
      if (workingOrder(platform, order.OrderId) === undefined) {
        failed(GONE_TEXT);
        return false;
      }
      const result = platform.orders.replace(order.OrderId, orderOf(ticket, ticket.route));
      if (!result.ok) failed(result.message);
      return result.ok;
    },
  });
}

function workingOrder({ orders }: Pick<ToolPlatform, 'orders'>, orderId: string): WireOrder | undefined {
  const order = orders.get().orders.get(orderId);
  return order !== undefined && isWorking(order) ? order : undefined;
}
