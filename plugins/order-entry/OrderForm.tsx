import { useEffect, useRef, useState, type FormEvent } from 'react';
import { formatMoney, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { isUntradableSymbol } from '../../src/domain/symbols/symbol.ts';
import { type ToolPlatform, useOrders, useReadable, useSession } from '../../src/plugin-api/index.ts';
import { Button, classNames, NumberField, Select, TextField } from '../../src/ui/index.ts';
import { MarketPanel } from './MarketPanel.tsx';
import styles from './OrderForm.module.css';
import { isAbout, statusLine, type StatusLine } from './status-lines.ts';
import { estimatedCost, MIN_PRICE, permittedRoute, positionAfter, positionText, SIDES, startingPrice, stockRoutes, ticketProblems, ticketText, type RouteChoice, type Ticket } from './ticket.ts';
import { readMarket, useInstrument, useMarket } from './use-market.ts';

interface OrderFormProps {
  readonly platform: ToolPlatform;
  readonly initial: Ticket;
  readonly isActive: boolean;
  readonly onClose?: () => void;
  /** After another symbol was entered. */
  readonly onSymbol?: (symbol: string) => void;
}

const types = [{ value: 'Market', label: 'Market' }, { value: 'Limit', label: 'Limit' }] as const;
/** A second send within this is the second click of a double click, ms. */
const REPEAT_GUARD_MS = 600;
/** How long an order may go unanswered before another may follow it, ms. */
const ANSWER_LIMIT_MS = 10_000;
const SYMBOL = /^[A-Z0-9.$~^/ -]{1,23}$/;
/** Something was entered, so what is wrong with it may be said at once; an empty field waits for the try to send. */
const isOdd = (value: number | null) => value !== null;
const routeKey = ({ destination, route }: RouteChoice) => `${destination} ${route}`;

/** What the order would cost at the prices of now, by itself, so that the form need not follow them. */
function EstimatedCost({ platform, ticket, isActive }: { readonly platform: ToolPlatform; readonly ticket: Ticket; readonly isActive: boolean }) {
  const cost = estimatedCost(ticket, useMarket(platform, ticket.symbol, isActive));
  return cost === null ? UNKNOWN_TEXT : formatMoney(cost);
}

/** The order ticket: what to trade, what it would cost, and what became of it. */
export function OrderForm({ platform, initial, isActive, onClose, onSymbol }: OrderFormProps) {
  const [ticket, setTicket] = useState(initial);
  /** The symbol field; it becomes the ticket's symbol on leaving the field or on Enter. */
  const [typed, setTyped] = useState(initial.symbol);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [lines, setLines] = useState<readonly StatusLine[]>([]);
  const [isTried, setTried] = useState(false);
  const sent = useRef<string[]>([]);
  /** The order just sent, until the server says something of it. */
  const unanswered = useRef<{ readonly clientId: string; readonly sentAtMs: number } | null>(null);
  const instrument = useInstrument(platform, ticket.symbol);
  // Not the whole session: its latencies change every few seconds.
  const session = useSession(platform, ({ account, isLive, isDemo, routes }) => ({ account, isLive, isDemo, routes }));
  const tradingApi = useReadable(platform.tradingApi);
  const isExternal = tradingApi.api === 'External';
  // An order that leaves for another broker is real, whatever account is open here.
  const isLive = session.isLive || isExternal;
  const position = useOrders(platform, ({ positions }) => positions.get(ticket.symbol));

  // A window keeps its ticket when a linked window sends another symbol; only the price, which was about the old one, goes.
  useEffect(() => {
    setTyped(initial.symbol);
    setTicket((before) => (before.symbol === initial.symbol ? before : { ...before, symbol: initial.symbol, price: null }));
  }, [initial.symbol]);

  useEffect(() => platform.orders.onReport((report) => {
    if (!sent.current.some((clientId) => isAbout(report, clientId))) return;
    if (unanswered.current !== null && isAbout(report, unanswered.current.clientId)) unanswered.current = { ...unanswered.current, clientId: '' };
    setLines((before) => (before.some((line) => line.id === String(report.Serial)) ? before : [statusLine(report), ...before].slice(0, 20)));
  }), [platform]);

  const change = (part: Partial<Ticket>) => {
    setTicket((before) => ({ ...before, ...part }));
    setRefusal(null);
  };
  const takeSymbol = (): Ticket => {
    const symbol = typed.trim().toUpperCase();
    if (symbol === ticket.symbol) return ticket;
    // A price is about the symbol it was entered for.
    const next: Ticket = { ...ticket, symbol, price: null };
    setTyped(symbol);
    change(next);
    if (symbol !== '') onSymbol?.(symbol);
    return next;
  };
  const problems = ticketProblems(ticket);
  const permission = ticket.symbol === '' ? { ok: true as const } : platform.canTrade(ticket.symbol);
  const block = isUntradableSymbol(ticket.symbol) ? `${ticket.symbol} cannot be traded: symbols that start with $ or ~ are for information only.`
    : !permission.ok ? permission.message
      : instrument.state === 'unknown' || instrument.state === 'loading' && ticket.symbol !== '' && !SYMBOL.test(ticket.symbol) ? 'Symbol not found' : null;
  const choices = stockRoutes(session.routes);
  const route = permittedRoute(ticket.route, choices);
  const sharesNow = position === undefined ? 0 : position.LongQty - position.ShortQty;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter in the symbol field after a change only takes the symbol: nobody sends an order for a symbol not looked at.
    if (takeSymbol() !== ticket) return;
    setTried(true);
    const before = unanswered.current;
    const sinceMs = before === null ? Infinity : performance.now() - before.sentAtMs;
    // A double click is one order. So is a second try while the first has had no answer, for a while.
    if (sinceMs < REPEAT_GUARD_MS) return;
    if (before !== null && before.clientId !== '' && sinceMs < ANSWER_LIMIT_MS) { setRefusal('The order before this one has not been answered yet. Wait a moment, or look in Open Orders first.'); return; }
    if (block !== null || Object.keys(problems).length > 0 || ticket.quantity === null) return;
    const { symbol, side, quantity, type } = ticket;
    const result = platform.orders.send({ symbol, side, quantity, type, price: type === 'Limit' ? ticket.price : null, ...route });
    if (!result.ok) { setRefusal(result.message); return; }
    sent.current.push(result.clientId);
    unanswered.current = { clientId: result.clientId, sentAtMs: performance.now() };
    setRefusal(null);
    setTried(false);
    setLines((before) => [statusOfSending(ticket, result.clientId), ...before]);
  };

  return (
    <form className={classNames(styles.form, ticket.side === 'Buy' ? styles.buy : styles.sell)} aria-label={onClose === undefined ? 'Order' : 'Order ticket'} data-symbol={ticket.symbol} onSubmit={submit} noValidate
      // A held key is one press: it must not send an order with each repeat.
      onKeyDown={(event) => { if (event.key === 'Enter' && event.repeat) event.preventDefault(); }}
    >
      <div className={styles.account}>
        <span className={classNames(styles.mode, isLive ? styles.live : styles.paper)}>{isLive ? 'LIVE' : 'PAPER'}</span>
        <span className={styles.caption}>{isExternal ? `${tradingApi.name} account ${tradingApi.tradingAccount ?? UNKNOWN_TEXT}` : session.account === null ? 'No account selected' : `Account ${session.account}`}</span>
      </div>
      <div className={styles.column}>
        <TextField
          label="Symbol" value={typed} error={isTried ? problems.symbol : null} maxLength={23} spellCheck={false}
          onChange={(text) => setTyped(text.toUpperCase())} onBlur={takeSymbol} hint={instrument.company === '' ? '\u00a0' : instrument.company}
        />
        <MarketPanel platform={platform} symbol={ticket.symbol} isActive={isActive} onPrice={(dollars) => change({ type: 'Limit', price: Math.round(dollars * 100) / 100 })} />
        <div className={styles.sides} role="radiogroup" aria-label="Side">
          {SIDES.map((side) => (
            <button
              key={side} type="button" role="radio" aria-checked={ticket.side === side} tabIndex={ticket.side === side ? 0 : -1}
              className={classNames(styles.side, ticket.side === side && styles.chosen)} onClick={() => change({ side })}
              onKeyDown={(event) => {
                const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0;
                const next = SIDES[(SIDES.indexOf(side) + step + SIDES.length) % SIDES.length];
                if (step === 0 || next === undefined) return;
                event.preventDefault();
                change({ side: next });
                const sibling = step === 1 ? event.currentTarget.nextElementSibling ?? event.currentTarget.parentElement?.firstElementChild : event.currentTarget.previousElementSibling ?? event.currentTarget.parentElement?.lastElementChild;
                if (sibling instanceof HTMLElement) sibling.focus();
              }}
            >
              {side}
            </button>
          ))}
        </div>
        <div className={styles.pair}>
          <NumberField label="Quantity" isFirst value={ticket.quantity} min={1} step={1} isRequired error={isTried || isOdd(ticket.quantity) ? problems.quantity ?? null : null} onChange={(quantity) => change({ quantity })} />
          <Select label="Type" value={ticket.type} options={types} onChange={(type) => change({ type, price: type === 'Limit' ? (ticket.price ?? startingPrice(ticket.side, readMarket(platform, ticket.symbol))) : ticket.price })} />
        </div>
        <div className={styles.pair}>
          <NumberField
            label="Price" value={ticket.type === 'Limit' ? ticket.price : null} min={MIN_PRICE} step={0.01} decimals={2} isDisabled={ticket.type !== 'Limit'}
            error={isTried || isOdd(ticket.price) ? problems.price ?? null : null} onChange={(price) => change({ price })}
          />
          <Select label="Time in force" value="Day" options={[{ value: 'Day', label: 'Day' }]} onChange={() => undefined} />
        </div>
      </div>
      <div className={styles.column}>
        <Select
          label="Route" value={routeKey(route)} options={choices.map((choice) => ({ value: routeKey(choice), label: routeKey(choice) }))}
          onChange={(key) => { const chosen = choices.find((choice) => routeKey(choice) === key); if (chosen !== undefined) change({ route: chosen }); }}
        />
        <dl className={styles.facts}>
          <dt>{ticket.side === 'Buy' ? 'Estimated cost' : 'Estimated proceeds'}</dt>
          <dd><EstimatedCost platform={platform} ticket={ticket} isActive={isActive} /></dd>
          {/* The positions here are those of the own service. */}
          {isExternal ? null : <><dt>Position after fill</dt><dd>{positionText(positionAfter(sharesNow, ticket))}</dd></>}
        </dl>
        <div className={styles.refusal}>
          <span role="alert">{refusal ?? block ?? ''}</span>
          {session.isDemo && block !== null ? <>{' '}<button type="button" className={styles.plans} onClick={() => { void platform.commands.run('help.tips-and-tricks', { topic: 'plans' }); }}>See plans</button></> : null}
        </div>
        <div className={styles.actions}>
          {onClose === undefined ? null : <Button onClick={onClose}>Close</Button>}
          <Button type="submit" tone="primary" className={styles.send} disabled={block !== null}>{ticketText(ticket)}</Button>
        </div>
      </div>
      <ul className={styles.lines} aria-label="Order messages" aria-live="polite">
        {lines.map((line) => (
          <li key={line.id} className={line.isRefusal ? styles.refused : undefined}>
            <strong>{line.status}</strong> {line.order} <span className={styles.caption}>{line.time}</span> {line.description}
          </li>
        ))}
      </ul>
    </form>
  );

  function statusOfSending(order: Ticket, clientId: string): StatusLine {
    return statusLine({
      Serial: 0, ReportType: 'OrderAccepted', LeavesQuantity: order.quantity ?? 0, Side: order.side, Quantity: order.quantity ?? 0, Symbol: order.symbol,
      OrderType: order.type, Price: order.price ?? 0, LastFillPrice: 0, LastFillQuantity: 0, Timestamp: platform.exchangeMs(), Message: '',
    }, { id: clientId, status: 'Sent' });
  }
}
