import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { OrderProposal, OrderProposals, ProposalDecision } from '../../client/types.ts';
import { formatInteger, formatMoney, formatPrice } from '../../domain/format/format-number.ts';
import { fromE4, toPriceE4, type PriceE4 } from '../../domain/money/price.ts';
import type { DoubtMarket } from '../../domain/price-doubts/index.ts';
import { readMarket, type ToolPlatform } from '../../plugin-api/index.ts';
import { Button } from '../../ui/index.ts';
import { useConnections, useDesk } from '../desk-context.ts';
import styles from './OrderRequests.module.css';
import { ProposalReview } from './proposal-review.ts';
import { endText, isWaitingRequest, remainingText, requestTitle } from './request-texts.ts';
import { useRemaining } from './use-remaining.ts';

const REFRESH_MS = 500;

/** `send`: the button that confirms. */
const KIND_TEXTS: Readonly<
  Record<OrderProposal['Kind'], { readonly requested: string; readonly send: string }>
> = {
  Order: { requested: 'an order', send: 'Send order' },
  Group: { requested: 'orders that belong together', send: 'Send orders' },
  Cancel: { requested: 'a cancel', send: 'Cancel the order' },
};

interface OrderRequestProps {
  readonly proposal: OrderProposal;
  readonly proposals: OrderProposals;
  /** Set for a request that waits behind the one that is shown: gives it that one's place. */
  readonly onShow: (() => void) | null;
}

/** One request of a program, with what the user decides; a line with its title while another one is shown. */
export function OrderRequest({ proposal, proposals, onShow }: OrderRequestProps) {
  const { Id, KeyName, Note, State, Kind } = proposal;
  const headingId = useId();
  const isOpen = State === 'Open';
  // An end is a line: what waits needs the room.
  const isWaiting = isWaitingRequest(proposal);
  const hasDetails = isWaiting && onShow === null;
  const card = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone.
    if (hasFocus.current && document.activeElement === document.body) card.current?.focus();
  }, [State]);
  return (
    <article
      ref={card}
      className={styles.request}
      aria-labelledby={headingId}
      tabIndex={-1}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      <h3 id={headingId}>
        <small>
          “{KeyName}” requests {KIND_TEXTS[Kind].requested}
        </small>
        {requestTitle(proposal)}
      </h3>
      {hasDetails ? <Facts proposal={proposal} /> : null}
      {Note === '' || !hasDetails ? null : (
        <p className={styles.note}>
          Reason stated by the program: <q>{Note}</q>
        </p>
      )}
      {isOpen && onShow !== null ? <Behind proposal={proposal} onShow={onShow} /> : null}
      {isOpen && onShow === null ? <Decision proposal={proposal} proposals={proposals} /> : null}
      {isOpen ? null : (
        <p className={styles.end}>
          <span>{endText(proposal)}</span>
          {isWaiting ? null : (
            <Button data-safe="" onClick={() => proposals.dismiss(Id)}>
              Close
            </Button>
          )}
        </p>
      )}
    </article>
  );
}

function Behind({
  proposal: { expiresAtMs },
  onShow,
}: {
  readonly proposal: OrderProposal;
  readonly onShow: () => void;
}) {
  return (
    <p className={styles.end}>
      <span>Expires in {remainingText(useRemaining(expiresAtMs))}</span>
      <Button onClick={onShow}>Show</Button>
    </p>
  );
}

function Facts({ proposal: { Account, Kind, Preview } }: { readonly proposal: OrderProposal }) {
  const { liveAccounts } = useDesk().platform.session.get();
  const kind = liveAccounts.includes(Account) ? 'live' : 'paper';
  return (
    <>
      <dl className={styles.facts}>
        <dt>Account</dt>
        <dd>
          {Account} ({kind})
        </dd>
        {Preview === undefined ? null : (
          <>
            <dt>
              Estimated {Preview.Cost < 0 ? 'proceeds' : 'cost'}
              {Kind === 'Group' ? ' of the first order' : ''}
            </dt>
            <dd>
              {formatMoney(Math.abs(Preview.Cost))}, fees {formatMoney(Preview.Fees)}
            </dd>
            <dt>Buying power after</dt>
            <dd>{formatMoney(Preview.BuyingPowerAfter)}</dd>
            <dt>Position after</dt>
            <dd>{formatInteger(Preview.PositionAfter)}</dd>
          </>
        )}
      </dl>
      {Preview === undefined ? null : (
        <p className={styles.moment}>Cost, buying power and position as of the proposal.</p>
      )}
    </>
  );
}

const priceText = (priceE4: PriceE4): string => (priceE4 > 0 ? formatPrice(fromE4(priceE4)) : 'none');

