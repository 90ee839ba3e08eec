import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import {
  type Activity,
  type GroupTicket,
  type OrderTicket,
  type ToolPlatform,
  readMarket,
  useOrders,
} from '../../src/plugin-api/index.ts';
import { classNames, TextField } from '../../src/ui/index.ts';
import { AttachFields } from './AttachFields.tsx';
import { heldNow, noExitsText, sendableTicket } from './closing-orders.ts';
import { ExitsHoldBar } from './ExitsHoldBar.tsx';
import { useHaltNotice } from './halt-notice.ts';
import { HeldBar } from './HeldBar.tsx';
import type { TicketMemory } from './kept-tickets.ts';
import { MarketPanel } from './MarketPanel.tsx';
import styles from './OrderForm.module.css';
import { priceBands } from './price-doubt.ts';
import { usePriceReference, type PriceReference } from './price-reference.ts';
import { attemptWith } from './reveal-problem.ts';
import { sendGuard } from './send-guard.ts';
import { SideChooser } from './SideChooser.tsx';
import { groupTicketOf, singleTickets, ticketDoubt } from './ticket-group.ts';
import { orderOf, startingPrice } from './ticket-order.ts';
import { withType } from './ticket-rules.ts';
import { ticketText } from './ticket-labels.ts';
import type { Ticket } from './ticket.ts';
import { TicketAccount } from './TicketAccount.tsx';
import { TicketActions, TicketLines, TicketMessages } from './TicketFoot.tsx';
import { PriceFields, TermFields } from './TicketFields.tsx';
import { TicketFacts } from './TicketFacts.tsx';
import { useExitsHold } from './use-exits-hold.ts';
import { useKeyTarget } from './use-key-target.ts';
import { type TicketSlot, useOpenTicket } from './use-open-ticket.ts';
import { usePreview } from './use-preview.ts';
import { useRefusal, type Refusal } from './use-refusal.ts';
import { type SentOrders, useSentOrders } from './use-sent-orders.ts';
import { useDefaultTemplate } from './use-templates.ts';
import { useTicketContext, type TicketContext } from './use-ticket-context.ts';
import { useTicketHold, type TicketHold } from './use-ticket-hold.ts';
import { useTicketForm, type TicketForm } from './use-ticket-form.ts';

interface OrderFormProps {
  readonly platform: ToolPlatform;
  readonly initial: Ticket;
  /** Where the ticket is: prices and previews flow while it is on screen. */
  readonly window: Activity;
  /** Closes the dialog; absent in a window. */
  readonly onClose?: () => void;
  /** Another symbol was entered. */
  readonly onSymbol?: (symbol: string) => void;
  /** OrderId of the open order that the ticket replaces. */
  readonly replaces?: string;
  /** Keeps the ticket of a window while it is off screen. */
  readonly memory?: TicketMemory;
  /** The panel that the ticket is in. */
  readonly slot?: TicketSlot;
}

const SYMBOL_MAX_LENGTH = 23;

/** What the keys of a window trade: the ticket's symbol and quantity while both can be sent. */
function keyTargetOf({ symbol, quantity }: Ticket, { problems, route }: TicketContext) {
  const isSound = symbol !== '' && problems.quantity === undefined && problems.symbol === undefined;
  return isSound && quantity !== null ? { symbol, quantity, route } : null;
}

interface Submission extends Pick<OrderFormProps, 'platform' | 'replaces'> {
  readonly form: TicketForm;
  readonly sent: SentOrders;
  readonly context: TicketContext;
  readonly refusal: Refusal;
  readonly reference: PriceReference;
  readonly hold: TicketHold;
}

/** Sends the ticket as an order, or as the replacement of one. */
function submitTicket(submission: Submission): void {
  const { platform, replaces, form, sent, context, refusal, reference, hold } = submission;
  const { ticket, isSymbolTyped } = form;
  // Enter after a change of the symbol shows its market first: no order is sent for a symbol that was not on screen. Typing the present symbol again and
  // Enter is the same press of the same hand, so it sends nothing either.
  if (form.enterSymbol() !== ticket || isSymbolTyped) return;
  form.setTried(true);
  const nowMs = performance.now();
  const guard = sendGuard(sent.lastSent(), ticket, nowMs);
  if (guard !== null) return refusal.setGuard(guard);
  if (!context.isReady) return;
  const sendable = sendableNow(platform, ticket);
  const market = readMarket(platform, ticket.symbol);
  const bands = priceBands(platform);
  const isMeant = refusal.confirms({
    market,
    reference: reference.at(ticket),
    nowMs,
    doubtSince: (before) => ticketDoubt(sendable, context.route, { market, reference: before, bands }),
  });
  if (!isMeant) return;
  reference.renew(ticket, market);
  const press: Press = {
    ticket,
    text: ticketText(sendable, platform.exchangeMs()),
    order: orderOf(sendable, context.route),
    group: replaces === undefined ? groupTicketOf(sendable, context.route) : null,
  };
  const text = replaces === undefined ? press.text : `Replace: ${press.text}`;
  hold.send(text, () => sendTicket(submission, press));
}

