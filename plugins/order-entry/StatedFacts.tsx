import { formatMoney, formatQuantity, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { fromE4 } from '../../src/domain/money/price.ts';
import { formatTime, useReadable, type ToolPlatform } from '../../src/plugin-api/index.ts';

/** Buying power and position of the account at the external broker before the order, as it stated them; never what the order makes of them, which only the broker knows. */
export function StatedFacts({
  platform,
  symbol,
}: {
  readonly platform: ToolPlatform;
  readonly symbol: string;
}) {
  const { name, stated } = useReadable(platform.tradingApi);
  const buyingPowerE4 = stated?.balance.buyingPowerE4 ?? null;
  const held = stated?.positions.find((position) => position.symbol === symbol)?.quantity ?? 0;
  const isOld = stated !== null && stated.problem !== null;
  const hint =
    stated === null
      ? undefined
      : `As ${name} stated it before the order${isOld ? `. Not read since: ${stated.problem}` : ''}.`;
  return (
    <>
      <div title={hint}>
        <dt>
          Buying power
          {stated === null ? '' : `, ${isOld ? 'only ' : ''}${formatTime(stated.readMs, 'HH:mm:ss')}`}
        </dt>
        <dd>{buyingPowerE4 === null ? UNKNOWN_TEXT : formatMoney(fromE4(buyingPowerE4))}</dd>
      </div>
      <div>
        <dt>Position at {name}</dt>
        {/* With a position that could not be read, none at all is no certainty. */}
        <dd>
          {stated === null || (held === 0 && stated.unreadable > 0) ? UNKNOWN_TEXT : formatQuantity(held)}
        </dd>
      </div>
    </>
  );
}
