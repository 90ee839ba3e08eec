import { useState } from 'react';
import { Button, Checkbox } from '../../ui/index.ts';
import type { ImportPlan } from './plan-import.ts';
import type { PartId, PartLine } from './plan-parts.ts';
import type { Work } from './present-data.ts';
import type { ImportOutcome } from './run-import.ts';
import styles from './Transfer.module.css';
import { useWork } from './use-work.ts';
import { WorkFailure, WorkProgress } from './WorkView.tsx';

interface ImportDialogProps {
  /** What could not be read of the file, as sentences. */
  readonly problems: readonly string[];
  readonly plan: (work: Work) => Promise<ImportPlan>;
  readonly linesOf: (plan: ImportPlan) => readonly PartLine[];
  readonly run: (plan: ImportPlan, chosen: ReadonlySet<PartId>, work: Work) => Promise<ImportOutcome>;
  readonly close: (outcome: ImportOutcome | null) => void;
}

/** Compares a file with what the user has, lets the user choose what to add, adds it and reports what was added. */
export function ImportDialog({ problems, plan, linesOf, run, close }: ImportDialogProps) {
  const [planned, { retry }] = useWork(plan);
  const [begun, setBegun] = useState<((work: Work) => Promise<ImportOutcome>) | null>(null);
  if (begun !== null) return <ImportRun run={begun} problems={problems} close={close} />;
  return (
    <div className={styles.transfer}>
      <Problems problems={problems} />
      {planned.state === 'running' ? (
        <WorkProgress
          progress={planned.progress}
          text="Comparing with what you have"
          onCancel={() => close(null)}
        />
      ) : planned.state === 'failed' ? (
        <WorkFailure message={planned.message} onRetry={retry} onClose={() => close(null)} />
      ) : (
        <PartChoice
          lines={linesOf(planned.value)}
          onCancel={() => close(null)}
          onImport={(chosen) => setBegun(() => (work: Work) => run(planned.value, chosen, work))}
        />
      )}
    </div>
  );
}

function Problems({ problems }: Pick<ImportDialogProps, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label="Problems of the file">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

interface PartChoiceProps {
  readonly lines: readonly PartLine[];
  readonly onImport: (chosen: ReadonlySet<PartId>) => void;
  readonly onCancel: () => void;
}

function PartChoice({ lines, onImport, onCancel }: PartChoiceProps) {
  const [chosen, setChosen] = useState<ReadonlySet<PartId>>(
    () => new Set(lines.filter(({ isEmpty, isReplacing }) => !isEmpty && !isReplacing).map(({ id }) => id)),
  );
  const toggle = (id: PartId, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((other) => other !== id)));
  if (lines.every(({ isEmpty }) => isEmpty))
    return (
      <>
        <p role="status">
          {lines.length === 0
            ? 'The file contains nothing that can be imported.'
            : 'You have everything in this file already.'}
        </p>
        <div className={styles.actions}>
          <Button tone="primary" onClick={onCancel}>
            Done
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p>Choose what to import. Nothing that you have is changed, except where it says so.</p>
      <ul className={styles.parts} aria-label="Contents of the file">
        {lines.map(({ id, label, text, isEmpty }) => (
          <li key={id} className={styles.part}>
            <Checkbox
              label={label}
              isChecked={chosen.has(id)}
              isDisabled={isEmpty}
              onChange={(isChosen) => toggle(id, isChosen)}
            />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button tone="primary" disabled={chosen.size === 0} onClick={() => onImport(chosen)}>
          Import
        </Button>
      </div>
    </>
  );
}

interface ImportRunProps extends Pick<ImportDialogProps, 'problems' | 'close'> {
  readonly run: (work: Work) => Promise<ImportOutcome>;
}

function ImportRun({ run, problems, close }: ImportRunProps) {
  const [work, { cancel, retry }] = useWork(run);
  if (work.state === 'running')
    return (
      <div className={styles.transfer}>
        <WorkProgress progress={work.progress} text="Adding" onCancel={cancel} />
      </div>
    );
  if (work.state === 'failed')
    return (
      <div className={styles.transfer}>
        <WorkFailure message={work.message} onRetry={retry} onClose={() => close(null)} />
      </div>
    );
  const { added, isCancelled } = work.value;
  const summary = added.length === 0 ? 'Nothing was added.' : `Added: ${added.join(', ')}.`;
  return (
    <div className={styles.transfer}>
      <p role="status">{isCancelled ? `Cancelled. ${summary}` : summary}</p>
      <Problems problems={[...problems, ...work.value.problems]} />
      <div className={styles.actions}>
        <Button tone="primary" onClick={() => close(work.value)}>
          Done
        </Button>
      </div>
    </div>
  );
}
