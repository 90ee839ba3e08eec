import type { SessionState } from '../client/types.ts';
import type { SymbolRoute } from './types.ts';

/** The default symbol of the specification (tools.md §9), for a server that has not named its market's. */
const DEFAULT_SYMBOL = 'SPY';

interface Session {
  readonly session: { get(): Pick<SessionState, 'market'> };
}

/** The symbol that stands for the market: SPY, or the most traded symbol where there is no SPY. */
export function marketSymbol({ session }: Session): string {
  return session.get().market?.DefaultSymbol ?? DEFAULT_SYMBOL;
}

/** What a window without a symbol of its own begins with: the address's, else what the tool showed last, else the market's. */
export function firstSymbol(
  platform: Session & { readonly route: Pick<SymbolRoute, 'symbol' | 'lastSymbol'> },
  toolId: string,
): string {
  return platform.route.symbol.get() ?? platform.route.lastSymbol(toolId) ?? marketSymbol(platform);
}
