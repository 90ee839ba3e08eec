import { useEffect, useState, type FormEvent } from 'react';
import { toPriceE4, type PriceE4 } from '../../src/domain/money/price.ts';
import { ORDER_TYPE_NAMES, TIME_IN_FORCES } from '../../src/domain/orders/enumerations.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { TIFS } from '../../src/domain/orders/times-in-force.ts';
import { isSymbolForm } from '../../src/domain/symbols/symbol.ts';
import {
  loadTemplates,
  readMarket,
  templateNamed,
  type SavedTemplate,
  type ToolPlatform,
} from '../../src/plugin-api/index.ts';
import { Button, DialogActions, NumberField, Select, TextField } from '../../src/ui/index.ts';
import styles from './Basket.module.css';
import { stagedProblem } from './staged-order.ts';
import { bracketProblem } from './staged-bracket.ts';
import {
  EXIT_FORMS,
  exitsOf,
  exitsOfStaged,
  exitText,
  readExit,
  readTargets,
  TARGET_FORMS,
  targetsText,
} from './staged-exits.ts';
import type { StagedExits, StagedOrder } from './state.ts';

const SIDES = (['Buy', 'Sell', 'Short'] as const).map((value) => ({ value, label: value }));
const EXIT_TIFS = (['GoodTillCancel', 'Day'] as const).map((value) => ({ value, label: TIFS[value].name }));
const STEP = 0.01;
const NEW_ORDER: StagedOrder = {
  Symbol: '',
  Side: 'Buy',
  Quantity: 100,
  Type: 'Limit',
  Tif: 'Day',
  Price: null,
  StopPrice: null,
  Route: null,
  More: {},
};

/** Opens the form of an order; without one, of a new order. Resolves with it, null when it is cancelled. */
export function openOrderDialog(
  platform: ToolPlatform,
  order: StagedOrder | null,
): Promise<StagedOrder | null> {
  return platform.dialogs.open<StagedOrder>({
    title: order === null ? 'Add order' : 'Edit order',
    width: 380,
    content: ({ close }) => (
      <OrderForm platform={platform} initial={order ?? NEW_ORDER} isNew={order === null} close={close} />
    ),
  });
}

interface OrderFormProps {
  readonly platform: ToolPlatform;
  readonly initial: StagedOrder;
  readonly isNew: boolean;
  readonly close: (order: StagedOrder | null) => void;
}

function OrderForm({ platform, initial, isNew, close }: OrderFormProps) {
  const [order, setOrder] = useState(initial);
  const exits = useExits(platform, initial);
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<StagedOrder>) => setOrder((before) => ({ ...before, ...part }));
  const { takesLimitPrice, takesStopPrice } = ORDER_TYPES[order.Type];
  const { Exits: _exits, Template: _template, ...plain } = order;
  const entered: StagedOrder = {
    ...plain,
    ...(exits.Exits && { Exits: exits.Exits }),
    ...(exits.Template !== undefined && { Template: exits.Template }),
    Symbol: order.Symbol.trim().toUpperCase(),
    Price: takesLimitPrice ? order.Price : null,
    StopPrice: takesStopPrice ? order.StopPrice : null,
  };
  const marketE4 = useMarketPrice(platform, entered.Symbol);
  const judge = () =>
    exits.problem ??
    stagedProblem(entered, marketE4()) ??
    templateProblem(entered, exits.templates, marketE4());
  const problem = isTried ? judge() : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (judge() === null) close(entered);
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <OrderFields initial={initial} order={order} change={change} />
      {exits.fields}
      <p role="alert" className={styles.problem}>
        {problem !== null ? `Correct this first: ${problem}.` : ''}
      </p>
      <DialogActions>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary">
          {isNew ? 'Add' : 'Change'}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Follows a symbol, and returns what reads its last price of now; 0 while it is unknown. Exits of an order without a price of its own are compared with it. */
function useMarketPrice(platform: ToolPlatform, symbol: string): () => PriceE4 {
  useEffect(() => (isSymbolForm(symbol) ? platform.symbols.watch([symbol]) : undefined), [platform, symbol]);
  return () => toPriceE4(readMarket(platform, symbol).last);
}

/** Why the template does not fit the order; null when it does, and while the templates are not loaded: Check all judges it then. */
function templateProblem(
  order: StagedOrder,
  templates: readonly SavedTemplate[] | null,
  marketE4: PriceE4,
): string | null {
  if (order.Template === undefined || templates === null) return null;
  const exits = exitsOfStaged(order, templates);
  return exits.ok ? exits.value && bracketProblem(order, exits.value, marketE4) : exits.error;
}

/** No template has this id. */
const NO_TEMPLATE = 'none';
/** The template of the order, which is not among those of the user. */
const MISSING_TEMPLATE = 'missing';

