import { useEffect, useRef, useState, type FormEvent } from 'react';
import { MAX_ORDER_QUANTITY } from '../../../src/domain/orders/validate.ts';
import {
  useOrders,
  usePassingText,
  useReadable,
  useSession,
  type ToolPlatform,
} from '../../../src/plugin-api/index.ts';
import { Button, classNames, NumberField, Select } from '../../../src/ui/index.ts';
import {
  marketEffect,
  priceProblem,
  quantityProblem,
  type NetEffect,
  type SpreadDraft,
  type SpreadOrderType,
  type SpreadTif,
} from './spread-draft.ts';
import type { SpreadLive } from './spread-live.ts';
import { accountText, sendBlock, sendText, spreadOrder, statusText } from './spread-order.ts';
import { previewLines, useSpreadPreview, verdictText, type SpreadPreview } from './spread-preview.ts';
import type { StoredLeg } from './spread-schema.ts';
import { limitOf } from './net-price.ts';
import styles from './Spread.module.css';
import { useLive } from './use-spread.ts';

export interface SpreadOrderProps {
  readonly platform: ToolPlatform;
  readonly underlying: string;
  readonly legs: readonly StoredLeg[];
  readonly live: SpreadLive;
  readonly draft: SpreadDraft;
  readonly onDraft: (draft: SpreadDraft) => void;
  readonly quantity: number | null;
  readonly onQuantity: (quantity: number | null) => void;
  readonly isActive: boolean;
}

/** A second press within this time is a double click, ms. */
const REPEAT_GUARD_MS = 1_000;
const REPEATED_TEXT = 'Sent once: the second press came within a second. Press again to send another order.';

/** The order that was sent last, and the legs that it was of: its status is shown with these only. */
interface SentSpread {
  readonly clientId: string;
  readonly legsKey: string;
}

/** Enters the middle once for new legs, so that the server's preview and the figures are there at once. A price that is cleared stays cleared. */
function useProposedPrice(live: SpreadLive, draft: SpreadDraft, onDraft: (draft: SpreadDraft) => void): void {
  const proposedFor = useRef<string | null>(null);
  const isPriced = useLive(
    live,
    ({ net, problem }) => net.middleE4 !== null && problem?.severity !== 'error',
  );
  useEffect(() => {
    const { middleE4 } = live.get().net;
    if (!isPriced || middleE4 === null || draft.type === 'Market') return;
    if (draft.price !== null || proposedFor.current === draft.legsKey) return;
    proposedFor.current = draft.legsKey;
    onDraft({ ...draft, ...limitOf(middleE4) });
  }, [live, isPriced, draft, onDraft]);
}

/** The account that a spread goes to, and why none can be sent now. */
function useSendFacts(platform: ToolPlatform, underlying: string, legs: readonly StoredLeg[]) {
  // Not the whole session: its latencies change every few seconds.
  const facts = useSession(platform, ({ account, isLive, isDemo, permissionMask, routes, connections }) => ({
    account,
    isLive,
    isDemo,
    permissionMask,
    routes,
    line: connections.trading.status,
  }));
  const tradingApi = useReadable(platform.tradingApi);
  const options = useReadable(platform.orders.options);
  const canTrade = (symbol?: string) => platform.canTrade(symbol);
  return {
    routes: facts.routes,
    accountLabel: accountText({ ...facts, tradingApi }),
    block: sendBlock({ ...facts, underlying, legs, canTrade, tradingApi, options }),
  };
}

/** Quantity, net price and time in force of the spread; what it would do by the server's preview; and the button that sends it. */
export function SpreadOrder(props: SpreadOrderProps) {
  const { platform, underlying, legs, live, draft, quantity, isActive } = props;
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [repeated, showRepeated] = usePassingText();
  const [sent, setSent] = useState<SentSpread | null>(null);
  const sentAtMs = useRef(-Infinity);
  const market = useLive(live, ({ net }) => marketEffect(net.middleE4));
  const hasError = useLive(live, ({ problem }) => problem?.severity === 'error');
  const name = useLive(live, (view) => view.name);
  const { accountLabel, routes, block } = useSendFacts(platform, underlying, legs);
  const revision = useOrders(platform, ({ balance }) => `${balance?.Cash} ${balance?.BuyingPower}`);
  const effect = draft.type === 'Market' ? market : (draft.effect ?? market);
  const order = spreadOrder({ underlying, legs, quantity, draft, effect, routes });
  const orderKey = JSON.stringify(order);
  const ready = block === null && !hasError ? order : null;
  const preview = useSpreadPreview(platform, ready, isActive, revision);

  useProposedPrice(live, draft, props.onDraft);
  // A message is about the order it was shown for.
  useEffect(() => {
    setRefusal(null);
    showRepeated(null);
  }, [orderKey, showRepeated]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    // Quotes and time may have changed since the last refresh, and with them whether a leg has expired.
    live.refresh();
    if (ready === null || live.get().problem?.severity === 'error') return;
    if (performance.now() - sentAtMs.current < REPEAT_GUARD_MS) return showRepeated(REPEATED_TEXT);
    showRepeated(null);
    const result = platform.orders.send(ready);
    setRefusal(result.ok ? null : result.message);
    if (!result.ok) return;
    sentAtMs.current = performance.now();
    setSent({ clientId: result.clientId, legsKey: draft.legsKey });
    setTried(false);
  };
  return (
    <form
      className={styles.order}
      aria-label="Spread order"
      noValidate
      onSubmit={submit}
      // A held key is one press: it must not send an order with each repeat.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
    >
      <TermFields {...props} effect={effect} />
      <PreviewFacts state={preview} />
      <div className={styles.send}>
        <EntryFields {...props} effect={effect} isTried={isTried} />
        <Button type="submit" tone="primary" disabled={block !== null || hasError}>
          {sendText(name, { quantity, draft, effect })}
        </Button>
        <span className={styles.account}>{accountLabel}</span>
      </div>
      <OrderMessages
        platform={platform}
        sentId={sent?.legsKey === draft.legsKey ? sent.clientId : null}
        refusal={repeated ?? refusal ?? block}
        verdict={verdictText(preview)}
      />
    </form>
  );
}

