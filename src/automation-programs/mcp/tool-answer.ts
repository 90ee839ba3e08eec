import type { CallToolResult } from '@modelcontextprotocol/server';
import { TapedeckError } from '../../automation-client/index.ts';

/** The answer of a route as that of a tool. A refusal is for the model, which may correct a symbol or wait; not a fault of the protocol. */
export async function answered<Answer extends Record<string, unknown>>(
  call: () => Promise<Answer>,
): Promise<CallToolResult> {
  try {
    const answer = await call();
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    if (!(error instanceof TapedeckError)) throw error;
    return { content: [{ type: 'text', text: `${error.message} (${error.code})` }], isError: true };
  }
}
