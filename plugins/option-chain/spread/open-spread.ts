import * as v from 'valibot';
import { legOf, underlyingOfLegs } from '../../../src/domain/options/spread/index.ts';
import { LEG_SIDES, MAX_LEG_RATIO, MAX_LEGS, type OrderLeg } from '../../../src/domain/orders/legs.ts';
import { hasPermission, Permission } from '../../../src/domain/permissions.ts';
import { MAX_SYMBOL_LENGTH, parseOptionSymbol } from '../../../src/domain/symbols/symbol.ts';
import type { CommandArguments, ToolPlatform } from '../../../src/plugin-api/index.ts';
import { ALL_EXPIRATIONS, NEAR_EXPIRATIONS } from '../model/defaults.ts';
import { NO_SPREAD } from './spread-schema.ts';
import { storedOf } from './spread-state.ts';

/** What the command takes. */
const argumentsSchema = v.object({
  legs: v.pipe(
    v.array(
      v.object({
        symbol: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase()),
        side: v.picklist(LEG_SIDES),
        ratio: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LEG_RATIO)),
      }),
    ),
    v.minLength(1),
    v.maxLength(MAX_LEGS),
  ),
  quantity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  windowId: v.optional(v.string()),
});

/** The choice of expirations that shows all options among the legs: their month, or all where they are of several. */
function expirationsOf(legs: readonly OrderLeg[]): string {
  const months = new Set(
    legs.flatMap(({ symbol }) => parseOptionSymbol(symbol)?.expiration.slice(0, 7) ?? []),
  );
  const [month = NEAR_EXPIRATIONS] = months;
  return months.size > 1 ? ALL_EXPIRATIONS : month;
}

/**
 * Opens the spread builder with legs and shows their expirations: in the Option Chain window `windowId`, else in a new one. Rejects with what is wrong with the
 * arguments.
 */
export async function openSpread(
  platform: Pick<ToolPlatform, 'tools' | 'session'>,
  args: CommandArguments,
): Promise<void> {
  const parsed = v.safeParse(argumentsSchema, args);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`option-chain.open-spread: ${v.getDotPath(issue) ?? 'arguments'}: ${issue.message}`);
  }
  const { legs, quantity, windowId } = parsed.output;
  const malformed = legs.find((leg) => legOf(leg) === null);
  if (malformed !== undefined)
    throw new Error(`option-chain.open-spread: ${malformed.symbol} is not an option symbol.`);
  const underlying = underlyingOfLegs(legs);
  if (underlying === null)
    throw new Error('option-chain.open-spread: All legs of a spread have the same underlying.');
  if (!hasPermission(platform.session.get().permissionMask, Permission.OptionChain))
    throw new Error('Your account may not use the option chain.');
  const state = {
    Symbol: underlying,
    Expirations: expirationsOf(legs),
    HasPlots: false,
    Spread: { ...NO_SPREAD, IsOn: true, Legs: legs.map(storedOf), Quantity: quantity },
  };
  const known = platform.tools
    .windowsOf('option-chain')
    .get()
    .find(({ id }) => id === windowId);
  if (known !== undefined) known.update(state);
  else await platform.tools.open('option-chain', state);
}
