import { err, ok } from '../../src/domain/assert/assert.ts';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { orderErrorMessage } from '../../src/domain/orders/errors.ts';
import { isLive } from '../../src/domain/orders/groups/states.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { WireOrderGroup } from '../../src/plugin-api/index.ts';
import { whenDone, type Deps, type TradeResult } from './flatten.ts';

type Member = WireOrderGroup['Orders'][number];

const memberText = ({ Side, Quantity, Symbol: symbol }: Member): string =>
  `${Side} ${formatInteger(Quantity)} ${displaySymbol(symbol)} at market`;

const isFilled = ({ Fill, Quantity }: Member): boolean => Fill >= Quantity;

/** Closes the position in a symbol and opens one of the same size on the other side: the server decides both at once, and its group carries them out. */
export async function reverse(deps: Deps, symbol: string): Promise<TradeResult> {
  const name = displaySymbol(symbol);
  const { positions } = deps.tradingApi.get().capabilities.lacks;
  if (positions !== undefined) return err(`${positions} and cannot be reversed from here.`);
  const result = await deps.groups.reverse(symbol);
  if (!result.ok) return err(`${name} was not reversed: ${result.message.replace(/\.$/, '')}.`);
  const group = () => deps.groups.get().groups.get(result.groupId);
  await whenDone(deps, () => {
    const now = group();
    return now !== undefined && !isLive({ state: now.State });
  });
  const orders = group()?.Orders ?? [];
  const [closing, opening] = [
    orders.find(({ Role }) => Role === 'First'),
    orders.find(({ Role }) => Role === 'Next'),
  ];
  if (closing && isFilled(closing) && opening && isFilled(opening))
    return ok(`${name} is reversed: ${memberText(closing)} and ${memberText(opening)} were executed.`);
  const last = opening ?? closing;
  if (last?.IsOpen !== false)
    return err(
      `${name} is not reversed yet: ${last ? memberText(last) : 'its order'} is still working. See Open Orders.`,
    );
  const why = last.ErrorCode === undefined ? '' : ` (${orderErrorMessage(last.ErrorCode)})`;
  const done = opening ? 'was closed, but not reversed' : 'was not reversed';
  return err(`${name} ${done}: ${memberText(last)} ended after ${formatInteger(last.Fill)}${why}.`);
}
