import * as v from 'valibot';
import { ORDER_SIDES } from '../domain/orders/enumerations.ts';
import { PROPOSAL_STATES } from '../domain/proposals/index.ts';
import type { Entry } from './entry.ts';
import {
  accountField,
  changeField,
  dollarsField,
  longText,
  priceField,
  quantityField,
  shortText,
  symbolField,
  timeMsField,
} from './fields.ts';

/** Orders that programs propose and the user confirms (docs/decisions/0114). */

const proposalIdField = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, 'the id of a proposal expected'));

const orderProposalBody = v.object({
  Id: proposalIdField,
  Kind: v.picklist(['Order', 'Group', 'Cancel']),
  /** Of the API key, as the user named it. */
  KeyName: shortText,
  Account: accountField,
  /** The order that is to be sent or cancelled, or the orders of a group, as the order ticket says it. */
  Text: longText,
  /** What else it states, as the exits of a bracket. */
  Terms: v.array(shortText),
  /** Plain text of the program. */
  Note: longText,
  /** With side, quantity and prices those of the order; of a group those of its first one. An order that waits for a condition has no price here: the present market says nothing about it. */
  Symbol: symbolField,
  Side: v.picklist(ORDER_SIDES),
  Quantity: quantityField,
  Price: v.optional(priceField),
  StopPrice: v.optional(priceField),
  /** What that order would have cost when it was proposed, dollars; absent for a cancel. */
  Preview: v.optional(
    v.object({
      Cost: dollarsField,
      Fees: dollarsField,
      BuyingPowerAfter: dollarsField,
      PositionAfter: changeField,
    }),
  ),
  State: v.picklist(PROPOSAL_STATES),
  /** Why it was refused or ended. */
  Message: longText,
  /** Until it expires, ms; 0 once it was decided. */
  RemainingMs: quantityField,
  Timestamp: timeMsField,
});

/** The messages about proposals. */
export const orderProposals = {
  orderProposalDecide: {
    T: 80,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Confirms (Send) or rejects a proposal of a program, of any account of the user. The first decision of all windows counts: it reaches them with orderProposals. A decision that no longer counts is answered by orderProposalResult.',
    body: v.strictObject({ Id: proposalIdField, Decision: v.picklist(['Send', 'Reject']) }),
  },
  orderProposals: {
    T: 178,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Proposals of programs: those that wait, after the account was selected (IsSnapshot); then each one that is proposed, decided or ended, for all accounts of the user.',
    body: v.object({
      Items: v.pipe(v.array(orderProposalBody), v.maxLength(1000)),
      IsSnapshot: v.boolean(),
    }),
  },
  orderProposalResult: {
    T: 179,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Why a decision about a proposal did not count.',
    body: v.object({ Id: proposalIdField, Message: longText }),
  },
} as const satisfies Readonly<Record<string, Entry>>;
