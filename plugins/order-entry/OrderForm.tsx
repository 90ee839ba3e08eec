import { useEffect, useId, useMemo, useRef, useState, type FormEvent } from 'react';
import { UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { isOptionSymbol, isUntradableSymbol, isSymbolForm } from '../../src/domain/symbols/symbol.ts';
import {
  type ToolPlatform,
  type WireReport,
  useOrders,
  useReadable,
  useSession,
} from '../../src/plugin-api/index.ts';
import { Button, classNames, TextField } from '../../src/ui/index.ts';
import { OrderError, orderErrorMessage } from '../../src/domain/orders/errors.ts';
import { HotkeyBadge } from './HotkeyBadge.tsx';
import { hotkeysOf } from './hotkeys.ts';
import type { KeptTicket, TicketMemory } from './kept-tickets.ts';
import { MarketPanel } from './MarketPanel.tsx';
import styles from './OrderForm.module.css';
import { SideChooser } from './SideChooser.tsx';
import { isWorking } from '../../src/domain/orders/open-orders.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import {
  isAbout,
  reportKey,
  reportsSince,
  statusLine,
  withReports,
  type StatusLine,
} from './status-lines.ts';
import { orderOf, positionAfter, startingPrice } from './ticket-order.ts';
import { ticketProblems, withType } from './ticket-rules.ts';
import { ticketText } from './ticket-words.ts';
import { orderRoutes, permittedRoute, withSymbol, type Ticket } from './ticket.ts';
import { PriceFields, TermFields } from './TicketFields.tsx';
import { TicketFacts, verdictText } from './TicketFacts.tsx';
import { accountBlock, connectionBlock, haltText } from './trading-block.ts';
import { readMarket, useInstrument } from './use-market.ts';
import { usePreview } from './use-preview.ts';

interface OrderFormProps {
  readonly platform: ToolPlatform;
  readonly initial: Ticket;
  readonly isActive: boolean;
  readonly onClose?: () => void;
  /** After another symbol was entered. */
  readonly onSymbol?: (symbol: string) => void;
  /** OrderId of the open order that the ticket replaces. */
  readonly replaces?: string;
  /** Where the ticket is found again after it was off the screen. */
  readonly memory?: TicketMemory;
}

/** A second send of the same ticket within this is the second click of a double click, ms. */
const REPEAT_GUARD_MS = 600;
/** How long an order may go unanswered before another may follow it, ms. */
const ANSWER_LIMIT_MS = 10_000;
const NETWORK_ERROR = orderErrorMessage(OrderError.NetworkError);
const ACCOUNT_WORD = 'Account ';
const NOT_OPEN_TEXT = 'This order is not open any more: it cannot be replaced.';

