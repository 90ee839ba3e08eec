import { useEffect, useRef, useState } from 'react';
import type { Theme } from '../../../src/plugin-api/index.ts';
import { CODE_FONT, CODE_FONT_PX, remeasureCodeFont } from './code-font.ts';
import { monaco, READ_ONLY_LANGUAGE } from './monaco.ts';
import { themeName } from './themes.ts';

type DiffEditor = ReturnType<typeof monaco.editor.createDiffEditor>;

/** Width from which both texts stand side by side, px; narrower, the removed lines stand above the added ones. */
const SIDE_BY_SIDE_PX = 760;
const OPTIONS = {
  readOnly: true,
  originalEditable: false,
  automaticLayout: true,
  renderSideBySideInlineBreakpoint: SIDE_BY_SIDE_PX,
  renderMarginRevertIcon: false,
  renderGutterMenu: false,
  hideUnchangedRegions: { enabled: false },
  fontFamily: `${CODE_FONT}, ui-monospace, monospace`,
  fontSize: CODE_FONT_PX,
  lineHeight: 18,
  lineNumbersMinChars: 3,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  renderLineHighlight: 'none',
  renderOverviewRuler: false,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, alwaysConsumeMouseWheel: false },
  fixedOverflowWidgets: true,
  contextmenu: false,
  unicodeHighlight: { ambiguousCharacters: false },
} as const;

export interface CompareViewProps {
  /** What the texts are, for the names of both sides: `Code`. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly theme: Theme;
  /** Code is coloured as code. */
  readonly isCode: boolean;
}

/** Two texts and what differs between them. F7 and Shift+F7 go to the next and the previous difference. */
export default function CompareView({ label, before, after, theme, isCode }: CompareViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<DiffEditor | null>(null);
  // Before the effect that makes the editor: the editor lets go of the texts before it is disposed of.
  useEffect(() => {
    if (editor === null) return undefined;
    const language = isCode ? READ_ONLY_LANGUAGE : 'plaintext';
    const original = monaco.editor.createModel(before, language);
    const modified = monaco.editor.createModel(after, language);
    editor.setModel({ original, modified });
    return () => {
      // The editor lets go of the texts before they are disposed of.
      editor.setModel(null);
      original.dispose();
      modified.dispose();
    };
  }, [editor, before, after, isCode]);
  useEffect(() => {
    if (place.current === null) return undefined;
    const created = monaco.editor.createDiffEditor(place.current, OPTIONS);
    // Labels that are given at the start are not taken over by the two sides.
    created.getOriginalEditor().updateOptions({ ariaLabel: `${label} before` });
    created.getModifiedEditor().updateOptions({ ariaLabel: `${label} after` });
    setEditor(created);
    remeasureCodeFont();
    return () => {
      setEditor(null);
      created.dispose();
    };
  }, [label]);
  useEffect(() => monaco.editor.setTheme(themeName(theme)), [theme]);
  return <div ref={place} style={{ height: '100%' }} />;
}
