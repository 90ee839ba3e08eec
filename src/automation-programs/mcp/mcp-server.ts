import { McpServer } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import type { TapedeckClient } from '../../automation-client/index.ts';
import { apiV1, type ApiV1Name } from '../../protocol/api-v1.ts';
import { registerOrderTools } from './order-tools.ts';
import { answered } from './tool-answer.ts';

/** Routes that read; a tool of any other does not compile. */
type ReadRoute = {
  [Name in ApiV1Name]: (typeof apiV1)[Name]['method'] extends 'GET' ? Name : never;
}[ApiV1Name];

/** The tools: routes with their titles. The list is explicit, so that a new route does not become a tool by itself. */
const TOOLS: readonly (readonly [ReadRoute, string])[] = [
  ['quotes', 'Quotes'],
  ['bars', 'Bars'],
  ['symbols', 'Search of symbols'],
  ['clock', 'Exchange time and session'],
  ['accounts', 'Accounts of the key'],
  ['balance', 'Cash and buying power'],
  ['positions', 'Positions'],
  ['orders', 'Orders'],
  ['order', 'An order'],
];

const DATA =
  'Prices and money are decimal texts in dollars, null stands for no price. Times are exchange time: a replay and the simulated market have a time of their own, which the tool clock returns.';
const READ_ONLY = `Market data and accounts of a Tapedeck trading workstation. All tools only read; orders cannot be sent here. ${DATA}`;
const WITH_PROPOSALS = `Market data and accounts of a Tapedeck trading workstation. Orders cannot be sent here: propose_order, propose_group and propose_cancel put a request before the user, who confirms or rejects it in the workstation. ${DATA}`;

/** A server of the Model Context Protocol. `version`: of this program. */
export function createMcpServer(
  client: TapedeckClient,
  { version, mayPropose }: { readonly version: string; readonly mayPropose: boolean },
): McpServer {
  const instructions = mayPropose ? WITH_PROPOSALS : READ_ONLY;
  const server = new McpServer({ name: 'tapedeck', version }, { instructions });
  for (const [name, title] of TOOLS) registerTool(server, client, name, title);
  if (mayPropose) registerOrderTools(server, client);
  return server;
}

function registerTool(server: McpServer, client: TapedeckClient, name: ReadRoute, title: string): void {
  const { params, response, doc } = apiV1[name];
  server.registerTool(
    name,
    {
      title,
      description: doc,
      inputSchema: toStandardJsonSchema(params),
      outputSchema: toStandardJsonSchema(response),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given, { mcpReq: { signal } }) => answered(() => client.call(name, { params: given, signal })),
  );
}
