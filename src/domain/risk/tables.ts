import { orderErrorMessage } from '../orders/errors.ts';
import { CANCEL_CHECKS, NEW_ORDER_CHECKS, REPLACE_CHECKS } from './order-of-checks.ts';
import type { Check } from './check.ts';

/** The three lists as docs/risk-checks.md shows them, so that page and code cannot differ. */
export function riskTables(): string {
  return [
    table('New order', NEW_ORDER_CHECKS),
    table('Cancel', CANCEL_CHECKS),
    table('Replace', REPLACE_CHECKS),
  ].join('\n');
}

type Row = Omit<Check<never>, 'check'>;

function table(title: string, checks: readonly Row[]): string {
  const rows = checks.map(
    ({ id, codes, explain }, index) =>
      `| ${index + 1} | \`${id}\` | ${codes.map((code) => `${code} ${orderErrorMessage(code)}`).join('; ')} | ${explain} |`,
  );
  return [`### ${title}`, '', '| # | Check | Code | Refuses when |', '|---|---|---|---|', ...rows, ''].join(
    '\n',
  );
}
