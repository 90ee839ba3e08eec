import type { BacktestDataType } from '../../../src/domain/strategy/enumerations.ts';
import type { StrategyPrompt } from '../../../src/domain/strategy/prompts.ts';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, DialogActions } from '../../../src/ui/index.ts';
import styles from './StrategyForms.module.css';

/** Lets the user choose the data on which a backtest continues; null = not now. */
export function askData(
  { dialogs }: Pick<ToolPlatform, 'dialogs'>,
  { title, text, answers }: StrategyPrompt,
): Promise<BacktestDataType | null> {
  return dialogs.open<BacktestDataType>({
    title,
    width: 420,
    content: ({ close }) => (
      <>
        <p className={styles.question}>{text}</p>
        <DialogActions>
          <Button onClick={() => close(null)}>Cancel</Button>
          {answers.map(({ label, dataType }, index) => (
            <Button
              key={dataType}
              tone={index === 0 ? 'primary' : 'neutral'}
              data-autofocus={index === 0 ? '' : undefined}
              onClick={() => close(dataType)}
            >
              {label}
            </Button>
          ))}
        </DialogActions>
      </>
    ),
  });
}
