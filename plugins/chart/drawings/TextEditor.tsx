import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { type Box, TEXT_PADDING_PX } from './shape.ts';
import { LINE_HEIGHT } from './kinds/text.ts';
import styles from './Drawings.module.css';

interface TextEditorProps {
  readonly text: string;
  readonly box: Box;
  readonly fontPx: number;
  readonly color: string;
  /** Holds what is typed, for an end of the edit that comes from elsewhere. */
  readonly draft: RefObject<string>;
  /** The text, or null when it was cancelled. */
  readonly onEnd: (text: string | null) => void;
}

/** A text edited where it stands. Enter ends it, Shift+Enter begins a line, Escape gives it up; so does leaving the field end it. */
export function TextEditor({ text, box, fontPx, color, draft, onEnd }: TextEditorProps) {
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOver = useRef(false);
  // What is typed right after it has opened is meant for it.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  useEffect(() => {
    draft.current = typed;
  }, [draft, typed]);
  const end = (result: string | null) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(result);
  };
  const lines = typed.split('\n');
  const columns = Math.max(4, ...lines.map((line) => line.length + 1));
  return (
    <textarea
      ref={field}
      className={styles.editor}
      aria-label="Text of the drawing"
      rows={lines.length}
      maxLength={500}
      spellCheck={false}
      value={typed}
      style={{
        left: box.left,
        top: box.top,
        width: Math.max(box.width, columns * fontPx * 0.62 + 2 * TEXT_PADDING_PX),
        fontSize: fontPx,
        lineHeight: LINE_HEIGHT,
        padding: TEXT_PADDING_PX,
        color,
      }}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => end(typed)}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') end(null);
        else if (event.key === 'Enter' && !event.shiftKey) {
          event.preventDefault();
          end(typed);
        }
      }}
    />
  );
}
