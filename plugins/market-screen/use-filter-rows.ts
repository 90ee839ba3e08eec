import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import type { ScreenField } from '../../src/domain/screener/index.ts';
import {
  type FilterProblem,
  focusAfterRemoval,
  problemOf,
  sameFilters,
  sectionsOf,
  usesExtension,
} from './filters.ts';
import { MAX_FILTERS, type ScreenFilter } from './state.ts';

/** A row while it is edited; the key distinguishes rows of equal content. */
export interface EditedFilter extends ScreenFilter {
  readonly key: number;
}

const ADD_BUTTON = '[data-add]';

let lastKey = 0;
const emptyRow = (Group: number | null): EditedFilter => ({
  Field: null,
  Operation: null,
  Value: '',
  Group,
  key: ++lastKey,
});

export interface FilterRowsOptions {
  /** The rows at the beginning. */
  readonly present: readonly ScreenFilter[];
  readonly fields: readonly ScreenField[];
  /** Called with whether the rows differ from those at the beginning. */
  readonly onEdit: (isChanged: boolean) => void;
  /** Called with valid rows when the form is submitted. */
  readonly onAccept: (filters: readonly ScreenFilter[]) => void;
}

/** Moves the focus to the first field: the fields may load after the dialog has placed the focus. */
function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const focusFirst = () => {
      if (form.current?.contains(form.current.ownerDocument.activeElement) === false)
        form.current.querySelector('input')?.focus();
    };
    focusFirst();
    const host = form.current?.ownerDocument.defaultView;
    const frame = host?.requestAnimationFrame(focusFirst);
    return () => {
      if (frame !== undefined) host?.cancelAnimationFrame(frame);
    };
  }, [form]);
}

/** The rows of the filter form: adding, changing and removing them, their problems, and where the focus goes. */
export function useFilterRows({ present, fields, onEdit, onAccept }: FilterRowsOptions) {
  const form = useRef<HTMLFormElement>(null);
  /** Selector of the element that gets the focus after the next render. */
  const focusNext = useRef<string | null>(null);
  const [rows, setRows] = useState<readonly EditedFilter[]>(() =>
    present.length === 0 ? [emptyRow(null)] : present.map((row) => ({ ...row, key: ++lastKey })),
  );
  const [first] = useState(rows);
  const [isExtended, setExtended] = useState(() => usesExtension(present));
  /** Messages appear at the first attempt to accept the rows, and then follow each change. */
  const [isJudged, setJudged] = useState(false);
  useFirstFocus(form);
  useEffect(() => {
    onEdit(!sameFilters(rows, first));
    const selector = focusNext.current;
    focusNext.current = null;
    if (selector !== null) form.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [rows, first, onEdit]);

  const fieldOf = ({ Field }: EditedFilter) => fields.find((field) => field.Field === Field);
  const problem = (row: EditedFilter) => problemOf(row, fieldOf(row), isExtended);
  const append = (...added: readonly EditedFilter[]) => {
    focusNext.current = `[data-filter="${added[0]?.key ?? ''}"] input`;
    setRows((now) => [...now, ...added].slice(0, MAX_FILTERS));
  };
  const sections = sectionsOf(rows);
  const ordered = sections.flatMap((section) => section.rows);
  return {
    form,
    sections,
    isEmpty: rows.length === 0,
    isFull: rows.length >= MAX_FILTERS,
    isExtended,
    fieldOf,
    /** Position of a row in reading order, from 1. */
    numberOf: (row: EditedFilter): number => ordered.indexOf(row) + 1,
    shownProblem: (row: EditedFilter): FilterProblem | null => (isJudged ? problem(row) : null),
    change: (key: number, to: Partial<ScreenFilter>) =>
      setRows((now) => now.map((row) => (row.key === key ? { ...row, ...to } : row))),
    /** Adds a row to a group of alternatives, or (null) one that must hold. */
    add: (Group: number | null) => append(emptyRow(Group)),
    /** Adds a group of two alternatives. */
    addAlternatives() {
      const group = Math.max(0, ...rows.map(({ Group }) => Group ?? 0)) + 1;
      append(emptyRow(group), emptyRow(group));
    },
    remove(key: number) {
      const next = focusAfterRemoval(
        ordered.map((row) => row.key),
        key,
      );
      focusNext.current = next === null ? ADD_BUTTON : `[data-filter="${next}"] > button`;
      setRows((now) => now.filter((row) => row.key !== key));
    },
    removeAll() {
      focusNext.current = ADD_BUTTON;
      setRows([]);
    },
    setExtended(isOn: boolean) {
      setExtended(isOn);
      if (!isOn) setRows((now) => now.map((row) => ({ ...row, Group: null })));
    },
    submit(event: FormEvent) {
      event.preventDefault();
      setJudged(true);
      if (rows.every((row) => problem(row) === null)) onAccept(rows.map(({ key: _key, ...row }) => row));
    },
  };
}

/** What `useFilterRows` returns. */
export type FilterRows = ReturnType<typeof useFilterRows>;
