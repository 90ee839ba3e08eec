import { McpServer } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { TapedeckError, type TapedeckClient } from '../../automation-client/index.ts';
import { apiV1, type ApiV1Name } from '../../protocol/api-v1.ts';

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

const INSTRUCTIONS =
  'Market data and accounts of a Tapedeck trading workstation. All tools only read; orders cannot be sent here. Prices and money are decimal texts in dollars, ' +
  'null stands for no price. Times are exchange time: a replay and the simulated market have a time of their own, which the tool clock returns.';

/** A server of the Model Context Protocol whose tools read through the client. `version`: of this program. */
export function createMcpServer(client: TapedeckClient, version: string): McpServer {
  const server = new McpServer({ name: 'tapedeck', version }, { instructions: INSTRUCTIONS });
  for (const [name, title] of TOOLS) registerTool(server, client, name, title);
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
    async (given, { mcpReq: { signal } }) => {
      try {
        const answer = await client.call(name, { params: given, signal });
        return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
      } catch (error) {
        if (!(error instanceof TapedeckError)) throw error;
        // For the model, which may correct a symbol or wait; not a fault of the protocol.
        return { content: [{ type: 'text', text: `${error.message} (${error.code})` }], isError: true };
      }
    },
  );
}
