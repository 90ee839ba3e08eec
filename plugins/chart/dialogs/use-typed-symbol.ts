import { useEffect, useRef, useState, type RefObject } from 'react';
import { normalizeSymbol } from '../../../src/domain/symbols/symbol.ts';
import { existingSymbol, type ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';
import { showSymbol } from '../symbol-changes.ts';

/** A symbol that is typed in a dialog. */
export interface TypedSymbol {
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
  /** The server is being queried whether there is such a symbol. */
  readonly isChecking: boolean;
  /** Why the symbol is refused; null while it is not. */
  readonly refusal: string | null;
  write(text: string): void;
  /** Shows the symbol in the window once it is known that it exists; false when it is refused or the dialog has closed. */
  apply(): Promise<boolean>;
}

export function useTypedSymbol(window: ToolWindow<ChartState>): TypedSymbol {
  const [text, setText] = useState(() => window.getState().Symbol);
  const [isChecking, setChecking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return {
    text,
    field,
    isChecking,
    refusal,
    write(next) {
      setText(next);
      setRefusal(null);
    },
    async apply() {
      const typed = normalizeSymbol(text);
      if (typed === '' || typed === window.getState().Symbol) return true;
      setChecking(true);
      const found = await existingSymbol(window.platform.symbols, typed);
      if (!isOpen.current) return false;
      setChecking(false);
      setRefusal(found.ok ? null : found.error);
      if (found.ok) showSymbol(window, found.value);
      else field.current?.focus();
      return found.ok;
    },
  };
}