/** What the ticket was when Send was pressed. */
interface Press {
  /** As it is filled in. */
  readonly ticket: Ticket;
  readonly text: string;
  readonly order: OrderTicket;
  /** The order with what it attaches; null without. */
  readonly group: GroupTicket | null;
}

function sendTicket({ platform, replaces, form, sent, refusal }: Submission, press: Press): void {
  const { ticket, order, group } = press;
  if (group !== null) return void placeGroup({ platform, form, sent, refusal }, press, group);
  const result =
    replaces === undefined ? platform.orders.send(order) : platform.orders.replace(replaces, order);
  refusal.set(result.ok ? null : result.message);
  if (!result.ok) return;
  form.setTried(false);
  form.settle(ticket);
  sent.add(result.clientId, ticket, order, replaces === undefined ? 'Sent' : 'CancelReplaceSent');
}

const sendableNow = (platform: ToolPlatform, ticket: Ticket): Ticket =>
  sendableTicket(ticket, heldNow(platform, ticket.symbol));

/** Puts the order of the ticket into a basket; the ticket stays. */
function stageTicket({
  platform,
  form,
  context,
  refusal,
}: Pick<Submission, 'platform' | 'form' | 'context' | 'refusal'>): void {
  if (form.enterSymbol() !== form.ticket) return;
  const ticket = sendableNow(platform, form.ticket);
  form.setTried(true);
  if (ticket.symbol === '' || Object.keys(context.problems).length > 0) return;
  if (ticket.attach !== 'None')
    return refusal.set('A basket holds single orders: choose to attach nothing, then stage it.');
  const order = orderOf(ticket, context.route);
  platform.commands.run('basket.stage', { order }).then(
    (hasRun) => {
      if (!hasRun) refusal.set('The order could not be staged.');
    },
    (error: unknown) =>
      refusal.set(error instanceof Error ? error.message : 'The order could not be staged.'),
  );
}

/** Places the ticket with its attached orders, all or none. */
async function placeGroup(
  { platform, form, sent, refusal }: Pick<Submission, 'platform' | 'form' | 'sent' | 'refusal'>,
  { ticket, text }: Press,
  group: GroupTicket,
): Promise<void> {
  sent.groupSent(ticket);
  const result = await platform.groups.place(group);
  sent.groupPlaced(result.ok ? result.groupId : null);
  refusal.set(result.ok ? null : result.message);
  if (!result.ok) return;
  form.setTried(false);
  form.settle(ticket);
  // Nothing is reported about an order that waits, until the server sends it.
  if (group.kind === 'Conditional')
    platform.dialogs.toast({
      message: `${result.groupId} waits on the server: ${text}`,
      tone: 'neutral',
      key: result.groupId,
    });
}

/** Opens the risk checks of the ticket's orders; nothing is sent. */
async function explainTicket({
  platform,
  replaces,
  form,
  context,
  refusal,
}: Pick<Submission, 'platform' | 'replaces' | 'form' | 'context' | 'refusal'>): Promise<void> {
  if (form.enterSymbol() !== form.ticket) return;
  form.setTried(true);
  if (form.ticket.symbol === '' || Object.keys(context.problems).length > 0) return;
  const ticket = sendableNow(platform, form.ticket);
  try {
    const { openExplanation } = await import('./ExplainDialog.tsx');
    const singles = singleTickets(ticket);
    await openExplanation(platform, {
      orders: singles.map((each) => orderOf(each, context.route)),
      orderTexts: singles.map((each) => ticketText(each, platform.exchangeMs())),
      replaces: replaces ?? null,
      text: ticketText(ticket, platform.exchangeMs()),
      hasExits: ticket.attach === 'Bracket',
    });
  } catch (error) {
    refusal.set(error instanceof Error ? error.message : 'The checks could not be shown.');
  }
}

/** A held key is one press: it must not send an order with each repeat. Alt+E explains the order. */
function onTicketKey(event: KeyboardEvent, explain: (() => void) | undefined): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
  if (event.code !== 'KeyE' || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!event.repeat) explain?.();
}

