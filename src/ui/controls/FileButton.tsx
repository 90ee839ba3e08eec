import { useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

/** The properties of a `FileButton`; others go to its button. */
export interface FileButtonProps extends Omit<ButtonProps, 'onClick' | 'type'> {
  /** Accessible name of the file field behind the button: says what the file holds. */
  readonly label: string;
  /** Endings and media types of the files that are offered, separated by commas. */
  readonly accept: string;
  readonly onChoose: (file: File) => void;
}

/** A button that lets the user choose a file. The same file can be chosen again, after it was corrected. */
export function FileButton({ label, accept, onChoose, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...rest} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Without this the browser reports no change when the same file is chosen again.
          event.target.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
    </>
  );
}
