import { codeTokens, type CodeToken } from '../code-tokens.ts';

/** A token of code outside of every bracket. */
export interface TopLevelToken extends CodeToken {
  /** Its place among all tokens. */
  readonly at: number;
}

/** The tokens of code, and those of them that are outside of every bracket. */
export function topLevelTokens(code: string): {
  readonly tokens: readonly CodeToken[];
  readonly outer: readonly TopLevelToken[];
} {
  const tokens = codeTokens(code);
  const outer: TopLevelToken[] = [];
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if ('([{'.includes(token.text)) depth += 1;
    else if (')]}'.includes(token.text)) depth = Math.max(0, depth - 1);
    else if (depth === 0) outer.push({ ...token, at });
  }
  return { tokens, outer };
}
