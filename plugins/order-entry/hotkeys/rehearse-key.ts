import { formatInteger, formatMoney } from '../../../src/domain/columns/index.ts';
import { parseOrderKey, resolveOrderKey, type KeyEffect } from '../../../src/domain/hotkeys/index.ts';
import { type ToolPlatform, heldQuantity, readMarket } from '../../../src/plugin-api/index.ts';
import { keyFacts } from '../hotkey-facts.ts';
import type { HotkeyTarget } from '../hotkey-list.ts';
import { effectText, refusalText } from '../hotkey-texts.ts';
import { ticketOfKey } from '../key-presses.ts';
import { atOnceDoubt, sendProblem } from '../send-at-once.ts';
import { estimatedCost, positionAfter } from '../ticket-order.ts';

/** What a press of a key would do now. */
export interface Rehearsal {
  readonly wouldAct: boolean;
  readonly text: string;
}

/** What a press would do in the market of this moment, with its figures. Sends nothing. */
export function rehearseKey(platform: ToolPlatform, target: HotkeyTarget | null, text: string): Rehearsal {
  const parsed = parseOrderKey(text);
  if (!parsed.ok) return refused(parsed.error.message);
  const resolved = resolveOrderKey(parsed.value, keyFacts(platform, target));
  if (!resolved.ok)
    return refused(refusalText(resolved.error, target?.symbol ?? '').replace(' Nothing was sent.', ''));
  const effect = resolved.value;
  return effect.effect === 'Send' && target !== null
    ? rehearseOrder(platform, target, effect)
    : { wouldAct: true, text: effectText(effect) };
}

const refused = (reason: string): Rehearsal => ({ wouldAct: false, text: `Nothing: ${reason}` });

function rehearseOrder(
  platform: ToolPlatform,
  { route }: HotkeyTarget,
  effect: Extract<KeyEffect, { effect: 'Send' }>,
): Rehearsal {
  const ticket = ticketOfKey(effect.order, route);
  const problem = sendProblem(platform, ticket);
  if (problem !== null) return refused(problem);
  const { symbol } = effect.order;
  const market = readMarket(platform, symbol);
  const cost = estimatedCost(ticket, market);
  const { isLoaded, positions } = platform.orders.get();
  const position = positions.get(symbol);
  const held = position === undefined ? 0 : heldQuantity(position);
  const figures = [
    cost === null ? [] : [`value ${formatMoney(cost)}`],
    isLoaded && platform.tradingApi.get().capabilities.lacks.positions === undefined
      ? [`position after the fill ${formatInteger(positionAfter(held, ticket))}`]
      : [],
    atOnceDoubt(platform, ticket) === null ? [] : ['with a question first: the price is far from the market'],
  ].flat();
  return { wouldAct: true, text: [effectText(effect), ...figures].join(' · ') };
}
