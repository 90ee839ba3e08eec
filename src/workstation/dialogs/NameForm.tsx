import { useState } from 'react';
import { Button, DialogActions, TextField } from '../../ui/index.ts';
import { MAX_NAME_CHARS } from '../workspace/workspace-state.ts';

/** `errorOf` returns the message about an invalid name, or null. `close` receives the name, or null when the user cancels. */
export interface NameFormProps {
  readonly initial: string;
  readonly errorOf: (name: string) => string | null;
  readonly close: (name: string | null) => void;
}

/** A Name field with Ok and Cancel; Enter is Ok. */
export function NameForm({ initial, errorOf, close }: NameFormProps) {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = errorOf(name);
        if (wrong === null) close(name.trim());
        else setError(wrong);
      }}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(text) => {
          setName(text);
          setError(null);
        }}
        error={error}
        autoFocus
        maxLength={MAX_NAME_CHARS}
      />
      <DialogActions>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary">
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}
