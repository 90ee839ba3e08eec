import { createHash } from 'node:crypto';
import { assert } from '../../../domain/assert/assert.ts';
import { proposedClientId } from '../../../domain/proposals/index.ts';
import type { ApiCaller } from '../../automation/api-keys.ts';
import type {
  OrderProposal,
  ProposedAction,
  ProposedFigures,
  Proposals,
} from '../../automation/proposals.ts';
import type { NewOrder } from '../../brokerage/brokerage.ts';
import type { FairTurns } from '../../fair-turns.ts';
import { refusalText } from '../../../domain/orders/errors.ts';
import { groupFromApi } from '../translate/api-v1-groups.ts';
import { orderFromWire } from '../translate/brokerage.ts';
import { groupFromWire } from '../translate/order-groups.ts';
import { proposalToApi, rejectionText } from '../translate/proposals.ts';
import { ApiRefusal } from './api-refusal.ts';
import { accountOfCall } from './caller-accounts.ts';
import { ordersSince } from './orders-since.ts';
import {
  outageRefusal,
  rejection,
  requestedOrders,
  requireTrading,
  type OrderCallDeps,
} from './order-requests.ts';
import type { ApiCall, ApiHandlers } from './v1-types.ts';

type ProposalCalls = Pick<ApiHandlers, 'proposals' | 'proposalCreate' | 'proposal' | 'proposalWithdraw'>;
type CreateBody = ApiCall<'proposalCreate'>['body'];

/** Hexadecimal digits of the digest of an Idempotency-Key in a ClientId. */
const DIGEST_LENGTH = 24;
const TOO_MANY = new ApiRefusal(
  409,
  'too_many_proposals',
  'The key has 5 proposals that wait for the user. Withdraw one, or wait until the user has decided.',
);

const NOT_CHECKED = new ApiRefusal(503, 'unavailable', 'The order service takes no orders now.', {
  retryAfterSeconds: 5,
});

interface ProposalCallDeps extends OrderCallDeps {
  readonly proposals: Proposals;
  readonly turns: FairTurns;
}

/** The routes about orders that a program proposes. The permissions and checks are those of orders that are sent; sending them needs no scope of the account, because the user confirms each. */
export function proposalCalls(deps: ProposalCallDeps): ProposalCalls {
  const { proposals, clock } = deps;
  const answered = (proposal: OrderProposal) => proposalToApi(proposal, proposals);
  const ownProposal = ({ keyId }: ApiCaller, proposalId: string): OrderProposal => {
    const found = proposals.get(proposalId);
    // Those of other keys are indistinguishable from unknown ones.
    if (found?.keyId === keyId) return found;
    throw new ApiRefusal(404, 'unknown_proposal', `The key has no proposal ${proposalId}.`);
  };
  return {
    async proposals({ caller }) {
      return { items: proposals.ofKey(caller.keyId).map(answered) };
    },
    async proposalCreate({ caller, body, idempotencyKey, reply }) {
      const isRepeat = proposals.requestedWith(caller.keyId, idempotencyKey) !== undefined;
      const action = await proposedAction(deps, {
        ...{ caller, body, idempotencyKey, isRepeat },
        signal: reply.request.signal,
      });
      const content = { action, note: body.note, createdMs: clock.exchangeMs() };
      const outcome = proposals.open(caller, idempotencyKey, content);
      if (outcome.ok) return answered(outcome.value);
      throw outcome.error === 'full'
        ? TOO_MANY
        : new ApiRefusal(
            409,
            'idempotency_conflict',
            'The Idempotency-Key was used for another proposal. Use a new key for a new proposal.',
          );
    },
    async proposal({ caller, params }) {
      return answered(ownProposal(caller, params.proposalId));
    },
    async proposalWithdraw({ caller, params }) {
      const { proposalId } = ownProposal(caller, params.proposalId);
      const withdrawn = proposals.end(proposalId, 'Withdrawn');
      if (withdrawn) return answered(withdrawn);
      const { state } = ownProposal(caller, proposalId);
      throw new ApiRefusal(409, 'proposal_ended', `The proposal is ${state} and can no longer be withdrawn.`);
    },
  };
}

interface RequestedAction {
  readonly caller: ApiCaller;
  readonly body: CreateBody;
  readonly idempotencyKey: string;
  /** The checks have judged it before: a repeated call is answered with the present state of the proposal, whatever they would say now. */
  readonly isRepeat: boolean;
  /** Aborted when the program has disconnected. */
  readonly signal: AbortSignal;
}

