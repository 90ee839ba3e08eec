import type { ORDER_ERRORS } from '../orders/errors.ts';
import type { Figure } from './figure.ts';
import type { CancelContext, ReplaceContext, RiskContext } from './types.ts';

/** Codes of the catalogue, 0 included. */
export type OrderCode = keyof typeof ORDER_ERRORS extends infer Key
  ? Key extends number
    ? Key
    : Key extends `${infer Code extends number}`
      ? Code
      : never
  : never;
/** A code that refuses. */
export type RefusalCode = Exclude<OrderCode, 0>;
/** 0 = no objection. */
export type Verdict = 0 | RefusalCode;

/** One check: pure, and closed when in doubt. */
export interface Check<Context> {
  readonly id: string;
  /** Every code it can give; the first is what stands for it when it fails itself. */
  readonly codes: readonly [RefusalCode, ...RefusalCode[]];
  readonly title: string;
  /** When it refuses, in one sentence. */
  readonly explain: string;
  check(context: Context): Verdict;
  /** After a refusal: the rule in its present numbers, and how long to wait. Shown after the code's text. */
  detail?(context: Context): string | undefined;
  /** The two numbers that the check compares; null for an order that it is not about. Absent for a check without numbers. */
  figure?(context: Context): Figure | null;
}
/** A check of a new order, or of a replacement as a new order. */
export type RiskCheck = Check<RiskContext>;
/** A check of a request to cancel or replace. */
export type CancelCheck = Check<CancelContext>;
/** A check of a replacement against the order that it replaces. */
export type ReplaceCheck = Check<ReplaceContext>;

interface Definition<Context, Codes extends readonly [RefusalCode, ...RefusalCode[]]> {
  readonly id: string;
  readonly codes: Codes;
  readonly title: string;
  readonly explain: string;
  check(context: Context): 0 | Codes[number];
  detail?(context: Context): string | undefined;
  figure?(context: Context): Figure | null;
}
/** A check of new (and replacing) orders; the compiler holds it to the codes it declares. */
export const riskCheck = <const Codes extends readonly [RefusalCode, ...RefusalCode[]]>(
  definition: Definition<RiskContext, Codes>,
): RiskCheck => definition;
/** What new orders, cancels and replaces are all judged by. */
export type SharedContext = Pick<CancelContext, 'server' | 'session' | 'account' | 'route'>;
/** A check that new orders, cancels and replaces share. */
export const sharedCheck = <const Codes extends readonly [RefusalCode, ...RefusalCode[]]>(
  definition: Definition<SharedContext, Codes>,
): Check<SharedContext> => definition;
/** A check of cancels, which replaces run too. */
export const cancelCheck = <const Codes extends readonly [RefusalCode, ...RefusalCode[]]>(
  definition: Definition<CancelContext, Codes>,
): CancelCheck => definition;
/** A check of replaces alone. */
export const replaceCheck = <const Codes extends readonly [RefusalCode, ...RefusalCode[]]>(
  definition: Definition<ReplaceContext, Codes>,
): ReplaceCheck => definition;
