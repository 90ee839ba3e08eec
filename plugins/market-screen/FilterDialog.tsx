import { useEffect, useState } from 'react';
import type { ScreenField } from '../../src/domain/screener/index.ts';
import type { Dialogs } from '../../src/plugin-api/index.ts';
import { ErrorState, Skeleton } from '../../src/ui/index.ts';
import { FilterForm, type FilterFormProps } from './FilterForm.tsx';
import type { ScreenRun } from './screen-run.ts';
import type { ScreenFilter } from './state.ts';

interface FilterDialogProps extends Omit<FilterFormProps, 'fields'> {
  readonly screen: Pick<ScreenRun, 'fields'>;
}

/** Loads the fields, then shows the form. */
function FilterDialog({ present, screen, close, onEdit }: FilterDialogProps) {
  const [fields, setFields] = useState<readonly ScreenField[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    setFailed(false);
    screen.fields().then(
      (answer) => {
        if (!isGone) setFields(answer);
      },
      () => {
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [screen, attempt]);
  if (hasFailed)
    return (
      <ErrorState
        title="The fields did not load"
        text="The market data service does not answer. Your filters are unchanged."
        onRetry={() => setAttempt((count) => count + 1)}
      />
    );
  if (fields === null) return <Skeleton rows={4} label="Loading the fields" />;
  return <FilterForm present={present} fields={fields} close={close} onEdit={onEdit} />;
}

/** Opens the filter dialog of a screener. Resolves to the new rows, or null when cancelled. */
export function chooseFilters(
  dialogs: Dialogs,
  screen: Pick<ScreenRun, 'fields'>,
  present: readonly ScreenFilter[],
): Promise<readonly ScreenFilter[] | null> {
  let isChanged = false;
  const onEdit = (next: boolean) => {
    isChanged = next;
  };
  return dialogs.open<readonly ScreenFilter[]>({
    title: 'Market screen filter',
    width: 680,
    content: ({ close }) => <FilterDialog present={present} screen={screen} close={close} onEdit={onEdit} />,
    mayLeave: async () =>
      !isChanged ||
      dialogs.confirm({
        title: 'Market screen filter',
        message: 'You have filter changes that are not applied yet. Leave without them?',
        yes: 'Leave',
        no: 'Keep editing',
      }),
  });
}
