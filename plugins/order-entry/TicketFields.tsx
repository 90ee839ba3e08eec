import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import { TIME_IN_FORCES } from '../../src/domain/orders/enumerations.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { NumberField, Select, TextField } from '../../src/ui/index.ts';
import styles from './OrderForm.module.css';
import { withQuantity } from './order-templates.ts';
import { QuantityPresets } from './QuantityPresets.tsx';
import { hasOffset, isTrailing, withType, type TicketProblems } from './ticket-rules.ts';
import { tifLabel, TYPE_OPTIONS } from './ticket-labels.ts';
import { MIN_PRICE, type RouteChoice, type StopKind, type Ticket } from './ticket.ts';

export interface TicketFieldsProps {
  readonly ticket: Ticket;
  readonly change: (part: Partial<Ticket>) => void;
  readonly problems: TicketProblems;
  /** Send was pressed: empty fields show what is missing. */
  readonly isTried: boolean;
  /** The price that a new limit order starts from, dollars; null without a market. */
  readonly startingPrice: () => number | null;
  readonly platform: ToolPlatform;
}

const STOP_KINDS = [
  { value: 'Static', label: 'Fixed' },
  { value: 'TrailingValue', label: 'Trailing, $' },
  { value: 'TrailingPercent', label: 'Trailing, %' },
] as const satisfies readonly { value: StopKind; label: string }[];
const PRICE_STEP = 0.01;
const routeKey = ({ destination, route }: RouteChoice) => `${destination} ${route}`;
/** The problem of a field: at once for an entered value, for an empty field only after an attempt to send. */
const shown = (value: number | null, isTried: boolean, problem: string | undefined): string | null =>
  isTried || value !== null ? (problem ?? null) : null;

/** Quantity, type and the prices of the type. Every field is always there, so that nothing moves as the type changes; the others are disabled. */
export function PriceFields(props: TicketFieldsProps) {
  const { platform, ticket, change } = props;
  return (
    <>
      <QuantityAndType {...props} />
      <QuantityPresets
        platform={platform}
        ticket={ticket}
        onChoose={(quantity) => change(withQuantity(ticket, quantity))}
      />
      <LimitAndStop {...props} />
      <StopOrPeg {...props} />
    </>
  );
}

function QuantityAndType({ ticket, change, problems, isTried, startingPrice }: TicketFieldsProps) {
  return (
    <div className={styles.pair}>
      <NumberField
        label={isOptionSymbol(ticket.symbol) ? 'Contracts' : 'Quantity'}
        isFirst
        value={ticket.quantity}
        min={1}
        step={1}
        isRequired
        error={shown(ticket.quantity, isTried, problems.quantity)}
        onChange={(quantity) => change(withQuantity(ticket, quantity))}
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
  );
}

function LimitAndStop({ ticket, change, problems, isTried }: TicketFieldsProps) {
  const { takesLimitPrice, takesStopPrice } = ORDER_TYPES[ticket.type];
  return (
    <div className={styles.pair}>
      <NumberField
        label="Price"
        value={takesLimitPrice ? ticket.price : null}
        min={MIN_PRICE}
        step={PRICE_STEP}
        decimals={2}
        isDisabled={!takesLimitPrice}
        error={shown(ticket.price, isTried, problems.price)}
        onChange={(price) => change({ price })}
      />
      <NumberField
        label="Stop price"
        value={takesStopPrice ? ticket.stopPrice : null}
        min={MIN_PRICE}
        step={PRICE_STEP}
        decimals={2}
        isDisabled={!takesStopPrice}
        error={shown(ticket.stopPrice, isTried, problems.stopPrice)}
        onChange={(stopPrice) => change({ stopPrice })}
      />
    </div>
  );
}

function offsetLabel(ticket: Ticket): string {
  if (ORDER_TYPES[ticket.type].isPegged) return 'Peg distance';
  return isTrailing(ticket) && ticket.stopKind === 'TrailingPercent' ? 'Trail by, %' : 'Trail by, $';
}

/** How a stop or a pegged order follows the market, and at which distance. */
function StopOrPeg({ ticket, change, problems, isTried }: TicketFieldsProps) {
  const { takesStopPrice, isPegged } = ORDER_TYPES[ticket.type];
  return (
    <div className={styles.pair}>
      {isPegged ? (
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
        label={offsetLabel(ticket)}
        value={hasOffset(ticket) ? ticket.offset : null}
        min={isPegged ? 0 : MIN_PRICE}
        step={PRICE_STEP}
        decimals={2}
        isDisabled={!hasOffset(ticket)}
        error={shown(ticket.offset, isTried, problems.offset)}
        onChange={(offset) => change({ offset })}
      />
    </div>
  );
}

interface TermFieldsProps extends TicketFieldsProps {
  readonly route: RouteChoice;
  readonly routes: readonly RouteChoice[];
  readonly isRouteLocked: boolean;
}

/** Time in force, minimum and display quantity, and route. */
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
