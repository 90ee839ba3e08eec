import type { McpServer } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { RouteAnswer, TapedeckClient } from '../../automation-client/index.ts';
import { apiV1 } from '../../protocol/api-v1.ts';
import { proposedBody } from '../../protocol/api-v1-proposals.ts';
import { orderTerms } from '../../protocol/api-v1-terms.ts';
import { answered } from './tool-answer.ts';

const { note } = proposedBody.entries;
/** Without what the server checks beside it: JSON Schema has one pattern for a text. */
const idempotencyKey = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,64}$/));
/** What every proposal may carry. */
const common = { note, idempotencyKey: v.optional(idempotencyKey) };
const orderInput = v.strictObject({ ...orderTerms.entries, ...common });
const groupInput = v.strictObject({ ...proposedBody.entries.group.wrapped.entries, ...common });
const cancelInput = v.strictObject({ ...proposedBody.entries.cancel.wrapped.entries, ...common });
const output = toStandardJsonSchema(apiV1.proposal.response);

const SHARED =
  'Nothing is sent: the user confirms or rejects it in the workstation within 5 minutes; read proposal_status for the decision, not more often than every few seconds, and do not repeat what was rejected. ' +
  '`note` is one line that the user reads with it. After a lost answer repeat the call with the same `idempotencyKey`: it makes no second proposal.';

/** A tool of a proposal: it changes nothing before the user has confirmed. */
const PROPOSES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Registers the tools with which a model proposes orders, for a key with the scope propose. */
export function registerOrderTools(server: McpServer, client: TapedeckClient): void {
  server.registerTool(
    'propose_order',
    {
      title: 'Propose an order',
      description: `Proposes a single order of a stock or an option to the user. A bracket or another group is proposed with propose_group. Multi-leg orders and replacements cannot be proposed. It passes the risk checks of orders first; one that they reject is an error with the check and what would pass it. ${SHARED}`,
      inputSchema: toStandardJsonSchema(orderInput),
      outputSchema: output,
      annotations: PROPOSES,
    },
    ({ note: reason, idempotencyKey: key, ...order }, { mcpReq: { signal } }) =>
      answered(() => propose(client, { order, note: reason }, key, signal)),
  );
  server.registerTool(
    'propose_group',
    {
      title: 'Propose orders that belong together',
      description: `Proposes a group of orders in one symbol to the user: a Bracket (an entry with a target, a stop or both), OneCancelsOther, OneTriggersOther or Conditional. It is placed as a whole or not at all. ${SHARED}`,
      inputSchema: toStandardJsonSchema(groupInput),
      outputSchema: output,
      annotations: PROPOSES,
    },
    ({ note: reason, idempotencyKey: key, ...group }, { mcpReq: { signal } }) =>
      answered(() => propose(client, { group, note: reason }, key, signal)),
  );
  server.registerTool(
    'propose_cancel',
    {
      title: 'Propose to cancel an order',
      description: `Proposes to the user to cancel an open order. ${SHARED}`,
      inputSchema: toStandardJsonSchema(cancelInput),
      outputSchema: output,
      annotations: PROPOSES,
    },
    ({ note: reason, idempotencyKey: key, ...cancel }, { mcpReq: { signal } }) =>
      answered(() => propose(client, { cancel, note: reason }, key, signal)),
  );
  server.registerTool(
    'proposal_status',
    {
      title: 'State of a proposal',
      description: apiV1.proposal.doc,
      inputSchema: toStandardJsonSchema(apiV1.proposal.params),
      outputSchema: output,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (params, { mcpReq: { signal } }) => answered(() => client.call('proposal', { params, signal })),
  );
}

function propose(
  client: TapedeckClient,
  body: v.InferInput<typeof proposedBody>,
  key: string | undefined,
  signal: AbortSignal,
): Promise<RouteAnswer<'proposalCreate'>> {
  const repeat = key === undefined ? {} : { idempotencyKey: key };
  return client.call('proposalCreate', { params: {}, body, ...repeat, signal });
}
