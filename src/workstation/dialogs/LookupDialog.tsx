import { Dialog } from '../../ui/index.ts';
import { SymbolLookup, type SymbolLookupProps } from './SymbolLookup.tsx';

interface LookupDialogProps extends Omit<SymbolLookupProps, 'onAccept'> {
  readonly title: string;
  /** With what was accepted; null when the dialog was left. */
  readonly onClose: (text: string | null) => void;
}

/** The symbol lookup in its dialog. */
export function LookupDialog({ title, onClose, ...lookup }: LookupDialogProps) {
  return (
    <Dialog isOpen title={title} width={440} hasPadding={false} onClose={() => onClose(null)}>
      <SymbolLookup {...lookup} onAccept={onClose} />
    </Dialog>
  );
}