const EFFECTS: readonly { readonly value: NetEffect; readonly label: string }[] = [
  { value: 'Debit', label: 'Debit (pay)' },
  { value: 'Credit', label: 'Credit (receive)' },
];
const TYPES: readonly { readonly value: SpreadOrderType; readonly label: string }[] = [
  { value: 'Limit', label: 'Limit' },
  { value: 'Market', label: 'Market' },
];
const TIFS: readonly { readonly value: SpreadTif; readonly label: string }[] = [
  { value: 'Day', label: 'Day' },
  { value: 'ImmediateOrCancel', label: 'IOC' },
];
const PRICE_STEP = 0.01;

interface TermFieldsProps extends Pick<SpreadOrderProps, 'draft' | 'onDraft'> {
  readonly effect: NetEffect;
}

/** Type, net effect and time in force. None comes or goes with the type, so that nothing moves. */
export function TermFields({ draft, onDraft, effect }: TermFieldsProps) {
  return (
    <div className={styles.fields}>
      <Select
        label="Type"
        value={draft.type}
        options={TYPES}
        onChange={(type) => onDraft({ ...draft, type })}
      />
      <Select
        label="Net effect"
        value={effect}
        options={EFFECTS}
        isDisabled={draft.type === 'Market'}
        onChange={(next) => onDraft({ ...draft, effect: next })}
      />
      <Select label="TIF" value={draft.tif} options={TIFS} onChange={(tif) => onDraft({ ...draft, tif })} />
    </div>
  );
}

interface EntryFieldsProps extends TermFieldsProps, Pick<SpreadOrderProps, 'quantity' | 'onQuantity'> {
  /** An empty price is an error only after an attempt to send. */
  readonly isTried: boolean;
}

/** Quantity and net price. They stay in sight with the button that names them. */
export function EntryFields({ draft, onDraft, quantity, onQuantity, effect, isTried }: EntryFieldsProps) {
  const isMarket = draft.type === 'Market';
  const isPriceShown = !isMarket && (isTried || draft.price !== null);
  return (
    <div className={styles.entry}>
      <NumberField
        label="Quantity"
        value={quantity}
        min={1}
        max={MAX_ORDER_QUANTITY}
        error={quantityProblem(quantity, MAX_ORDER_QUANTITY)}
        onChange={onQuantity}
      />
      <NumberField
        label="Net price"
        value={isMarket ? null : draft.price}
        min={0}
        step={PRICE_STEP}
        decimals={2}
        isDisabled={isMarket}
        error={isPriceShown ? priceProblem(draft.price) : null}
        // The effect stays the one that was shown when the price was entered.
        onChange={(price) => onDraft({ ...draft, price, effect })}
      />
    </div>
  );
}

/** Cost, margin and buying power of the whole order by the server's preview. */
export function PreviewFacts({ state }: { readonly state: SpreadPreview }) {
  return (
    <dl
      className={classNames(styles.figures, styles.preview, state.isOld && styles.old)}
      data-preview={state.preview === null ? 'none' : state.isOld ? 'old' : 'server'}
    >
      {previewLines(state).map(({ id, label, help, text }) => (
        <div key={id}>
          <dt title={help}>{label}</dt>
          <dd data-figure={id}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Why nothing can be sent, what the server would reject, and what became of the order that was sent last. */
function OrderMessages({
  platform,
  sentId,
  refusal,
  verdict,
}: {
  readonly platform: ToolPlatform;
  readonly sentId: string | null;
  readonly refusal: string | null;
  readonly verdict: string;
}) {
  const status = useOrders(platform, ({ orders }) => {
    if (sentId === null) return '';
    const sent = [...orders.values()].find(({ ClientId }) => ClientId === sentId);
    return sent === undefined ? '' : statusText(sent);
  });
  return (
    <div className={styles.messages}>
      <span role="alert" className={styles.refusal}>
        {refusal ?? ''}
      </span>
      <span role="status" className={styles.verdict}>
        {refusal === null ? verdict : ''}
      </span>
      <span role="status" data-figure="status">
        {status}
      </span>
    </div>
  );
}