/** The choice of a template, and its name; undefined = none. */
function useTemplate(platform: ToolPlatform, { Template: initial }: StagedOrder) {
  const [templates, setTemplates] = useState<readonly SavedTemplate[] | null>(null);
  const [Template, setTemplate] = useState(initial);
  useEffect(() => {
    let isOver = false;
    void loadTemplates(platform).then((loaded) => {
      if (!isOver) setTemplates(loaded);
    });
    return () => {
      isOver = true;
    };
  }, [platform]);
  const known = templates ?? [];
  const chosen = Template === undefined ? undefined : templateNamed(known, Template);
  const missing = Template === undefined || chosen !== undefined ? [] : [Template];
  const field = (
    <Select
      label="Template"
      value={Template === undefined ? NO_TEMPLATE : (chosen?.id ?? MISSING_TEMPLATE)}
      options={[
        { value: NO_TEMPLATE, label: 'None' },
        ...known.map(({ id, name }) => ({ value: id, label: name })),
        ...missing.map((name) => ({
          value: MISSING_TEMPLATE,
          label: `${name} (not found)`,
          isDisabled: true,
        })),
      ]}
      onChange={(id) => setTemplate(known.find((each) => each.id === id)?.name)}
    />
  );
  return { templates, Template, field };
}

/** The fields of the exits, and what they state. With a template they are not used. */
function useExits(platform: ToolPlatform, order: StagedOrder) {
  const { Exits: initial } = order;
  const { templates, Template, field } = useTemplate(platform, order);
  const isOwn = Template === undefined;
  const [target, setTarget] = useState(initial ? targetsText(initial) : '');
  const [stopLoss, setStopLoss] = useState(exitText(initial?.Stop ?? null));
  const [exitTif, setExitTif] = useState<StagedExits['Tif']>(initial?.Tif ?? 'GoodTillCancel');
  const [targets, Stop] = [readTargets(target), readExit(stopLoss)];
  const fields = (
    <>
      <div className={styles.pair}>
        <TextField
          label="Target"
          value={isOwn ? target : ''}
          placeholder="105.50, +1.50, 1% / 2%"
          disabled={!isOwn}
          onChange={setTarget}
        />
        <TextField
          label="Stop loss"
          value={isOwn ? stopLoss : ''}
          placeholder="95.50, +1.50 or 2%"
          disabled={!isOwn}
          onChange={setStopLoss}
        />
      </div>
      <div className={styles.pair}>
        <Select
          label="Exits stand"
          value={exitTif}
          options={EXIT_TIFS}
          isDisabled={!isOwn}
          onChange={setExitTif}
        />
        {field}
      </div>
    </>
  );
  return {
    fields,
    templates,
    Template,
    Exits: isOwn ? exitsOf(targets ?? { Target: null }, Stop ?? null, exitTif) : undefined,
    problem:
      isOwn && (targets === undefined || Stop === undefined)
        ? `an exit is ${EXIT_FORMS}; targets are ${TARGET_FORMS}`
        : null,
  };
}

interface OrderFieldsProps {
  readonly initial: StagedOrder;
  readonly order: StagedOrder;
  readonly change: (part: Partial<StagedOrder>) => void;
}

/** Symbol, side, quantity and type, then what the type takes. */
function OrderFields(props: OrderFieldsProps) {
  const { initial, order, change } = props;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Symbol"
          value={order.Symbol}
          spellCheck={false}
          autoFocus
          onChange={(text) => change({ Symbol: text.toUpperCase() })}
        />
        <Select label="Side" value={order.Side} options={SIDES} onChange={(Side) => change({ Side })} />
      </div>
      <div className={styles.pair}>
        <NumberField
          label="Quantity"
          value={order.Quantity}
          min={1}
          onChange={(Quantity) => change({ Quantity: Quantity ?? Number.NaN })}
        />
        <Select
          label="Type"
          value={order.Type}
          // A peg has terms of its own, which only the ticket has fields for.
          options={ORDER_TYPE_NAMES.filter(
            (type) => type === initial.Type || !ORDER_TYPES[type].isPegged,
          ).map((value) => ({ value, label: `${ORDER_TYPES[value].name} (${ORDER_TYPES[value].label})` }))}
          onChange={(Type) =>
            change({ Type, Tif: ORDER_TYPES[Type].tifs.includes(order.Tif) ? order.Tif : 'Day', More: {} })
          }
        />
      </div>
      <TermFields {...props} />
    </>
  );
}

/** Prices and time in force. */
function TermFields({ initial, order, change }: OrderFieldsProps) {
  const { takesLimitPrice, takesStopPrice, tifs } = ORDER_TYPES[order.Type];
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          label="Price"
          value={takesLimitPrice ? order.Price : null}
          min={STEP}
          step={STEP}
          decimals={2}
          isDisabled={!takesLimitPrice}
          onChange={(Price) => change({ Price })}
        />
        <NumberField
          label="Stop price"
          value={takesStopPrice ? order.StopPrice : null}
          min={STEP}
          step={STEP}
          decimals={2}
          isDisabled={!takesStopPrice}
          onChange={(StopPrice) => change({ StopPrice })}
        />
      </div>
      <Select
        label="Time in force"
        value={order.Tif}
        options={TIME_IN_FORCES.filter((tif) => tif === initial.Tif || tif !== 'GoodTillDate').map(
          (value) => ({
            value,
            label: TIFS[value].name,
            isDisabled: !tifs.includes(value),
          }),
        )}
        onChange={(Tif) => change({ Tif })}
      />
    </>
  );
}
