import * as v from 'valibot';
import { PROPOSAL_STATES } from '../domain/proposals/index.ts';
import { decimalText, orderIdText, timeText } from './api-v1-fields.ts';
import { accountParam, none, type ApiV1Route } from './api-v1-route.ts';
import { groupTerms } from './api-v1-groups.ts';
import { orderTerms } from './api-v1-terms.ts';
import { accountField, changeField, longText, shortText } from './fields.ts';

/** Characters of a note. */
const MAX_NOTE_LENGTH = 280;

/** Control and format characters: they break lines, hide, or change the direction of what is shown beside them. Without the flag u, which JSON Schema has not. */
const PLAIN_LINE =
  // oxlint-disable-next-line no-control-regex -- they are what it excludes.
  /^[^\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\udb40]*$/;

/** Why the program proposes it: one line that the workstation shows as it is. */
const noteText = v.pipe(
  v.string(),
  v.maxLength(MAX_NOTE_LENGTH),
  v.regex(PLAIN_LINE, 'one line of plain text expected, without control characters'),
);
const proposalIdText = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, 'the id of a proposal expected'));
/** What a program proposes: one of `order`, `group` and `cancel`. */
export const proposedBody = v.strictObject({
  order: v.optional(orderTerms),
  group: v.optional(groupTerms),
  cancel: v.optional(v.strictObject({ orderId: orderIdText, account: accountParam })),
  note: v.optional(noteText, ''),
});

/** A proposal in its present state. */
export const proposalBody = v.object({
  id: proposalIdText,
  kind: v.picklist(['Order', 'Group', 'Cancel']),
  account: accountField,
  /** The order, the orders of the group, or the order that is to be cancelled, as the workstation says it. */
  text: longText,
  note: v.string(),
  state: v.picklist(PROPOSAL_STATES),
  /** What the state means for the program, or why the order was refused. */
  message: longText,
  /** Open pages of the workstation that show the request to the user now; 0 = the user does not see it yet. */
  workstations: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Seconds until it expires, by the clock of the server's machine; 0 once it is decided. */
  expiresInSeconds: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Of the order that was sent, or that is to be cancelled; null before an order was sent. */
  orderId: v.nullable(shortText),
  /** Of the group that was placed; null before, and of any other proposal. */
  groupId: v.nullable(shortText),
  created: timeText,
  /** What the order, of a group its first one, would have cost when it was proposed; null for a cancel. */
  preview: v.nullable(
    v.object({
      cost: decimalText,
      fees: decimalText,
      buyingPowerAfter: decimalText,
      positionAfter: changeField,
    }),
  ),
  /** The risk checks that compared numbers of that order when it was proposed; empty for a cancel. */
  checks: v.array(v.object({ title: shortText, rule: longText, figures: shortText })),
});

/** The routes about orders that a program proposes and the user confirms in the workstation. */
export const proposalRoutes = {
  proposals: {
    method: 'GET',
    path: '/api/v1/proposals',
    scope: 'propose',
    params: none,
    body: null,
    status: 200,
    response: v.object({ items: v.array(proposalBody) }),
    doc: 'The proposals of the key: those that wait, and up to 50 that were decided or have ended within the last hour, the newest first. A restart of the server forgets them.',
  },
  proposalCreate: {
    method: 'POST',
    path: '/api/v1/proposals',
    scope: 'propose',
    params: none,
    body: proposedBody,
    isIdempotent: true,
    status: 201,
    response: proposalBody,
    doc: 'Proposes one of `order`, an order of a stock or of a single option, `group`, a bracket or another group with the terms of `POST /api/v1/groups`, and `cancel`, the cancel of an open order. Replacements and multi-leg orders cannot be proposed. Distances of a bracket in ATR or dollars at risk become dollars with the proposal. Nothing is sent: the user confirms or rejects it in the workstation within 5 minutes, and only then the order is sent, exactly as proposed. The order passes the permissions and risk checks of orders now, and again when it is sent; one that the checks reject is no proposal and gets 422 with the checks and what would pass them. The same Idempotency-Key with the same proposal makes no second one and is answered with its present state; with another it gets 409. A key has at most 5 proposals that wait: 409 for another one.',
  },
  proposal: {
    method: 'GET',
    path: '/api/v1/proposals/{proposalId}',
    scope: 'propose',
    params: v.strictObject({ proposalId: proposalIdText }),
    body: null,
    status: 200,
    response: proposalBody,
    doc: 'A proposal of the key in its present state: `Open` while the user has not decided, `Sending`, then `Sent` with the orderId or the groupId, or `Refused` when the checks rejected the confirmed order, `Rejected` by the user, `Withdrawn`, `Expired`, or `KeyEnded`. 404 for one of another key, and an hour after its end.',
  },
  proposalWithdraw: {
    method: 'DELETE',
    path: '/api/v1/proposals/{proposalId}',
    scope: 'propose',
    params: v.strictObject({ proposalId: proposalIdText }),
    body: null,
    status: 200,
    response: proposalBody,
    doc: 'Withdraws a proposal that the user has not decided. 409 for one that was decided or has ended.',
  },
} as const satisfies Record<string, ApiV1Route>;
