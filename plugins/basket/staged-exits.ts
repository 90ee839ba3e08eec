import { err, ok, type Result } from '../../src/domain/assert/assert.ts';
import { MAX_TARGETS } from '../../src/domain/orders/groups/types.ts';
import {
  exitsOfTemplate,
  templateNamed,
  type BracketExits,
  type SavedTemplate,
} from '../../src/plugin-api/index.ts';
import { bracketProblem } from './staged-bracket.ts';
import type { StagedExit, StagedExits, StagedOrder } from './state.ts';

/** Exits of staged orders: as text in cells and fields, and as they are sent. */

const FORM = /^(\+)?\$?(\d+(?:\.\d+)?)\s*(%|away)?$/i;
/** What an exit may be, for messages. */
export const EXIT_FORMS = 'a price (105.50), a distance in dollars (+1.50) or in per cent (2%)';

/** Names that a message about an unknown template lists. */
const LISTED_TEMPLATES = 5;
/** The exits of an order come from one place. */
export const BOTH_TEXT = 'state a template, or exits of its own (target, stop loss, exit tif), not both';

/** Reads an exit: `105.50`, `+1.50` or `1.50 away`, `2%`. Null for an empty text, undefined for another one. */
export function readExit(text: string): StagedExit | null | undefined {
  const plain = text.replaceAll(',', '').trim();
  if (plain === '') return null;
  const [, plus, digits, unit] = FORM.exec(plain) ?? [];
  if (digits === undefined) return undefined;
  const Amount = Number(digits);
  if (unit === '%') return { Basis: 'Percent', Amount };
  return { Basis: plus === undefined && unit === undefined ? 'Price' : 'Offset', Amount };
}

/** The targets of an order: one for all that it fills, or several that close parts. */
export type StagedTargets = Pick<StagedExits, 'Target' | 'Targets'>;

/** What several targets may be, for messages. */
export const TARGET_FORMS = `up to ${MAX_TARGETS} of them with / between`;

/** Reads targets: an exit, or several such as `1% / 2%`. Undefined for another text. */
export function readTargets(text: string): StagedTargets | undefined {
  const exits = text.split('/').map(readExit);
  const [first, ...others] = exits;
  if (first === undefined) return undefined;
  if (others.length === 0) return { Target: first };
  const Targets = exits.filter((exit) => exit !== undefined && exit !== null);
  return Targets.length === exits.length && Targets.length <= MAX_TARGETS
    ? { Target: null, Targets }
    : undefined;
}

/** An exit as it is read. */
export function exitText(exit: StagedExit | null): string {
  if (exit === null) return '';
  const { Basis, Amount } = exit;
  if (Basis === 'Percent') return `${Amount}%`;
  return `${Basis === 'Offset' ? '+' : ''}${Amount.toFixed(2)}`;
}

/** An exit in a CSV file. A spreadsheet would save `+1.50` as `1.5`, which is a price. */
export const exitCell = (exit: StagedExit | null): string =>
  exit?.Basis === 'Offset' ? `${exit.Amount.toFixed(2)} away` : exitText(exit);

/** Targets as they are read, each written by `write`. */
export const targetsText = (
  { Target, Targets }: StagedTargets,
  write: (exit: StagedExit | null) => string = exitText,
): string => (Targets ?? [Target]).map(write).join(' / ');

/** An exit for a reader: `105.50`, `2%`, `1.50 below`. */
const placedText =
  (side: 'above' | 'below') =>
  (exit: StagedExit | null): string =>
    exit?.Basis === 'Offset' ? `${exit.Amount.toFixed(2)} ${side}` : exitText(exit);

/** `Target 105.50, stop 1.50 below`, `Template Scalp`; empty without exits. */
export function exitsText({
  Exits,
  Template,
  Side,
}: Pick<StagedOrder, 'Exits' | 'Template' | 'Side'>): string {
  const isLong = Side === 'Buy';
  const gain = placedText(isLong ? 'above' : 'below');
  const loss = placedText(isLong ? 'below' : 'above');
  const parts = [
    Template === undefined ? [] : `template ${Template}`,
    Exits?.Target ? `target ${gain(Exits.Target)}` : [],
    Exits?.Targets ? `targets ${targetsText(Exits, gain)}` : [],
    Exits?.Stop ? `stop ${loss(Exits.Stop)}` : [],
  ].flat();
  const text = parts.join(', ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The exits, undefined when there are none. */
export const exitsOf = (
  targets: StagedTargets,
  Stop: StagedExit | null,
  Tif: StagedExits['Tif'],
): StagedExits | undefined =>
  targets.Target === null && targets.Targets === undefined && Stop === null
    ? undefined
    : { ...targets, Stop, Tif };

/** The exits that an order states itself, as they are sent. */
function ownExits({ Target, Targets, Stop, Tif }: StagedExits, quantity: number): BracketExits {
  const exit = ({ Basis, Amount }: StagedExit) => ({ basis: Basis, amount: Amount, tif: Tif });
  const stop = Stop && exit(Stop);
  if (Targets === undefined) return { target: Target && exit(Target), stop };
  const part = Math.floor(quantity / Targets.length);
  const last = quantity - part * (Targets.length - 1);
  const targets = Targets.map((each, at) => ({
    ...exit(each),
    quantity: at === Targets.length - 1 ? last : part,
  }));
  return { target: null, targets, stop };
}

/** Why the exits that the order states itself do not fit it, in lower case; null when they do. `marketE4`: the last price, 0 = unknown. */
export function exitsProblem(order: StagedOrder, marketE4 = 0): string | null {
  if (order.Exits === undefined) return null;
  return order.Template === undefined
    ? bracketProblem(order, ownExits(order.Exits, order.Quantity), marketE4)
    : BOTH_TEXT;
}

/**
 * The exits of an order: its own, those of its template, or null for none; or why they are unknown, in lower case.
 * @param templates the user's templates; null while they are not loaded
 */
export function exitsOfStaged(
  { Exits, Template, Quantity }: Pick<StagedOrder, 'Exits' | 'Template' | 'Quantity'>,
  templates: readonly SavedTemplate[] | null,
): Result<BracketExits | null, string> {
  if (Exits !== undefined) return Template === undefined ? ok(ownExits(Exits, Quantity)) : err(BOTH_TEXT);
  if (Template === undefined) return ok(null);
  if (templates === null) return err('the templates could not be loaded: try again');
  const found = templateNamed(templates, Template);
  if (found === undefined) return err(unknownText(Template, templates));
  const exits = exitsOfTemplate(found.template, Quantity);
  return exits === null
    ? err(`the template "${found.name}" is a condition: an order of a basket takes one with exits`)
    : ok(exits);
}

function unknownText(name: string, templates: readonly SavedTemplate[]): string {
  const names = templates.map((each) => `"${each.name}"`);
  if (names.length === 0) return `there is no template "${name}": the ticket saves templates`;
  const listed = names.slice(0, LISTED_TEMPLATES).join(', ');
  return `there is no template "${name}": use ${listed}${names.length > LISTED_TEMPLATES ? ' or another of yours' : ''}`;
}
