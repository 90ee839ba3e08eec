import type { Explanation as OrderExplanation } from '../../client/execution/types.ts';
import { checkName, figureTexts, remedyText, shownChecks, verdictText } from './check-texts.ts';
import styles from './OrderChecks.module.css';

interface OrderChecksProps {
  /** Null = not recorded. */
  readonly explanation: OrderExplanation | null;
  readonly side: 'Buy' | 'Sell' | 'Short';
  /** What was checked: `Risk checks` unless given. */
  readonly title?: string;
}

const HEADINGS = ['Check', 'Order', 'Limit', 'Room', 'Verdict'] as const;

/** The checks as a table: those that refuse first. */
export function CheckTable({
  explanation,
  side,
  title = 'Risk checks',
  hasAll = false,
}: Omit<OrderChecksProps, 'explanation'> & {
  readonly explanation: OrderExplanation;
  /** Lists also the checks that passed and compare no numbers. */
  readonly hasAll?: boolean;
}) {
  return (
    <table aria-label={title} className={styles.table}>
      <thead>
        <tr>
          {HEADINGS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shownChecks(explanation, hasAll).map((check) => {
          const { Check, Leg = '', Rule, ErrorCode, Figure: figure } = check;
          const texts = figure === undefined ? null : figureTexts(figure);
          return (
            <tr key={`${Check} ${Leg}`} title={Rule} data-refused={ErrorCode === 0 ? undefined : ''}>
              <th scope="row">{checkName(check)}</th>
              <td>{texts?.value ?? ''}</td>
              <td>{texts?.limit ?? ''}</td>
              <td>{texts?.room ?? ''}</td>
              <td>{verdictText(check, side)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The risk checks of an order with the numbers that they compared. */
export function OrderChecks({ explanation, side, title = 'Risk checks' }: OrderChecksProps) {
  if (explanation === null)
    return <p className={styles.note}>{title}: not recorded for this order since the server started.</p>;
  const checks = shownChecks(explanation, false);
  const refused = checks.filter(({ ErrorCode }) => ErrorCode !== 0).length;
  const remedy = remedyText(explanation.Remedy, side);
  const isPassed = refused === 0 && explanation.ErrorCode === 0;
  return (
    <details className={styles.checks} open={!isPassed}>
      <summary>
        {isPassed
          ? `${title}: passed, ${checks.length} with figures`
          : refused === 0
            ? `${title}: ${explanation.ErrorCode} ${explanation.Message}`
            : `${title}: ${refused} refused`}
      </summary>
      {remedy === '' ? null : <p className={styles.note}>All checks pass with {remedy}.</p>}
      <CheckTable explanation={explanation} side={side} title={title} />
    </details>
  );
}
