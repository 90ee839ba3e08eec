import * as v from 'valibot';
import type { GroupTicket } from '../client/types.ts';
import { isSameName } from '../domain/names/same-name.ts';
import { fromE4 } from '../domain/money/price.ts';
import { ATR_BAR_SIZES, MAX_ATR_PERIOD, MIN_ATR_PERIOD } from '../domain/orders/groups/atr-terms.ts';
import { PRICE_DIRECTIONS, PRICE_SOURCES, TIME_EXIT_BASES } from '../domain/orders/groups/conditions.ts';
import { MAX_TARGETS } from '../domain/orders/groups/types.ts';
import type { Save } from '../domain/saves/index.ts';
import type { ToolPlatform } from './types.ts';

/** Saved exits and conditions of orders: the ticket saves them, and every tool that sends groups may use them. */

/** The type of the saves that are templates. */
export const TEMPLATE_SAVE_TYPE = 'OrderTemplate';

const basis = v.picklist(['Offset', 'Percent', 'Atr']);
/** Dollars, per cent or a multiple, in 1/10,000. */
const amountE4 = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e12));
const distance = v.object({ Basis: basis, AmountE4: amountE4 });
/** Whole minutes after midnight in New York, or after the first fill. */
const minutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(527_040));
const condition = v.variant('Basis', [
  v.object({
    Basis: v.picklist(PRICE_SOURCES),
    Symbol: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)),
    Direction: v.picklist(PRICE_DIRECTIONS),
    PriceE4: amountE4,
  }),
  v.object({ Basis: v.literal('TimeOfDay'), Minutes: minutes }),
]);

/** The form of saved data. What was added later has a default, so that earlier templates are read as they were meant. */
export const orderTemplateSchema = v.pipe(
  v.object({
    TargetBasis: basis,
    /** The nearest first. The last one closes what the others leave. */
    Targets: v.pipe(
      v.array(
        v.object({
          AmountE4: amountE4,
          /** Part of the quantity that it closes, per cent. */
          Share: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
        }),
      ),
      v.maxLength(MAX_TARGETS),
    ),
    /** Risk: dollars that the whole quantity may lose. */
    Stop: v.nullable(
      v.object({ Basis: v.picklist(['Offset', 'Percent', 'Atr', 'Risk']), AmountE4: amountE4 }),
    ),
    IsBreakEven: v.boolean(),
    ExitTif: v.picklist(['Day', 'GoodTillCancel']),
    /** The stop trails the market from a profit on. */
    Trail: v.optional(v.nullable(v.object({ Start: distance, Distance: distance })), null),
    TimeExit: v.optional(
      v.nullable(v.object({ Basis: v.picklist(TIME_EXIT_BASES), Minutes: minutes })),
      null,
    ),
    /** The average true range that amounts are multiples of. */
    Atr: v.optional(
      v.nullable(
        v.object({
          Period: v.pipe(v.number(), v.integer(), v.minValue(MIN_ATR_PERIOD), v.maxValue(MAX_ATR_PERIOD)),
          Bars: v.picklist(ATR_BAR_SIZES),
        }),
      ),
      null,
    ),
    /** Instead of exits: what the order waits for on the server. */
    Condition: v.optional(v.nullable(condition), null),
  }),
  v.check(({ Targets, Stop, TimeExit, Condition }) => {
    const hasExits = Targets.length > 0 || Stop !== null || TimeExit !== null;
    return hasExits === (Condition === null);
  }),
);

/** What an order attaches, as it is saved: distances from its fill price and shares of its quantity, so that they fit any order; or a condition that names its symbol. */
export type OrderTemplate = v.InferOutput<typeof orderTemplateSchema>;

/** Reads saved data; null when it is no template. */
export function readTemplate(data: unknown): OrderTemplate | null {
  const read = v.safeParse(orderTemplateSchema, data);
  return read.success ? read.output : null;
}

/** A template with the save that it is in. */
export interface SavedTemplate {
  readonly id: string;
  readonly name: string;
  readonly template: OrderTemplate;
}

/** The templates among saves. Those that cannot be read are left out. */
export const templatesAmong = (saves: readonly Save[]): readonly SavedTemplate[] =>
  saves.flatMap(({ Id, Type, Name, Data }) => {
    const template = Type === TEMPLATE_SAVE_TYPE ? readTemplate(Data) : null;
    return template === null ? [] : [{ id: Id, name: Name, template }];
  });

/** Loads the user's templates; null when they cannot be loaded now. */
export async function loadTemplates({
  savedDocuments,
}: Pick<ToolPlatform, 'savedDocuments'>): Promise<readonly SavedTemplate[] | null> {
  const store = await savedDocuments.open().catch(() => null);
  return store !== null && (await store.load()) ? templatesAmong(store.get().rows) : null;
}

/** The template of this name; undefined without one. */
export const templateNamed = (templates: readonly SavedTemplate[], name: string): SavedTemplate | undefined =>
  templates.find((each) => isSameName(each.name, name));

/** Whole shares of a part of the quantity; at least one. */
export function shareQuantity(share: number, quantity: number | null): number | null {
  if (quantity === null || !Number.isFinite(quantity)) return null;
  return Math.max(1, Math.floor((quantity * share) / 100));
}

/** What a bracket adds to its entry. */
export type BracketExits = Omit<Extract<GroupTicket, { readonly kind: 'Bracket' }>, 'kind' | 'entry'>;

/** The exits that a template gives an order of this quantity, with each target's shares; null for a template that is a condition. */
export function exitsOfTemplate(template: OrderTemplate, quantity: number): BracketExits | null {
  const { Stop, IsBreakEven, ExitTif: tif, Trail, TimeExit, Atr, Condition } = template;
  if (Condition !== null) return null;
  return {
    ...targetsOfTemplate(template, quantity),
    stop: Stop && { basis: Stop.Basis, amount: fromE4(Stop.AmountE4), tif },
    ...(IsBreakEven && Stop !== null && template.Targets.length > 1 && { isBreakEven: true }),
    ...(Trail && Stop && { trail: { start: distanceOf(Trail.Start), distance: distanceOf(Trail.Distance) } }),
    ...(TimeExit && { timeExit: { basis: TimeExit.Basis, minutes: TimeExit.Minutes } }),
    ...(Atr && { atr: { period: Atr.Period, bars: Atr.Bars } }),
  };
}

const distanceOf = ({ Basis, AmountE4 }: v.InferOutput<typeof distance>) => ({
  basis: Basis,
  amount: fromE4(AmountE4),
});

/** A single target closes all. Of several, the last closes what the others leave. */
function targetsOfTemplate(
  { TargetBasis: basis, Targets, ExitTif: tif }: OrderTemplate,
  quantity: number,
): Pick<BracketExits, 'target' | 'targets'> {
  const [first, ...others] = Targets;
  if (first === undefined) return { target: null };
  if (others.length === 0) return { target: { basis, amount: fromE4(first.AmountE4), tif } };
  let left = quantity;
  const targets = Targets.map(({ AmountE4, Share }, at) => {
    const part = at === Targets.length - 1 ? left : (shareQuantity(Share, quantity) ?? 0);
    left -= part;
    return { basis, amount: fromE4(AmountE4), tif, quantity: part };
  });
  return { target: null, targets };
}
