import type { SessionState } from '../client/types.ts';
import type { SymbolRoute } from './types.ts';

/** Default symbol of the specification (tools.md §9), used until the server has sent its market facts. */
const DEFAULT_SYMBOL = 'SPY';

interface Session {
  readonly session: { get(): Pick<SessionState, 'market'> };
}

/** The symbol that represents the market: SPY, or the most traded symbol of a market without SPY. */
export function marketSymbol({ session }: Session): string {
  return session.get().market?.DefaultSymbol ?? DEFAULT_SYMBOL;
}

/** The first symbol of a window without one: from the address, else the last one of the tool, else the market's. */
export function firstSymbol(
  platform: Session & { readonly route: Pick<SymbolRoute, 'symbol' | 'lastSymbol'> },
  toolId: string,
): string {
  return platform.route.symbol.get() ?? platform.route.lastSymbol(toolId) ?? marketSymbol(platform);
}
