import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import { TIME_IN_FORCES } from '../../src/domain/orders/enumerations.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { NumberField, Select, TextField } from '../../src/ui/index.ts';
import styles from './OrderForm.module.css';
import { QuantityPresets } from './QuantityPresets.tsx';
import { hasOffset, isTrailing, withType, type TicketProblems } from './ticket-rules.ts';
import { tifLabel, TYPE_OPTIONS } from './ticket-words.ts';
import { MIN_PRICE, type RouteChoice, type StopKind, type Ticket } from './ticket.ts';

export interface TicketFieldsProps {
  readonly ticket: Ticket;
  readonly change: (part: Partial<Ticket>) => void;
  readonly problems: TicketProblems;
  /** After a try to send, empty fields are told too. */
  readonly isTried: boolean;
  /** The price a limit starts from, at the market of now. */
  readonly startingPrice: () => number | null;
  readonly platform: ToolPlatform;
}

const STOP_KINDS = [
  { value: 'Static', label: 'Fixed' },
  { value: 'TrailingValue', label: 'Trailing, $' },
  { value: 'TrailingPercent', label: 'Trailing, %' },
] as const satisfies readonly { value: StopKind; label: string }[];
const routeKey = ({ destination, route }: RouteChoice) => `${destination} ${route}`;
/** Something was entered, so what is wrong with it may be said at once; an empty field waits for the try to send. */
const shown = (value: number | null, isTried: boolean, problem: string | undefined): string | null =>
  isTried || value !== null ? (problem ?? null) : null;

/** Quantity, type and the prices that belong to the type. Every field is always there, so that nothing moves as the type changes; what does not apply is off. */
export function PriceFields({
  platform,
  ticket,
  change,
  problems,
  isTried,
  startingPrice,
}: TicketFieldsProps) {
  const { takesLimitPrice, takesStopPrice, isPegged: isPeg } = ORDER_TYPES[ticket.type];
  const isOption = isOptionSymbol(ticket.symbol);
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          label={isOption ? 'Contracts' : 'Quantity'}
          isFirst
          value={ticket.quantity}
          min={1}
          step={1}
          isRequired
          error={shown(ticket.quantity, isTried, problems.quantity)}
          onChange={(quantity) => change({ quantity })}
        />
        <Select
          label="Type"
          value={ticket.type}
          options={TYPE_OPTIONS}
          onChange={(next) => {
            const changed = withType(ticket, next);
            const price = changed.price ?? (ORDER_TYPES[next].needsLimitPrice ? startingPrice() : null);
            change({ ...changed, price });
          }}
        />
      </div>
      <QuantityPresets
        platform={platform}
        isOption={isOption}
        quantity={ticket.quantity}
        onChoose={(quantity) => change({ quantity })}
      />
      <div className={styles.pair}>
        <NumberField
          label="Price"
          value={takesLimitPrice ? ticket.price : null}
          min={MIN_PRICE}
          step={0.01}
          decimals={2}
          isDisabled={!takesLimitPrice}
          error={shown(ticket.price, isTried, problems.price)}
          onChange={(price) => change({ price })}
        />
        <NumberField
          label="Stop price"
          value={takesStopPrice ? ticket.stopPrice : null}
          min={MIN_PRICE}
          step={0.01}
          decimals={2}
          isDisabled={!takesStopPrice}
          error={shown(ticket.stopPrice, isTried, problems.stopPrice)}
          onChange={(stopPrice) => change({ stopPrice })}
        />
      </div>
      <div className={styles.pair}>
        {isPeg ? (
          <Select
            label="Follows"
            value={ticket.pegType}
            options={[
              { value: 'Primary', label: ticket.side === 'Buy' ? 'Best bid' : 'Best ask' },
              { value: 'Midpoint', label: 'Midpoint' },
            ]}
            onChange={(pegType) => change({ pegType })}
          />
        ) : (
          <Select
            label="Stop"
            value={takesStopPrice ? ticket.stopKind : 'Static'}
            isDisabled={!takesStopPrice}
            options={STOP_KINDS}
            onChange={(stopKind) => change({ stopKind })}
          />
        )}
        <NumberField
          label={
            isPeg
              ? 'Peg distance'
              : isTrailing(ticket) && ticket.stopKind === 'TrailingPercent'
                ? 'Trail by, %'
                : 'Trail by, $'
          }
          value={hasOffset(ticket) ? ticket.offset : null}
          min={isPeg ? 0 : MIN_PRICE}
          step={0.01}
          decimals={2}
          isDisabled={!hasOffset(ticket)}
          error={shown(ticket.offset, isTried, problems.offset)}
          onChange={(offset) => change({ offset })}
        />
      </div>
    </>
  );
}

interface TermFieldsProps extends TicketFieldsProps {
  readonly route: RouteChoice;
  readonly routes: readonly RouteChoice[];
  readonly isRouteLocked: boolean;
}

/** How long the order stands, how much of it trades or shows at once, and where it goes. */
export function TermFields({
  ticket,
  change,
  problems,
  isTried,
  route,
  routes,
  isRouteLocked,
}: TermFieldsProps) {
  const allowed = ORDER_TYPES[ticket.type].tifs;
  const isDated = ticket.tif === 'GoodTillDate';
  const choices = isRouteLocked ? [route] : routes;
  return (
    <>
      <div className={styles.pair}>
        <Select
          label="Time in force"
          value={ticket.tif}
          options={TIME_IN_FORCES.map((value) => ({
            value,
            label: tifLabel(value),
            isDisabled: !allowed.includes(value),
          }))}
          onChange={(tif) => change({ tif })}
        />
        <TextField
          label="Good till"
          type="date"
          value={isDated ? ticket.goodTill : ''}
          disabled={!isDated}
          error={isTried || ticket.goodTill !== '' ? (problems.goodTill ?? null) : null}
          onChange={(goodTill) => change({ goodTill })}
        />
      </div>
      <div className={styles.pair}>
        <NumberField
          label="Fill at least"
          value={ticket.minQuantity}
          min={1}
          step={1}
          error={shown(ticket.minQuantity, isTried, problems.minQuantity)}
          onChange={(minQuantity) => change({ minQuantity })}
        />
        <NumberField
          label="Display at most"
          value={ticket.displayQuantity}
          min={1}
          step={1}
          error={shown(ticket.displayQuantity, isTried, problems.displayQuantity)}
          onChange={(displayQuantity) => change({ displayQuantity })}
        />
      </div>
      <Select
        label="Route"
        value={routeKey(route)}
        options={choices.map((choice) => ({ value: routeKey(choice), label: routeKey(choice) }))}
        isDisabled={isRouteLocked}
        onChange={(key) => {
          const chosen = choices.find((choice) => routeKey(choice) === key);
          if (chosen !== undefined) change({ route: chosen });
        }}
      />
    </>
  );
}