/** The order ticket: what to trade, what it would do, and what became of it. */
export function OrderForm({
  platform,
  initial,
  isActive,
  onClose,
  onSymbol,
  replaces,
  memory,
}: OrderFormProps) {
  const [kept] = useState<KeptTicket | null>(() => memory?.load() ?? null);
  const [ticket, setTicket] = useState(kept?.ticket ?? initial);
  /** The symbol field; it becomes the ticket's symbol on leaving the field or on Enter. */
  const [typed, setTyped] = useState(initial.symbol);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [lines, setLines] = useState<readonly StatusLine[]>(kept?.lines ?? []);
  const [isTried, setTried] = useState(false);
  const sent = useRef<string[]>([...(kept?.sent ?? [])]);
  /** The order just sent, until the server says something of it. */
  const unanswered = useRef(kept?.unanswered ?? null);
  const formId = useId();
  const instrument = useInstrument(platform, ticket.symbol);
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
  const isExternal = tradingApi.api === 'External';
  const isConnected = session.line === 'open';
  // An order that leaves for another broker is real, whatever account is open here.
  const isLive = session.isLive || isExternal;
  const position = useOrders(platform, ({ positions }) => positions.get(ticket.symbol));
  const replaced = useOrders(platform, ({ orders }) =>
    replaces === undefined ? undefined : orders.get(replaces),
  );
  const isReplace = replaces !== undefined;
  const isOption = isOptionSymbol(ticket.symbol);

  // A window keeps its ticket when a linked window sends another symbol; only the prices, which were about the old one, go.
  useEffect(() => {
    setTyped(initial.symbol);
    setTicket((before) => withSymbol(before, initial.symbol));
  }, [initial.symbol]);

  useEffect(() => {
    const { orders } = platform;
    const take = (reports: readonly WireReport[]) => {
      const own = reports.filter((report) => sent.current.some((clientId) => isAbout(report, clientId)));
      const asked = unanswered.current;
      if (asked !== null && own.some((report) => isAbout(report, asked.clientId)))
        unanswered.current = { ...asked, clientId: '' };
      if (own.length > 0)
        setLines((before) => withReports(before, own, (orderId) => orders.get().orders.get(orderId)?.Status));
    };
    // What was reported while the ticket was off the screen.
    if (kept !== null) take(reportsSince(orders.get().log, kept.heard));
    return orders.onReport((report) => take([report]));
  }, [platform, kept]);
  useEffect(() => {
    const newest = platform.orders.get().log[0];
    memory?.store({
      ticket,
      lines,
      sent: sent.current,
      heard: newest === undefined ? null : reportKey(newest),
      unanswered: unanswered.current,
    });
  }, [platform, memory, ticket, lines]);

  const change = (part: Partial<Ticket>) => {
    setTicket((before) => ({ ...before, ...part }));
    setRefusal(null);
  };
  const takeSymbol = (): Ticket => {
    const symbol = typed.trim().toUpperCase();
    if (symbol === ticket.symbol || isReplace) return ticket;
    // A price is about the symbol it was entered for.
    const next = withSymbol(ticket, symbol);
    setTyped(symbol);
    change(next);
    if (symbol !== '') onSymbol?.(symbol);
    return next;
  };
  const nowMs = platform.exchangeMs();
  const problems = ticketProblems(ticket, nowMs, session.calendar);
  const permission = ticket.symbol === '' ? { ok: true as const } : platform.canTrade(ticket.symbol);
  const isGone = isReplace && (replaced === undefined || !isWorking(replaced));
  const block = isUntradableSymbol(ticket.symbol)
    ? `${ticket.symbol} cannot be traded: symbols that start with $ or ~ are for information only.`
    : !permission.ok
      ? permission.message
      : (accountBlock(tradingApi, session.account) ??
        haltText(options) ??
        connectionBlock(tradingApi.api, session.line) ??
        (instrument.state === 'unknown' ||
        (instrument.state === 'loading' && ticket.symbol !== '' && !isSymbolForm(ticket.symbol))
          ? 'Symbol not found'
          : isGone
            ? NOT_OPEN_TEXT
            : null));
  const choices = useMemo(() => orderRoutes(session.routes, isOption), [session.routes, isOption]);
  const route = isReplace ? ticket.route : permittedRoute(ticket.route, choices);
  const isReady = block === null && ticket.symbol !== '' && Object.keys(problems).length === 0;
  const preview = usePreview(
    platform,
    isReady && !isExternal ? orderOf(ticket, route) : null,
    replaces ?? null,
    isActive,
  );
  // An attempt failed for want of a line: that is over once the line is back, or the server answers again.
  useEffect(() => {
    if (isConnected || preview.preview !== null)
      setRefusal((before) => (before === NETWORK_ERROR ? null : before));
  }, [isConnected, preview.preview]);
  const sharesNow = position === undefined ? 0 : position.LongQty - position.ShortQty;

  // What the order keys would trade is what this window says, as long as it can be sent.
  const { symbol, quantity } = ticket;
  const isTarget =
    onClose === undefined &&
    symbol !== '' &&
    problems.quantity === undefined &&
    problems.symbol === undefined;
  const aim = () => {
    if (onClose === undefined)
      hotkeysOf(platform).aim(formId, isTarget && quantity !== null ? { symbol, quantity, route } : null);
  };
  const routeText = `${route.destination} ${route.route}`;
  useEffect(() => {
    aim();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `aim` closes over exactly these
  }, [platform, formId, isTarget, symbol, quantity, routeText]);
  useEffect(() => () => hotkeysOf(platform).aim(formId, null), [platform, formId]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter in the symbol field after a change only takes the symbol: nobody sends an order for a symbol not looked at.
    if (takeSymbol() !== ticket) return;
    setTried(true);
    const before = unanswered.current;
    const sinceMs = before === null ? Infinity : performance.now() - before.sentAtMs;
    // A double click is one order. So is a second try while the first has had no answer, for a while.
    if (before?.ticket === ticket && sinceMs < REPEAT_GUARD_MS) return;
    if (before !== null && before.clientId !== '' && sinceMs < ANSWER_LIMIT_MS) {
      setRefusal(
        'The order before this one has not been answered yet. Wait a moment, or look in Open Orders first.',
      );
      return;
    }
    if (!isReady) return;
    const order = orderOf(ticket, route);
    const result =
      replaces === undefined ? platform.orders.send(order) : platform.orders.replace(replaces, order);
    if (!result.ok) {
      setRefusal(result.message);
      return;
    }
    sent.current.push(result.clientId);
    unanswered.current = { ticket, clientId: result.clientId, sentAtMs: performance.now() };
    setRefusal(null);
    setTried(false);
    const { clientId } = result;
    setLines((known) => [
      statusLine(
        {
          Serial: 0,
          ReportType: 'OrderAccepted',
          LeavesQuantity: order.quantity,
          Side: order.side,
          Quantity: order.quantity,
          Symbol: order.symbol,
          OrderType: order.type,
          Price: order.price ?? 0,
          LastFillPrice: 0,
          LastFillQuantity: 0,
          Timestamp: platform.exchangeMs(),
          Message: '',
        },
        { id: clientId, status: isReplace ? 'CancelReplaceSent' : 'Sent' },
      ),
      ...known,
    ]);
  };

  const accountText = isExternal
    ? `${tradingApi.name} account ${tradingApi.tradingAccount ?? UNKNOWN_TEXT}`
    : session.account === null
      ? 'No account selected'
      : `${ACCOUNT_WORD}${session.account}`;
  const fields = {
    platform,
    ticket,
    change,
    problems,
    isTried,
    startingPrice: () => startingPrice(ticket.side, readMarket(platform, ticket.symbol)),
  };
  return (
    <div className={styles.ticket}>
      <form
        className={classNames(styles.form, ticket.side === 'Buy' ? styles.buy : styles.sell)}
        data-symbol={ticket.symbol}
        data-side={ticket.side}
        noValidate
        onSubmit={submit}
        onFocus={aim}
        aria-label={isReplace ? 'Replace order' : onClose === undefined ? 'Order' : 'Order ticket'}
        // A held key is one press: it must not send an order with each repeat.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.repeat) event.preventDefault();
        }}
      >
        <div className={styles.account}>
          <span className={classNames(styles.mode, isLive ? styles.live : styles.paper)}>
            {isLive ? 'LIVE' : 'PAPER'}
          </span>
          <span className={classNames(styles.caption, styles.accountName)} title={accountText}>
            {accountText.startsWith(ACCOUNT_WORD) ? (
              <>
                <span className={styles.accountWord}>{ACCOUNT_WORD}</span>
                {accountText.slice(ACCOUNT_WORD.length)}
              </>
            ) : (
              accountText
            )}
          </span>
          <HotkeyBadge platform={platform} />
        </div>
        <div className={classNames(styles.column, styles.what)}>
          <TextField
            label="Symbol"
            value={typed}
            error={isTried ? problems.symbol : null}
            maxLength={23}
            spellCheck={false}
            disabled={isReplace}
            onChange={(text) => setTyped(text.toUpperCase())}
            onBlur={takeSymbol}
            hint={instrument.company === '' ? '\u00a0' : instrument.company}
          />
          <MarketPanel
            platform={platform}
            symbol={ticket.symbol}
            isActive={isActive}
            onPrice={(dollars) =>
              change({
                ...withType(ticket, ORDER_TYPES[ticket.type].needsLimitPrice ? ticket.type : 'Limit'),
                price: Math.round(dollars * 100) / 100,
              })
            }
          />
          <SideChooser ticket={ticket} isLocked={isReplace} onChange={(side) => change({ side })} />
          <PriceFields {...fields} />
        </div>
        <div className={classNames(styles.column, styles.terms)}>
          <TermFields {...fields} route={route} routes={choices} isRouteLocked={isReplace} />
        </div>
        <div className={styles.foot}>
          <TicketFacts
            platform={platform}
            ticket={ticket}
            state={preview}
            isActive={isActive}
            positionAfter={isExternal ? null : positionAfter(sharesNow, ticket, replaced?.Fill ?? 0)}
          />
          <div className={styles.told}>
            <span className={styles.refusal} role="alert">
              {refusal ?? block ?? ''}
            </span>
            <span className={styles.verdict} role="status">
              {refusal === null && block === null ? verdictText(preview) : ''}
            </span>
            {session.isDemo && block !== null ? (
              <>
                {' '}
                <button
                  type="button"
                  className={styles.plans}
                  onClick={() => {
                    void platform.commands.run('help.tips-and-tricks', { topic: 'plans' });
                  }}
                >
                  See plans
                </button>
              </>
            ) : null}
          </div>
          <div className={styles.actions}>
            {onClose === undefined ? null : <Button onClick={onClose}>Close</Button>}
            <Button
              type="submit"
              tone="primary"
              className={styles.send}
              disabled={block !== null}
              title={ticketText(ticket, nowMs)}
            >
              {isReplace ? 'Confirm Replace' : ticketText(ticket, nowMs)}
            </Button>
          </div>
          <ul className={styles.lines} aria-label="Order messages" aria-live="polite">
            {lines.map((line) => (
              <li key={line.id} className={line.isRefusal ? styles.refused : undefined}>
                <strong>{line.status}</strong> {line.order}{' '}
                <span className={styles.caption}>{line.time}</span> {line.description}
              </li>
            ))}
          </ul>
        </div>
      </form>
    </div>
  );
}
