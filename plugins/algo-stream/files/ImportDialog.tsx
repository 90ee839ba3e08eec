import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Result } from '../../../src/domain/assert/assert.ts';
import { formatInteger } from '../../../src/domain/columns/index.ts';
import { strategyNameProblem } from '../../../src/domain/strategy/name.ts';
import type { StrategyFileProblem } from '../../../src/domain/strategy/strategy-file.ts';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, DialogActions, FileButton, Select, TextField } from '../../../src/ui/index.ts';
import forms from '../dialogs/StrategyForms.module.css';
import styles from './Import.module.css';
import { problemText, readStrategyFile, type FileFault, type ReadFile } from './read-strategy-file.ts';
import { saveImport } from './save-import.ts';

const WIDTH_PX = 520;
const UNREADABLE = 'The file could not be read. Check that it is still there, then try again.';
/** Value of the choice of a new strategy. No strategy has a comma in its name. */
const NEW = ',';

type Platform = Pick<ToolPlatform, 'strategies' | 'dialogs'>;

/** The checker is that of the code editor, which is large: it is loaded with the first file. */
const checkCode = async (code: string): Promise<readonly FileFault[]> => {
  const { syntaxFaults } = await import('../editor/syntax-faults.ts');
  return syntaxFaults(code);
};

interface ImportProps {
  readonly platform: Platform;
  /** The file to begin with; null = the user chooses one. */
  readonly file: File | null;
  /** The strategy that gets a new version unless the user chooses otherwise; null = the one with the name of the file. */
  readonly preferred: string | null;
  readonly close: () => void;
}

interface ChosenFile {
  readonly fileName: string;
  /** Null while it is read and checked. */
  readonly result: Result<ReadFile, StrategyFileProblem> | null;
}

/** The chosen file, read and checked. */
function useChosenFile(first: File | null) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const latest = useRef<File | null>(null);
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    latest.current = file;
    setChosen({ fileName: file.name, result: null });
    const result = await readStrategyFile(file, checkCode).catch(() => ({
      ok: false as const,
      error: { line: null, message: UNREADABLE },
    }));
    if (latest.current === file) setChosen({ fileName: file.name, result });
  };
  useEffect(() => void take(first), [first]);
  return { chosen, take };
}

function Faults({ read }: { readonly read: ReadFile }) {
  if (!read.isChecked)
    return <p className={styles.fault}>The code could not be checked. A run reports its faults.</p>;
  if (read.faults.length === 0) return <p className={styles.note}>No faults were found in its syntax.</p>;
  return (
    <>
      <p className={styles.fault}>A run of it would end with an error. It can be imported and corrected:</p>
      <ul className={styles.faults} aria-label="Faults of the file" tabIndex={0}>
        {read.faults.map(({ line, message }) => (
          <li key={`${line} ${message}`}>{problemText({ line, message })}</li>
        ))}
      </ul>
    </>
  );
}

/** The line break at the end begins no further line. */
const linesText = (text: string): string => {
  const count = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
  return `${formatInteger(count)} ${count === 1 ? 'line' : 'lines'}`;
};

interface TargetProps extends Omit<ImportProps, 'file'> {
  readonly read: ReadFile;
}

/** What becomes of a file that was read. */
function Target({ platform, preferred, read, close }: TargetProps) {
  const names = platform.strategies.get().personal.map(({ Name }) => Name);
  const present = preferred ?? (names.includes(read.name) ? read.name : NEW);
  const [target, setTarget] = useState(present);
  const [name, setName] = useState(() => freeName(read.name, names));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isNew = target === NEW;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = isNew ? strategyNameProblem(name) : null;
    setProblem(found);
    if (found !== null || isBusy) return;
    setIsBusy(true);
    const isStored = await saveImport(platform, { name: isNew ? name.trim() : target, isNew }, read);
    setIsBusy(false);
    if (isStored) close();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={forms.form}>
      <p className={styles.note}>
        Code: {linesText(read.code)}. Parameters: {linesText(read.parameters)}.
      </p>
      <Faults read={read} />
      <Select
        label="Import as"
        value={target}
        options={[
          { value: NEW, label: 'New strategy' },
          ...names.map((each) => ({ value: each, label: `New version of "${each}"` })),
        ]}
        onChange={setTarget}
      />
      {isNew ? (
        <TextField label="Name" value={name} onChange={setName} error={problem} spellCheck={false} />
      ) : (
        <p className={styles.note}>The present code and parameters are kept as an earlier version.</p>
      )}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
          Import
        </Button>
      </DialogActions>
    </form>
  );
}

/** A name that no strategy of the user has: `Cross`, `Cross 2`. */
function freeName(name: string, names: readonly string[]): string {
  if (!names.includes(name)) return name;
  let number = 2;
  while (names.includes(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}

function ImportStrategy({ platform, file, preferred, close }: ImportProps) {
  const { chosen, take } = useChosenFile(file);
  const result = chosen?.result ?? null;
  return (
    <div className={forms.form}>
      <div className={styles.file}>
        <span role="status">
          {chosen === null
            ? 'A .ts file with the code of a strategy, and its parameters as comments at the end.'
            : result === null
              ? `Checking ${chosen.fileName}…`
              : chosen.fileName}
        </span>
        <FileButton
          data-autofocus=""
          label="File with a strategy"
          accept=".ts,.js,.mts,text/typescript,text/javascript,text/plain"
          onChoose={(chosenFile) => void take(chosenFile)}
        >
          Choose file…
        </FileButton>
      </div>
      {result === null ? null : result.ok ? (
        <Target
          key={`${result.value.name}/${result.value.code}`}
          platform={platform}
          preferred={preferred}
          read={result.value}
          close={close}
        />
      ) : (
        <p role="alert" className={styles.fault}>
          {problemText(result.error)}
        </p>
      )}
      {result?.ok === true ? null : (
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
        </DialogActions>
      )}
    </div>
  );
}

/** Imports a strategy from a file. Nothing is saved before the user has seen what is wrong with it. */
export async function importStrategy(
  platform: Platform,
  { file = null, preferred = null }: { readonly file?: File | null; readonly preferred?: string | null } = {},
): Promise<void> {
  await platform.dialogs.open<never>({
    title: 'Import strategy',
    width: WIDTH_PX,
    content: ({ close }) => (
      <ImportStrategy platform={platform} file={file} preferred={preferred} close={() => close(null)} />
    ),
  });
}
