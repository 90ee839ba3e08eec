import { Star } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Checkbox, classNames, TextField } from '../../../src/ui/index.ts';
import styles from '../Chart.module.css';
import type { StudyEntry } from './entries.ts';
import { furtherName, furtherOf, type StudyChoices } from './study-choices.ts';

interface StudyListProps {
  /** Those that fit the query, the best first. */
  readonly entries: readonly StudyEntry[];
  readonly query: string;
  /** What is wrong in files of the user that are no studies for it. */
  readonly faults: readonly string[];
  readonly choices: StudyChoices;
  readonly currentKey: string;
  readonly favorites: readonly string[];
  readonly onQuery: (query: string) => void;
  readonly onChoose: (key: string, isOn: boolean) => void;
  readonly onCurrent: (key: string) => void;
  readonly onFavorite: (id: string, isOn: boolean) => void;
}

/** The studies to choose from, with a field that finds them: Enter puts the best one on the chart, the arrow keys move through the list. */
export function StudyList({ entries, query, faults, onQuery, onChoose, ...rest }: StudyListProps) {
  const mine = entries.filter(({ isMine }) => isMine === true);
  const others = entries.filter(({ isMine }) => isMine !== true);
  const hasMine = mine.length > 0 || faults.length > 0;
  const list = useRef<HTMLDivElement>(null);
  const names = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-study]') ?? [])];
  const onSearchKey = (event: KeyboardEvent) => {
    const best = entries[0];
    if (event.key === 'Enter' && query.trim() !== '') {
      // Enter in an empty field applies the dialog.
      event.preventDefault();
      if (best !== undefined) onChoose(best.id, true);
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      names()[0]?.focus();
    }
  };
  const onListKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const all = names();
    const at = all.findIndex((each) => each === event.target);
    if (step === 0 || at < 0) return;
    event.preventDefault();
    all[at + step]?.focus();
  };
  return (
    <div className={styles.studyPicker}>
      <TextField
        label="Find a study"
        isLabelHidden
        placeholder="Find a study"
        type="search"
        value={query}
        onChange={onQuery}
        onKeyDown={onSearchKey}
      />
      <div ref={list} className={styles.studyList} role="group" aria-label="Studies" onKeyDown={onListKey}>
        {hasMine ? <p className={styles.studyGroup}>My studies</p> : null}
        {mine.map((entry) => (
          <StudyRows key={entry.id} entry={entry} onChoose={onChoose} {...rest} />
        ))}
        {faults.map((fault) => (
          <p key={fault} className={classNames(styles.problem, styles.studyFault)}>
            {fault}
          </p>
        ))}
        {hasMine && others.length > 0 ? <p className={styles.studyGroup}>All studies</p> : null}
        {others.map((entry) => (
          <StudyRows key={entry.id} entry={entry} onChoose={onChoose} {...rest} />
        ))}
        {entries.length === 0 ? <p className={styles.hint}>No study fits “{query.trim()}”.</p> : null}
      </div>
    </div>
  );
}

type StudyRowsProps = Omit<StudyListProps, 'entries' | 'query' | 'faults' | 'onQuery'> & {
  readonly entry: StudyEntry;
};

/** A study and its further instances. */
function StudyRows({ entry, choices, favorites, onFavorite, ...row }: StudyRowsProps) {
  const { id, name, help } = entry;
  const isFavorite = favorites.includes(id);
  return (
    <>
      <StudyRow
        rowKey={id}
        name={name}
        help={help}
        isChosen={choices.chosen.includes(id)}
        star={
          <button
            type="button"
            className={styles.star}
            aria-pressed={isFavorite}
            aria-label={`Favorite: ${name}`}
            title={isFavorite ? 'Remove from the favorites' : 'Keep at the top'}
            onClick={() => onFavorite(id, !isFavorite)}
          >
            <Star size={13} fill={isFavorite ? 'currentColor' : 'none'} aria-hidden />
          </button>
        }
        {...row}
      />
      {furtherOf(choices, id).map(({ key }) => (
        <StudyRow
          key={key}
          rowKey={key}
          name={furtherName(choices, key)}
          help={help}
          isChosen={choices.chosen.includes(key)}
          isFurther
          {...row}
        />
      ))}
    </>
  );
}

interface StudyRowProps extends Pick<StudyListProps, 'currentKey' | 'onChoose' | 'onCurrent'> {
  readonly rowKey: string;
  readonly name: string;
  readonly help: string;
  readonly isChosen: boolean;
  readonly isFurther?: boolean;
  readonly star?: ReactNode;
}

function StudyRow({
  rowKey,
  name,
  help,
  isChosen,
  isFurther = false,
  star,
  currentKey,
  onChoose,
  onCurrent,
}: StudyRowProps) {
  const isCurrent = rowKey === currentKey;
  return (
    <div className={styles.studyRow} data-current={isCurrent} data-further={isFurther}>
      <Checkbox
        isLabelHidden
        label={`Show ${name}`}
        isChecked={isChosen}
        onChange={(isOn) => onChoose(rowKey, isOn)}
      />
      <button
        type="button"
        data-study={rowKey}
        aria-pressed={isCurrent}
        title={help}
        onClick={() => onCurrent(rowKey)}
      >
        {name}
      </button>
      {star}
    </div>
  );
}
