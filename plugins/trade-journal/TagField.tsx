import { useId, useState } from 'react';
import { X } from 'lucide-react';
import { Button, IconButton, TextField } from '../../src/ui/index.ts';
import { MAX_TAG, MAX_TAGS } from './notes.ts';
import styles from './TradeJournal.module.css';

/** The tags of a note. The field suggests tags of other notes; Enter or a comma adds what is typed. */
export function TagField({
  tags,
  known,
  onChange,
}: {
  readonly tags: readonly string[];
  readonly known: readonly string[];
  readonly onChange: (tags: string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const listId = useId();
  const isFull = tags.length >= MAX_TAGS;
  const add = () => {
    const tag = typed.trim().replace(/,+$/, '').trim();
    // The spelling of a tag that exists: `Breakout` and `breakout` are the same.
    const spelled = known.find((each) => each.toLowerCase() === tag.toLowerCase()) ?? tag;
    setTyped('');
    if (spelled !== '' && !tags.includes(spelled)) onChange([...tags, spelled]);
  };
  return (
    <div className={styles.tags}>
      <ul className={styles.tagList} aria-label="Tags">
        {tags.map((tag) => (
          <li key={tag} className={styles.tag}>
            {tag}
            <IconButton
              label={`Remove the tag ${tag}`}
              onClick={() => onChange(tags.filter((other) => other !== tag))}
            >
              <X size={10} />
            </IconButton>
          </li>
        ))}
      </ul>
      <TextField
        label="Add tag"
        value={typed}
        maxLength={MAX_TAG}
        list={listId}
        disabled={isFull}
        hint={isFull ? `At most ${MAX_TAGS} tags` : ''}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ',') return;
          event.preventDefault();
          add();
        }}
        onBlur={add}
      />
      <datalist id={listId}>
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      <Button disabled={isFull || typed.trim() === ''} onClick={add}>
        Add
      </Button>
    </div>
  );
}