const marketOf = (platform: ToolPlatform, symbol: string): DoubtMarket => {
  const { bid, ask, last, ageMs, isStale } = readMarket(platform, symbol);
  return { bidE4: toPriceE4(bid), askE4: toPriceE4(ask), lastE4: toPriceE4(last), ageMs, isStale };
};

interface Reviewed {
  readonly review: ProposalReview;
  /** As the request shows it. */
  readonly market: DoubtMarket;
}

/** The market of a request, and the review from the first one that it shows. */
function useReview({ Symbol: symbol, Side, Quantity, Price, StopPrice }: OrderProposal): Reviewed {
  const { platform } = useDesk();
  const [review] = useState(() => {
    const order = {
      symbol,
      side: Side,
      quantity: Quantity,
      priceE4: Price === undefined ? null : toPriceE4(Price),
      stopPriceE4: StopPrice === undefined ? null : toPriceE4(StopPrice),
    };
    return new ProposalReview(order, performance.now());
  });
  const [market, setMarket] = useState(() => marketOf(platform, symbol));
  useEffect(() => {
    const note = () => {
      const now = marketOf(platform, symbol);
      review.note(now);
      setMarket(now);
    };
    note();
    const release = platform.symbols.watch([symbol]);
    const unsubscribe = platform.symbols.subscribe([symbol], REFRESH_MS, note);
    return () => {
      unsubscribe();
      release();
    };
  }, [platform, symbol, review]);
  return { review, market };
}

interface DecisionProps {
  readonly proposal: OrderProposal;
  readonly proposals: OrderProposals;
}

/** What the buttons of a request do. */
function useDecision(
  { proposal: { Id, Kind, Symbol: symbol, problem }, proposals }: DecisionProps,
  review: ProposalReview,
) {
  const { platform } = useDesk();
  const place = usePlace(review);
  const [doubts, setDoubts] = useState<readonly string[]>([]);
  const [isSent, setSent] = useState(false);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    // The decision did not count.
    if (problem !== '') setSent(false);
  }, [problem]);
  const decide = (decision: ProposalDecision) => {
    const hasSent = proposals.decide(Id, decision);
    setSent(hasSent);
    setLost(!hasSent);
  };
  const send = () => {
    place.check();
    const { priceMovedPercent, throughMarketPercent } = platform.settings.get();
    const bands = { movedPercent: priceMovedPercent, throughPercent: throughMarketPercent };
    const press = review.press(performance.now(), marketOf(platform, symbol), bands);
    if (press.press === 'wait') return;
    // A cancel has no price to doubt.
    if (press.press === 'show' && Kind !== 'Cancel') setDoubts(press.texts);
    else decide('Send');
  };
  return { place: place.ref, doubts, isSent, isLost, send, reject: () => decide('Reject') };
}

/** Reports to the review when the buttons move, as when a request above ends or the user moves all: the pointer may be over another one then. */
function usePlace(review: ProposalReview) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<DOMRect | null>(null);
  const check = () => {
    const now = ref.current?.getBoundingClientRect() ?? null;
    const last = before.current;
    if (last !== null && (now?.top !== last.top || now.left !== last.left)) review.moved(performance.now());
    before.current = now;
  };
  useLayoutEffect(check);
  return { ref, check };
}

function Decision({ proposal, proposals }: DecisionProps) {
  const { Kind, expiresAtMs, problem } = proposal;
  const { review, market } = useReview(proposal);
  const { place, doubts, isSent, isLost, send, reject } = useDecision({ proposal, proposals }, review);
  const remainingMs = useRemaining(expiresAtMs);
  const isConnected = useConnections().trading.status === 'open';
  const isDisabled = isSent || !isConnected || remainingMs <= 0;
  const texts = [
    ...doubts,
    ...(problem === '' ? [] : [problem]),
    ...(isLost || !isConnected ? ['There is no connection to the server: nothing can be decided now.'] : []),
  ];
  return (
    <>
      <dl className={styles.facts}>
        <dt>Bid / ask now</dt>
        <dd>
          {market.ageMs === null
            ? 'waiting for the quote'
            : `${priceText(market.bidE4)} / ${priceText(market.askE4)}`}
        </dd>
      </dl>
      <div role="alert" className={styles.doubts}>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <div ref={place} className={styles.buttons}>
        <span>Expires in {remainingText(remainingMs)}</span>
        <Button data-safe="" disabled={isDisabled} focusableWhenDisabled onClick={reject}>
          Reject
        </Button>
        <Button
          tone="primary"
          disabled={isDisabled}
          focusableWhenDisabled
          // A key that is held down presses again and again: it answers nothing.
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault();
          }}
          onClick={send}
        >
          {doubts.length > 0 ? `${KIND_TEXTS[Kind].send} anyway` : KIND_TEXTS[Kind].send}
        </Button>
      </div>
    </>
  );
}
