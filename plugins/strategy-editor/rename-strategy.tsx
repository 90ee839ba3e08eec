import { useState, type FormEvent } from 'react';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, DialogActions, TextField } from '../../src/ui/index.ts';
import type { EditModel } from '../algo-stream/dialogs/edit-model.ts';

interface RenameFormProps {
  readonly model: EditModel;
  readonly onClose: () => void;
}

function RenameForm({ model, onClose }: RenameFormProps) {
  const [name, setName] = useState(model.storedName ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    const refusal = await model.rename(name);
    setSending(false);
    setProblem(refusal);
    if (refusal === null) onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Name"
        value={name}
        onChange={(next) => {
          setName(next);
          setProblem(null);
        }}
        error={problem}
        hasErrorLine
        spellCheck={false}
        maxLength={80}
        data-autofocus=""
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isSending} focusableWhenDisabled>
          Rename
        </Button>
      </DialogActions>
    </form>
  );
}

/** Gives the stored strategy of a window another name. */
export async function renameStrategy(
  { dialogs }: Pick<ToolPlatform, 'dialogs'>,
  model: EditModel,
): Promise<void> {
  await dialogs.open<never>({
    title: `Rename strategy - ${model.storedName ?? ''}`,
    width: 420,
    content: ({ close }) => <RenameForm model={model} onClose={() => close(null)} />,
  });
}
