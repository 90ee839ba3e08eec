import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../src/ui/index.ts';
import styles from '../Chart.module.css';
import { StyleFields } from './StyleFields.tsx';
import type { StudyEntry } from './entries.ts';
import type { StudyDraft } from './study-choices.ts';
import { StudyForm } from './StudyForm.tsx';

interface StudyFieldsProps {
  readonly entry: StudyEntry;
  readonly draft: StudyDraft;
  readonly onChange: (next: Partial<Pick<StudyDraft, 'typed' | 'style'>>) => void;
}

/** The numbers and the style of one instance. */
export function StudyFields({ entry: { study }, draft, onChange }: StudyFieldsProps) {
  if (study === undefined) return null;
  return (
    <>
      <StudyForm study={study} values={draft.typed} onChange={(typed) => onChange({ typed })} />
      <StyleFields
        style={draft.style}
        hasLine={study.form === 'series' && study.outputs.some(({ form }) => form === 'line')}
        hasSource={study.form === 'series' && study.readsCloses === true}
        onChange={(style) => onChange({ style })}
      />
    </>
  );
}

interface StudyDetailProps extends StudyFieldsProps {
  readonly name: string;
  /** Adds one more instance of the study; null when the chart has as many as it can. */
  readonly onAnother: (() => void) | null;
  /** Takes the instance off the chart; null when it is not on it. */
  readonly onRemove: (() => void) | null;
}

/** What a study shows, with its settings. */
export function StudyDetail({ name, entry, draft, onChange, onAnother, onRemove }: StudyDetailProps) {
  const fields = useRef<HTMLDivElement>(null);
  /** The new instance has the numbers of this one, which lie over each other until the user types another: the first is selected. */
  function addAnother(): void {
    flushSync(() => onAnother?.());
    const first = fields.current?.querySelector('input');
    first?.focus();
    first?.select();
  }
  return (
    <>
      <p>
        <strong>{name}</strong>
      </p>
      <p className={styles.help}>{entry.help}</p>
      <div ref={fields} className={styles.studyFields}>
        <StudyFields entry={entry} draft={draft} onChange={onChange} />
      </div>
      <p className={styles.hint}>{entry.place}</p>
      {entry.study === undefined ? null : (
        <div>
          <Button disabled={onAnother === null} onClick={addAnother}>
            Add another
          </Button>{' '}
          <Button tone="danger" disabled={onRemove === null} onClick={() => onRemove?.()}>
            Remove
          </Button>
        </div>
      )}
    </>
  );
}
