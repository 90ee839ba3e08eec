import type * as v from 'valibot';
import { formatInteger, formatPrice } from '../../../domain/format/format-number.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { ExplainedOrder } from '../../../domain/orders/core/explain-order.ts';
import {
  furtherTerms,
  groupRequestTerms,
  groupRequestText,
  orderRequestText,
  type ProposalState,
} from '../../../domain/proposals/index.ts';
import type { Figure } from '../../../domain/risk/index.ts';
import type { proposalBody } from '../../../protocol/api-v1-proposals.ts';
import type { Body } from '../../../protocol/index.ts';
import type { OrderProposal, ProposedAction, Proposals } from '../../automation/proposals.ts';
import { decimalOf, timeOf } from './api-v1.ts';

type ApiProposal = v.InferInput<typeof proposalBody>;

/** What the states mean for a program. */
const STATE_TEXTS: Readonly<Record<Exclude<ProposalState, 'Open'>, string>> = {
  Sending: 'The user has confirmed it; the answer to the order is awaited.',
  Sent: 'The user has confirmed it, and it was sent.',
  Refused: 'The user has confirmed it, but it was not accepted.',
  Rejected: 'The user has rejected it. Do not propose it again unless the user requests it.',
  Withdrawn: 'It was withdrawn.',
  Expired: 'The user has not decided within the time.',
  KeyEnded: 'The API key may no longer propose it.',
};

function openText(pages: number): string {
  return pages === 0
    ? 'No workstation of the user is open. The request waits there until it expires.'
    : 'The workstation shows the request; the user has not decided yet.';
}

/** The order or the group as text, and the terms that this leaves out. */
const textsOf = (action: ProposedAction): { readonly text: string; readonly terms: readonly string[] } =>
  action.kind === 'Group'
    ? { text: groupRequestText(action.group), terms: groupRequestTerms(action.group) }
    : { text: orderRequestText(action.order), terms: furtherTerms(action.order) };

/** Text of a proposal with all terms. */
export function proposalText({ content: { action } }: OrderProposal): string {
  const { text, terms } = textsOf(action);
  return [`${action.kind === 'Cancel' ? 'Cancel ' : ''}${text}`, ...terms].join(', ');
}

const shownFigure = (figure: number | null | undefined, { unit }: Figure): string =>
  typeof figure !== 'number' || !Number.isFinite(figure)
    ? 'none'
    : unit === 'Money' || unit === 'Price'
      ? formatPrice(fromE4(figure))
      : formatInteger(figure);

const BOUNDS: Readonly<Record<Figure['bound'], string>> = { AtMost: '≤', AtLeast: '≥', Below: '<' };

const figureText = (figure: Figure): string =>
  `${shownFigure(figure.value, figure)} ${BOUNDS[figure.bound]} ${shownFigure(figure.limit, figure)}`;

/** Why the checks would reject an order, and what would pass them, in one text. */
export function rejectionText({ message, detail, checks, remedy }: ExplainedOrder): string {
  const others = checks.filter(({ code }) => code !== 0);
  const remedies = [
    ...(remedy.quantity === undefined ? [] : [`a quantity of at most ${formatInteger(remedy.quantity)}`]),
    ...(remedy.priceE4 === undefined ? [] : [`a price of ${decimalOf(remedy.priceE4)}`]),
  ];
  return [
    detail === undefined ? message : `${message}. ${detail}`,
    `Rejected by: ${others.map(({ title, figure }) => (figure ? `${title} (${figureText(figure)})` : title)).join(', ')}`,
    ...(remedies.length === 0 ? [] : [`It would pass with ${remedies.join(', or ')}`]),
  ].join('. ');
}

/** A proposal of the API. */
export function proposalToApi(
  proposal: OrderProposal,
  proposals: Pick<Proposals, 'pagesOf' | 'remainingMs'>,
): ApiProposal {
  const { content, state, message } = proposal;
  const { action } = content;
  const pages = proposals.pagesOf(proposal.userId);
  const figures = action.kind === 'Cancel' ? undefined : action.figures;
  return {
    id: proposal.proposalId,
    kind: action.kind,
    account: action.order.account,
    text: proposalText(proposal),
    note: content.note,
    state,
    message:
      state === 'Open'
        ? openText(pages)
        : message === ''
          ? STATE_TEXTS[state]
          : `${STATE_TEXTS[state]} ${message}`,
    workstations: pages,
    expiresInSeconds: Math.ceil(proposals.remainingMs(proposal) / 1000),
    orderId: action.kind === 'Cancel' ? action.orderId : proposal.orderId,
    groupId: proposal.groupId,
    created: timeOf(content.createdMs),
    preview: figures
      ? {
          cost: decimalOf(figures.preview.costE4),
          fees: decimalOf(figures.preview.feesE4),
          buyingPowerAfter: decimalOf(figures.preview.buyingPowerAfterE4),
          positionAfter: figures.preview.positionAfter,
        }
      : null,
    checks: (figures?.checks ?? []).flatMap(({ title, rule, figure }) =>
      figure ? [{ title, rule, figures: figureText(figure) }] : [],
    ),
  };
}

/** A proposal as the workstation shows it. */
export function proposalToWire(
  proposal: OrderProposal,
  proposals: Pick<Proposals, 'remainingMs'>,
): Body<'orderProposals'>['Items'][number] {
  const { action, note, keyName, createdMs } = proposal.content;
  const { order } = action;
  const preview = action.kind === 'Cancel' ? undefined : action.figures.preview;
  const { text, terms } = textsOf(action);
  const isWaiting = action.kind === 'Group' && action.group.kind === 'Conditional';
  return {
    Id: proposal.proposalId,
    Kind: action.kind,
    KeyName: keyName,
    Account: order.account,
    Text: text,
    Terms: [...terms],
    Note: note,
    Symbol: order.symbol,
    Side: order.side,
    Quantity: order.quantity,
    ...(order.priceE4 === 0 || isWaiting ? {} : { Price: fromE4(order.priceE4) }),
    ...(order.stopPriceE4 === 0 || isWaiting ? {} : { StopPrice: fromE4(order.stopPriceE4) }),
    ...(preview && {
      Preview: {
        Cost: fromE4(preview.costE4),
        Fees: fromE4(preview.feesE4),
        BuyingPowerAfter: fromE4(preview.buyingPowerAfterE4),
        PositionAfter: preview.positionAfter,
      },
    }),
    State: proposal.state,
    Message: proposal.message,
    RemainingMs: Math.floor(proposals.remainingMs(proposal)),
    Timestamp: createdMs,
  };
}
