import { useCallback, useRef, useState, type FormEvent } from 'react';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { optionTermsOf, type OptionTerms } from '../../src/domain/portfolio/index.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { lastPriceOf, type ToolPlatform, useOrders, useReadable } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, NumberField } from '../../src/ui/index.ts';
import {
  contractsProblem,
  exerciseFacts,
  exerciseWarnings,
  freeContracts,
  shortWarning,
} from './exercise-figures.ts';
import { ExerciseRequest } from './exercise-request.ts';
import styles from './TradeManager.module.css';
import { symbolKey, useLiveRefresh } from './use-live-refresh.ts';

const WIDTH_PX = 420;

interface ExerciseDialogProps {
  readonly platform: ToolPlatform;
  readonly symbol: string;
  readonly close: () => void;
}

/** Contracts to exercise, what that delivers and costs, and what it loses at the prices of now. */
export function ExerciseDialog({ platform, symbol, close }: ExerciseDialogProps) {
  const terms = optionTermsOf(symbol);
  const position = useOrders(platform, ({ positions }) => positions.get(symbol));
  const shares = useOrders(platform, ({ positions }) => positions.get(terms?.underlying ?? ''));
  const cash = useOrders(platform, ({ balance }) => balance?.Cash ?? null);
  const free = position === undefined ? 0 : freeContracts(position);
  const [contracts, setContracts] = useState<number | null>(free);
  const [request] = useState(() => new ExerciseRequest(platform.orders, symbol, close));
  const { isSending, failure } = useReadable(request);
  const isHeld = position !== undefined && position.LongQty > 0;
  const problem = isHeld ? contractsProblem(contracts, free) : 'The position is closed.';
  const count = problem === null ? (contracts ?? 0) : 0;
  const short = terms === null ? null : shortWarning(terms, count, shares);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (count > 0) void request.send(count);
  };
  return (
    <form className={styles.exercise} onSubmit={submit} noValidate>
      <p>
        <strong>{displaySymbol(symbol)}</strong>
        {isHeld ? `, ${formatInteger(position.LongQty)} held` : ''}
      </p>
      <NumberField
        label="Contracts"
        value={contracts}
        onChange={setContracts}
        error={problem}
        min={1}
        max={Math.max(1, free)}
        isRequired
        isFirst
        isDisabled={isSending}
      />
      {terms === null || count === 0 ? null : (
        <>
          <dl className={styles.exerciseFacts} aria-label="Exercise">
            {exerciseFacts(terms, count, cash).map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {short === null ? null : <p className={styles.warning}>{short}</p>}
          <LiveWarning platform={platform} terms={terms} contracts={count} />
        </>
      )}
      <p className={styles.note}>An exercise cannot be revoked.</p>
      {failure === null ? null : (
        <p className={styles.problem} role="alert">
          Not exercised: {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Keep the option</Button>
        <Button tone="primary" type="submit" disabled={count === 0 || isSending}>
          {isSending ? 'Exercising…' : exerciseLabel(count)}
        </Button>
      </DialogActions>
    </form>
  );
}

const exerciseLabel = (count: number): string =>
  count === 0 ? 'Exercise' : `Exercise ${formatInteger(count)} ${count === 1 ? 'contract' : 'contracts'}`;

/** What the exercise loses at the prices of now, written twice a second without rendering. */
function LiveWarning({
  platform,
  terms,
  contracts,
}: {
  readonly platform: ToolPlatform;
  readonly terms: OptionTerms;
  readonly contracts: number;
}) {
  const place = useRef<HTMLParagraphElement>(null);
  const { symbol, underlying } = terms;
  const refresh = useCallback(() => {
    const option = optionTermsOf(symbol);
    if (place.current === null || option === null) return;
    const prices = {
      bid: platform.symbols.get(symbol)?.bid ?? 0,
      spot: lastPriceOf(platform.symbols, underlying) ?? 0,
    };
    const text = exerciseWarnings(option, contracts, prices).join(' ');
    if (place.current.textContent !== text) place.current.textContent = text;
    place.current.hidden = text === '';
  }, [platform, symbol, underlying, contracts]);
  useLiveRefresh(platform, symbolKey([symbol, underlying]), true, refresh);
  return <p ref={place} className={styles.warning} />;
}

/** Opens the dialog on a long option; resolves when it is closed. */
export async function openExercise(platform: ToolPlatform, symbol: string): Promise<void> {
  await platform.dialogs.open<never>({
    title: 'Exercise option',
    width: WIDTH_PX,
    content: ({ close }) => <ExerciseDialog platform={platform} symbol={symbol} close={() => close(null)} />,
  });
}
