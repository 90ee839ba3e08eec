import { useId, useState } from 'react';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { BrokerCapabilities } from '../../src/domain/orders/brokers.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { NumberField, Select, TextField } from '../../src/ui/index.ts';
import styles from './OrderForm.module.css';
import { withQuantity } from './order-templates.ts';
import { QuantityPresets } from './QuantityPresets.tsx';
import { hasOffset, isTrailing, withType, type TicketProblems } from './ticket-rules.ts';
import { tifOptions, typeOptions } from './ticket-labels.ts';
import { MIN_PRICE, type RouteChoice, type StopKind, type Ticket } from './ticket.ts';

export interface TicketFieldsProps {
  readonly ticket: Ticket;
  readonly change: (part: Partial<Ticket>) => void;
  readonly problems: TicketProblems;
  /** Send was pressed: empty fields show what is missing. */
  readonly isTried: boolean;
  /** What the order service takes: the rest is disabled. */
  readonly capabilities: BrokerCapabilities;
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

/** Quantity, type and the prices that the type uses. */
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
      <Follow {...props} />
    </>
  );
}

function QuantityAndType({
  ticket,
  change,
  problems,
  isTried,
  capabilities,
  startingPrice,
}: TicketFieldsProps) {
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
        options={typeOptions(capabilities)}
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
  const price = { min: MIN_PRICE, step: PRICE_STEP, decimals: 2 };
  if (!takesLimitPrice && !takesStopPrice) return null;
  return (
    <div className={styles.pair}>
      {takesLimitPrice ? (
        <NumberField
          {...price}
          label="Price"
          value={ticket.price}
          error={shown(ticket.price, isTried, problems.price)}
          onChange={(next) => change({ price: next })}
        />
      ) : null}
      {takesStopPrice ? (
        <NumberField
          {...price}
          label="Stop price"
          value={ticket.stopPrice}
          error={shown(ticket.stopPrice, isTried, problems.stopPrice)}
          onChange={(stopPrice) => change({ stopPrice })}
        />
      ) : null}
    </div>
  );
}

function offsetLabel(ticket: Ticket): string {
  if (ORDER_TYPES[ticket.type].isPegged) return 'Peg distance';
  return isTrailing(ticket) && ticket.stopKind === 'TrailingPercent' ? 'Trail by, %' : 'Trail by, $';
}

/** How a stop or a pegged order follows the market, and at which distance. */
function Follow(props: TicketFieldsProps) {
  const { ticket, change, problems, isTried, capabilities } = props;
  const { takesStopPrice, isPegged } = ORDER_TYPES[ticket.type];
  if (!takesStopPrice && !isPegged) return null;
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
          value={ticket.stopKind}
          options={STOP_KINDS.map((kind) => ({
            ...kind,
            isDisabled: kind.value !== 'Static' && !capabilities.hasTrailingStops,
          }))}
          onChange={(stopKind) => change({ stopKind })}
        />
      )}
      {hasOffset(ticket) ? (
        <NumberField
          label={offsetLabel(ticket)}
          value={ticket.offset}
          min={isPegged ? 0 : MIN_PRICE}
          step={PRICE_STEP}
          decimals={2}
          error={shown(ticket.offset, isTried, problems.offset)}
          onChange={(offset) => change({ offset })}
        />
      ) : null}
    </div>
  );
}

interface TermFieldsProps extends TicketFieldsProps {
  readonly route: RouteChoice;
  readonly routes: readonly RouteChoice[];
  readonly isRouteLocked: boolean;
}

/** Time in force, route, and on demand the quantities that are filled and displayed at a time. */
export function TermFields(props: TermFieldsProps) {
  const { ticket, change, problems, isTried, capabilities } = props;
  return (
    <>
      <div className={styles.pair}>
        <Select
          label="Time in force"
          value={ticket.tif}
          options={tifOptions(ticket.type, capabilities)}
          onChange={(tif) => change({ tif })}
        />
        <RouteField {...props} />
      </div>
      {ticket.tif === 'GoodTillDate' ? (
        <div className={styles.pair}>
          <TextField
            label="Good till"
            type="date"
            value={ticket.goodTill}
            error={isTried || ticket.goodTill !== '' ? (problems.goodTill ?? null) : null}
            onChange={(goodTill) => change({ goodTill })}
          />
        </div>
      ) : null}
      <QuantityTerms {...props} />
    </>
  );
}

function RouteField({ change, route, routes, isRouteLocked }: TermFieldsProps) {
  const choices = isRouteLocked ? [route] : routes;
  return (
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
  );
}

/** Few orders have them: a button shows them, and they stay in sight while one is filled in. */
function QuantityTerms({ ticket, change, problems, isTried, capabilities }: TermFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const isUsed = ticket.minQuantity !== null || ticket.displayQuantity !== null;
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles.more}
        aria-expanded={isOpen || isUsed}
        aria-controls={id}
        disabled={isUsed || !capabilities.hasQuantityLimits}
        onClick={() => setOpen(!isOpen)}
      >
        Quantity limits
      </button>
      <div id={id} className={styles.pair} hidden={!isOpen && !isUsed}>
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
    </>
  );
}
