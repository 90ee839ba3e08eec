import type { ReactNode } from 'react';
import { formatMoney, formatSignedMoney, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { translateOrderMessage } from '../../src/domain/orders/errors.ts';
import {
  type Activity,
  isStatedElsewhere,
  type ToolPlatform,
  useMarket,
  useReadable,
} from '../../src/plugin-api/index.ts';
import { classNames } from '../../src/ui/index.ts';
import styles from './OrderForm.module.css';
import { StatedFacts } from './StatedFacts.tsx';
import { estimatedCost } from './ticket-order.ts';
import { positionText } from './ticket-labels.ts';
import type { Ticket } from './ticket.ts';
import type { PreviewState } from './use-preview.ts';

/** Cost at present prices, computed in the browser until the server's preview arrives. Only this part renders with the prices. */
function EstimatedCost({
  platform,
  ticket,
  window,
}: {
  readonly platform: ToolPlatform;
  readonly ticket: Ticket;
  readonly window: Activity;
}) {
  const cost = estimatedCost(ticket, useMarket(platform, ticket.symbol, window));
  return cost === null ? UNKNOWN_TEXT : formatMoney(cost);
}

interface TicketFactsProps {
  readonly platform: ToolPlatform;
  readonly ticket: Ticket;
  readonly state: PreviewState;
  readonly window: Activity;
  /** Computed in the browser; null where the position is unknown. */
  readonly positionAfter: number | null;
}

/** Why the server would reject the order, or why there is no preview; empty when it would be accepted. */
export function verdictText({ preview, isOther, failure }: PreviewState): string {
  return preview !== null && preview.ErrorCode !== 0
    ? `The server would reject ${isOther ? 'the other order' : 'it'}: ${translateOrderMessage(preview.Message)}`
    : (failure ?? '');
}

const fact = (name: string, value: ReactNode) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** What the order does to the account here. */
function Effects({
  known,
  positionAfter,
}: {
  readonly known: PreviewState['preview'];
  readonly positionAfter: number | null;
}) {
  return (
    <>
      {fact('Fees', known === null ? UNKNOWN_TEXT : formatMoney(known.Fees))}
      {fact(
        'Buying power effect',
        known === null ? UNKNOWN_TEXT : formatSignedMoney(known.BuyingPowerEffect),
      )}
      {fact('Buying power after', known === null ? UNKNOWN_TEXT : formatMoney(known.BuyingPowerAfter))}
      {fact('Position after fill', positionAfter === null ? UNKNOWN_TEXT : positionText(positionAfter))}
    </>
  );
}

/** Cost, fees and effects of the order before it is sent: by the server's preview, and until it arrives as computed in the browser. */
export function TicketFacts({ platform, ticket, state, window, positionAfter }: TicketFactsProps) {
  const { preview, isOld } = state;
  const isStated = useReadable(platform.tradingApi, isStatedElsewhere);
  const after = preview?.PositionAfter ?? positionAfter;
  // A rejected order has no effect.
  const known = preview !== null && preview.ErrorCode === 0 ? preview : null;
  return (
    <dl
      className={classNames(styles.facts, isStated && styles.stated, isOld && styles.old)}
      data-preview={preview === null ? 'own' : isOld ? 'old' : 'server'}
    >
      {fact(
        ticket.side === 'Buy' ? 'Estimated cost' : 'Estimated proceeds',
        known === null ? (
          <EstimatedCost platform={platform} ticket={ticket} window={window} />
        ) : (
          formatMoney(ticket.side === 'Buy' ? known.Cost : -known.Cost)
        ),
      )}
      {isStated ? (
        <StatedFacts platform={platform} symbol={ticket.symbol} />
      ) : (
        <Effects known={known} positionAfter={after} />
      )}
    </dl>
  );
}