/** What the call proposes, checked. Throws the refusal of what the key or its user may not do, and of what the checks reject. */
async function proposedAction(deps: ProposalCallDeps, requested: RequestedAction): Promise<ProposedAction> {
  const { caller, body, isRepeat } = requested;
  const { order: terms, group, cancel } = body;
  if ([terms, group, cancel].filter((part) => part !== undefined).length !== 1)
    throw new ApiRefusal(400, 'invalid_request', 'order: one of order, group and cancel is needed');
  if (cancel) return proposedCancel(deps, requested);
  if (group) return proposedGroup(deps, requested, group);
  assert(terms !== undefined, 'the body has one of the three');
  const clientId = clientIdOf(requested);
  const [sent] = requestedOrders(deps, caller, [{ terms, clientId }], 'new', accountOfCall);
  assert(sent !== undefined, 'one order was requested');
  const order = orderFromWire(sent, { account: sent.Account, userId: caller.userId });
  return { kind: 'Order', order, figures: await checkedFigures(deps, order, isRepeat) };
}

function clientIdOf({ caller, idempotencyKey }: RequestedAction): string {
  const digest = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, DIGEST_LENGTH);
  return proposedClientId(caller.keyId, digest);
}

/** A group that would be placed now. What waits for a condition is judged when it is sent. */
async function proposedGroup(
  deps: ProposalCallDeps,
  requestedAction: RequestedAction,
  terms: NonNullable<CreateBody['group']>,
): Promise<ProposedAction> {
  const { caller, isRepeat } = requestedAction;
  const { account } = accountOfCall(caller, terms.account);
  const clientId = clientIdOf(requestedAction);
  const orders = requestedOrders(
    deps,
    caller,
    terms.orders.map((order, index) => ({
      terms: { ...order, account },
      clientId: `${clientId}.${String(index)}`,
    })),
    'new',
    accountOfCall,
  );
  const sent = groupFromApi(terms, orders, clientId);
  const requested = groupFromWire(sent, { account, userId: caller.userId });
  const [order] = requested.orders;
  assert(order !== undefined, 'a group of a program has an order');
  const { preview, explained } = await figuresOf(deps, order);
  const checked = await deps.brokerage.checkGroup(requested);
  if ('code' in checked && !isRepeat) {
    const { code, detail } = checked;
    throw refusalOf(code, explained.code === code ? rejectionText(explained) : refusalText(code, detail));
  }
  const figures = { preview, checks: explained.checks };
  // A repeated call is answered with the group that was proposed first.
  return { kind: 'Group', order, figures, requested, group: 'code' in checked ? requested : checked.group };
}

/** The figures of an order that the checks would accept now. */
async function checkedFigures(
  deps: ProposalCallDeps,
  order: NewOrder,
  isRepeat: boolean,
): Promise<ProposedFigures> {
  const { preview, explained } = await figuresOf(deps, order);
  if (explained.code !== 0 && !isRepeat) throw refusalOf(explained.code, rejectionText(explained));
  return { preview, checks: explained.checks };
}

async function figuresOf({ brokerage }: ProposalCallDeps, order: NewOrder) {
  const preview = await brokerage.preview(order, undefined);
  const explained = await brokerage.explain(order, undefined);
  if (!explained) throw NOT_CHECKED;
  return { preview, explained };
}

const refusalOf = (code: number, text: string): ApiRefusal =>
  outageRefusal(code, text) ?? rejection(code, text);

/** The cancel of an order that is open. A repeated call may name one that is not open any more. */
async function proposedCancel(
  deps: ProposalCallDeps,
  { caller, body, idempotencyKey, isRepeat, signal }: RequestedAction,
): Promise<ProposedAction> {
  const { orderId = '', account: named } = body.cancel ?? {};
  const { account } = accountOfCall(caller, named);
  requireTrading(deps, caller);
  const { brokerage, turns, proposals } = deps;
  const open = await ordersSince(
    { brokerage, pace: () => turns.next(caller.userId, signal) },
    account,
    Number.MAX_SAFE_INTEGER,
  );
  const order = open.find((each) => each.orderId === orderId && each.completedMs === null);
  if (order) return { kind: 'Cancel', order, orderId };
  const before = isRepeat ? proposals.requestedWith(caller.keyId, idempotencyKey)?.content.action : undefined;
  if (before?.kind === 'Cancel' && before.orderId === orderId && before.order.account === account)
    return before;
  throw new ApiRefusal(404, 'unknown_order', `The account ${account} has no open order ${orderId}.`);
}
