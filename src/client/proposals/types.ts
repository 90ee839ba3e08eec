import type { Body } from '../../protocol/index.ts';
import type { Readable } from '../readable.ts';

type Sent = Body<'orderProposals'>['Items'][number];

/** An order, or the cancel of one, that a program proposes to the user, with the field names of the wire; prices in dollars. */
export interface OrderProposal extends Omit<Sent, 'RemainingMs'> {
  /** When it expires, ms of the host's clock. */
  readonly expiresAtMs: number;
  /** Why the last decision of this window did not count; empty when it did. */
  readonly problem: string;
}

/** What the user decides: the order is sent as proposed, or never. */
export type ProposalDecision = Body<'orderProposalDecide'>['Decision'];

/** The proposals of programs: those that wait for the user, the oldest first, and for a while those that were decided or have ended. */
export interface OrderProposals extends Readable<readonly OrderProposal[]> {
  /** Sends a decision; the new state follows, or a `problem`. False when the trading socket is not open: then nothing was decided. */
  decide(id: string, decision: ProposalDecision): boolean;
  /** Removes one that was decided or has ended from the list. */
  dismiss(id: string): void;
}
