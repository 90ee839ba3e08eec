import type { ProposalOutcome, ProposalState } from '../../../domain/proposals/index.ts';
import { refusalText } from '../../../domain/orders/errors.ts';
import { isOptionSymbol } from '../../../domain/symbols/symbol.ts';
import type { ApiCaller } from '../../automation/api-keys.ts';
import type { OrderProposal, ProposedAction, Proposals } from '../../automation/proposals.ts';
import type { Report } from '../../brokerage/brokerage.ts';
import type { Principal } from '../../identity/identity.ts';
import { NO_TRADING_IN_DEMO } from '../../refusals.ts';
import { runForSession } from '../../request-context.ts';
import type { GatewayDeps } from '../deps.ts';
import { kindRefusal, mayTrade } from '../trading/order-permissions.ts';
import { SERVER_RESTARTS, TRADING_NOT_PERMITTED } from '../trading/refusals.ts';
import { proposalText } from '../translate/proposals.ts';

const NOT_THERE = 'This request is no longer there.';
const FAILED = 'The server failed while it sent the order. Check Open Orders before you send it yourself.';
const KEY_ENDED = 'The API key was revoked or rotated, has expired, or may no longer use the account.';
const REJECTS: ReadonlySet<Report['reportType']> = new Set([
  'OrderRejected',
  'GatewayRejected',
  'OrderCancelRejected',
]);

/** The user who decides, and the address of the browser. */
interface Decider {
  readonly principal: Principal;
  readonly address: string;
}

interface DecisionDeps extends Pick<GatewayDeps, 'apiKeys' | 'brokerage' | 'drain' | 'logger'> {
  readonly proposals: Proposals;
}

/** The decisions of users about proposals, and the sending of what they confirm. */
export class ProposalDecisions {
  readonly #deps: DecisionDeps;

  constructor(deps: DecisionDeps) {
    this.#deps = deps;
  }

  /** Resolves once the decision has its outcome, which all pages of the user receive; with a text when it does not count. */
  async decide(user: Decider, proposalId: string, decision: 'Send' | 'Reject'): Promise<string | undefined> {
    const { proposals, drain } = this.#deps;
    const { principal } = user;
    if (principal.isDemo) return NO_TRADING_IN_DEMO.message;
    const found = proposals.get(proposalId);
    // Those of other users are indistinguishable from unknown ones.
    if (found?.userId !== principal.userId) return NOT_THERE;
    if (decision === 'Reject') {
      const rejected = proposals.end(proposalId, 'Rejected');
      if (!rejected) return this.#endedText(proposalId);
      await this.#recordRejection(user, rejected);
      return undefined;
    }
    if (drain.isDraining) return SERVER_RESTARTS.message;
    const claimed = proposals.claim(proposalId);
    if (!claimed) return this.#endedText(proposalId);
    const work = runForSession(principal.sessionId, () => this.#send(user, claimed));
    drain.track(work);
    proposals.settle(proposalId, await work);
    return undefined;
  }

  #endedText(proposalId: string): string {
    const state = this.#deps.proposals.get(proposalId)?.state;
    return state === undefined ? NOT_THERE : ENDED_TEXTS[state];
  }

  async #recordRejection(user: Decider, proposal: OrderProposal): Promise<void> {
    const { apiKeys, logger } = this.#deps;
    try {
      await (
        await apiKeys.audit(auditUser(user), auditText('reject', proposal))
      )('done');
    } catch (error) {
      logger.error({ err: error, proposalId: proposal.proposalId }, 'a rejection was not recorded');
    }
  }

  /** The trail is written before the order is sent: what cannot be recorded is not sent. Never rejects. */
  async #send(user: Decider, proposal: OrderProposal): Promise<ProposalOutcome> {
    const { apiKeys, logger } = this.#deps;
    const { proposalId } = proposal;
    try {
      const ended = await apiKeys.audit(auditUser(user), auditText('confirm', proposal));
      const outcome = await this.#outcomeOf(user.principal, proposal);
      await ended(outcome.state === 'Sent' ? 'done' : 'failed').catch((error: unknown) =>
        logger.error({ err: error, proposalId }, 'the outcome of a confirmed proposal was not recorded'),
      );
      return outcome;
    } catch (error) {
      logger.error({ err: error, proposalId }, 'a confirmed proposal could not be sent');
      return { state: 'Refused', message: FAILED };
    }
  }

  async #outcomeOf(principal: Principal, proposal: OrderProposal): Promise<ProposalOutcome> {
    const { apiKeys } = this.#deps;
    const { action, secretHash } = proposal.content;
    const { order } = action;
    // The rights of the key and of its user at this moment: what was proposed may not be permitted any more.
    const caller = await apiKeys.standingCaller({ keyId: proposal.keyId, secretHash });
    if (!caller || !mayUse(caller, order.account)) return { state: 'KeyEnded', message: KEY_ENDED };
    const isOfOption = isOptionSymbol(order.symbol);
    const refusal =
      action.kind === 'Cancel'
        ? mayTrade(principal)
          ? undefined
          : TRADING_NOT_PERMITTED
        : (kindRefusal(isOfOption, principal) ?? kindRefusal(isOfOption, caller));
    return refusal
      ? { state: 'Refused', message: refusal.message }
      : this.#carryOut(action, principal.userId);
  }

  async #carryOut(action: ProposedAction, userId: string): Promise<ProposalOutcome> {
    const { brokerage } = this.#deps;
    if (action.kind === 'Cancel') {
      const { orderId } = action;
      const { account } = action.order;
      const request = { account, userId, orderId, clientId: orderId };
      return outcomeOf(await brokerage.cancel(request), orderId);
    }
    if (action.kind === 'Group') {
      const placed = await brokerage.placeGroup(action.group);
      return 'groupId' in placed
        ? { state: 'Sent', groupId: placed.groupId }
        : { state: 'Refused', message: refusalText(placed.code, placed.detail) };
    }
    // The first report alone: a repeated ClientId gets the whole story of the order.
    const [first] = await brokerage.submit(action.order);
    return outcomeOf(first ? [first] : [], first?.orderId ?? '');
  }
}

/** What a decision finds that comes too late. */
const ENDED_TEXTS: Readonly<Record<ProposalState, string>> = {
  Open: 'Try again.',
  Sending: 'The request was confirmed already.',
  Sent: 'The request was confirmed and sent already.',
  Refused: 'The request was confirmed already, and the order was not accepted.',
  Rejected: 'The request was rejected already.',
  Withdrawn: 'The program has withdrawn the request.',
  Expired: 'The request has expired.',
  KeyEnded: KEY_ENDED,
};

const mayUse = ({ scopes, accounts }: ApiCaller, name: string): boolean =>
  scopes.includes('propose') && accounts.some(({ account, isLocked }) => account === name && !isLocked);

function outcomeOf(reports: readonly Report[], orderId: string): ProposalOutcome {
  const rejected = reports.find(({ reportType }) => REJECTS.has(reportType));
  if (rejected) {
    const { message, detail } = rejected;
    return { state: 'Refused', message: detail === undefined ? message : `${message}. ${detail}` };
  }
  return reports.length === 0 ? { state: 'Refused', message: FAILED } : { state: 'Sent', orderId };
}

const auditUser = ({ principal: { userName }, address }: Decider) => ({ userName, address });

/** Without the note, which is any text of the program. */
const auditText = (decision: 'confirm' | 'reject', proposal: OrderProposal): string =>
  `${decision} order proposal ${proposal.proposalId} of API key ${proposal.keyId} ${JSON.stringify(proposal.content.keyName)} for account ${proposal.content.action.order.account}: ${proposalText(proposal)}`;