/** The state of a ticket: its fields, what the order would do, the orders sent from it, and `submit`, which sends the order. */
function useOrderTicket({ platform, initial, window, replaces, memory, slot, onSymbol }: OrderFormProps) {
  const [kept] = useState(() => memory?.load() ?? null);
  const isLocked = replaces !== undefined;
  const form = useTicketForm({ initial, kept: kept?.ticket, begun: slot?.begun, isLocked, onSymbol });
  useOpenTicket(slot, form);
  const held = useOrders(platform, () => heldNow(platform, form.ticket.symbol));
  const ticket = sendableTicket(form.ticket, held);
  useDefaultTemplate(platform, form, replaces === undefined && kept === null);
  const reference = usePriceReference(platform, form.ticket, kept?.reference);
  const sent = useSentOrders(platform, { ticket: form.ticket, reference, kept, memory });
  const context = useTicketContext(platform, ticket, replaces);
  const preview = usePreview(
    platform,
    context.isReady && context.capabilities.lacks.preview === undefined
      ? singleTickets(ticket).map((each) => orderOf(each, context.route))
      : null,
    replaces ?? null,
    window,
  );
  const refusal = useRefusal({
    ticket: form.ticket,
    isConnected: context.isConnected,
    preview: preview.preview,
    isAnswered: sent.lastSent()?.isAnswered ?? false,
  });
  const hold = useTicketHold(platform, refusal.set);
  const send = (): void =>
    submitTicket({ platform, replaces, form, sent, context, refusal, reference, hold });
  const attempt = (act: () => void): void => attemptWith(form, context.problems, act);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt(send);
  };
  const exits = useExitsHold(platform, { ticket: form.ticket, preview: preview.preview, refusal, send });
  const canStage = replaces === undefined && platform.commands.get('basket.stage') !== undefined;
  const stage = canStage ? () => attempt(() => stageTicket({ platform, form, context, refusal })) : undefined;
  const explain =
    context.capabilities.lacks.explain === undefined
      ? () => attempt(() => void explainTicket({ platform, replaces, form, context, refusal }))
      : undefined;
  return { form, ticket, held, sent, context, preview, refusal, hold, submit, stage, explain, exits };
}

/** The order ticket: what to trade, what the order would do, and the status of the orders sent from it. */
export function OrderForm(props: OrderFormProps) {
  const { platform, window, onClose } = props;
  const { form, ticket, held, sent, context, preview, refusal, hold, submit, stage, explain, exits } =
    useOrderTicket(props);
  const { block } = context;
  const isReplace = props.replaces !== undefined;
  const isWindow = onClose === undefined;
  const halt = useHaltNotice(platform, ticket, isReplace);
  const aim = useKeyTarget(platform, isWindow ? keyTargetOf(ticket, context) : null, isWindow);

  return (
    <div className={classNames(styles.ticket, !isWindow && styles.panel)}>
      <form
        ref={form.element}
        className={classNames(styles.form, ticket.side === 'Buy' ? styles.buy : styles.sell)}
        data-symbol={ticket.symbol}
        data-side={ticket.side}
        noValidate
        onSubmit={submit}
        onFocus={aim}
        aria-label={isReplace ? 'Replace order' : isWindow ? 'Order' : 'Order ticket'}
        onKeyDown={(event) => onTicketKey(event, explain)}
      >
        <div className={styles.fields}>
          <TicketAccount platform={platform} context={context} />
          <TicketBody {...props} form={form} held={held} context={context} />
        </div>
        <div className={styles.foot}>
          <TicketFacts
            platform={platform}
            ticket={ticket}
            state={preview}
            window={window}
            positionAfter={context.positionAfter}
          />
          <TicketMessages
            platform={platform}
            context={context}
            refusal={refusal.text ?? block}
            halt={halt}
            preview={preview}
            onExplain={explain}
          />
          {exits === null ? null : <ExitsHoldBar exits={exits} isBlocked={block !== null} />}
          {hold.held === null ? null : <HeldBar held={hold.held} hold={hold} />}
          <TicketActions
            ticket={ticket}
            exchangeMs={platform.exchangeMs()}
            isReplace={isReplace}
            isBlocked={block !== null}
            stageBlock={context.stageBlock}
            onStage={stage}
            onClose={onClose}
          />
          <TicketLines lines={sent.lines} />
        </div>
      </form>
    </div>
  );
}

/** The fields: symbol and its market, side, quantity, prices, and the terms of the order. */
function TicketBody({
  platform,
  window,
  replaces,
  form,
  held,
  context,
}: OrderFormProps & {
  readonly form: TicketForm;
  /** Shares or contracts, negative = short. */
  readonly held: number;
  readonly context: TicketContext;
}) {
  const { ticket, change, isTried } = form;
  const { problems, company } = context;
  const isReplace = replaces !== undefined;
  const fields = {
    platform,
    ticket,
    change,
    problems,
    isTried,
    // A replacement goes to the broker of its order, whichever is chosen now.
    capabilities: isReplace ? BROKERS.tapedeck.capabilities : context.capabilities,
    startingPrice: () => startingPrice(ticket.side, readMarket(platform, ticket.symbol)),
  };
  return (
    <>
      <div className={classNames(styles.column, styles.what)}>
        <TextField
          label="Symbol"
          {...form.symbolField}
          error={isTried ? problems.symbol : null}
          maxLength={SYMBOL_MAX_LENGTH}
          spellCheck={false}
          disabled={isReplace}
          hint={company === '' ? '\u00a0' : company}
        />
        <MarketPanel
          platform={platform}
          symbol={ticket.symbol}
          window={window}
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
        <TermFields {...fields} route={context.route} routes={context.routes} isRouteLocked={isReplace} />
      </div>
      {isReplace ? null : (
        <div className={styles.attached}>
          <AttachFields
            {...fields}
            noExits={isReplace ? null : noExitsText(ticket, held)}
            window={window}
            unavailable={context.capabilities.lacks.groups ?? null}
          />
        </div>
      )}
    </>
  );
}
