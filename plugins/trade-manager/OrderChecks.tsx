import { ORDER_ERRORS } from '../../src/domain/orders/errors.ts';
import type { OrderExplanation } from '../../src/plugin-api/index.ts';
import { figureTexts, remedyText, shownChecks } from './check-texts.ts';
import styles from './OrderChecks.module.css';

interface OrderChecksProps {
  /** Null = not recorded. */
  readonly explanation: OrderExplanation | null;
  readonly side: 'Buy' | 'Sell' | 'Short';
}

/** The risk checks of an order with the numbers that they compared. */
export function OrderChecks({ explanation, side }: OrderChecksProps) {
  if (explanation === null)
    return <p className={styles.note}>Risk checks: not recorded for this order since the server started.</p>;
  const checks = shownChecks(explanation);
  const refused = checks.filter(({ ErrorCode }) => ErrorCode !== 0).length;
  const remedy = remedyText(explanation.Remedy, side);
  return (
    <details className={styles.checks} open={refused > 0}>
      <summary>
        {refused === 0
          ? `Risk checks: passed, ${checks.length} with figures`
          : `Risk checks: ${refused} refused`}
      </summary>
      {remedy === '' ? null : <p className={styles.note}>All checks pass with {remedy}.</p>}
      <table aria-label="Risk checks">
        <thead>
          <tr>
            {['Check', 'Order', 'Limit', 'Room', 'Verdict'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {checks.map(({ Check, Title, Rule, ErrorCode, Figure: figure, Detail, Remedy }) => {
            const texts = figure === undefined ? null : figureTexts(figure);
            const passes = Remedy === undefined ? '' : remedyText(Remedy, side);
            return (
              <tr key={Check} title={Rule} data-refused={ErrorCode === 0 ? undefined : ''}>
                <th scope="row">{Title}</th>
                <td>{texts?.value ?? ''}</td>
                <td>{texts?.limit ?? ''}</td>
                <td>{texts?.room ?? ''}</td>
                <td>
                  {ErrorCode === 0
                    ? 'passed'
                    : [
                        // The catalogue has a text for each code.
                        `${ErrorCode} ${ORDER_ERRORS[ErrorCode as keyof typeof ORDER_ERRORS]}`,
                        ...(Detail === undefined ? [] : [Detail]),
                        ...(passes === '' ? [] : [`passes with ${passes}`]),
                      ].join('; ')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
