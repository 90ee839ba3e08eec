import { useState } from 'react';
import { PRICE_COLUMN } from '../../src/domain/alerts/index.ts';
import { symbolColumn } from '../../src/domain/columns/index.ts';
import { parseNumber } from '../../src/domain/screener/index.ts';
import { NumberField, TextField } from '../../src/ui/index.ts';

const MAX_LEVEL = 1e15;
const NOT_A_NUMBER = 'Not a number';

/** What is wrong with a typed level, or null. Prices are above 0; other columns may be negative. */
export function levelProblem(level: number | null, column: string): string | null {
  if (level === null || !Number.isFinite(level)) return NOT_A_NUMBER;
  if (column === PRICE_COLUMN && level <= 0) return 'Enter a price above 0';
  return Math.abs(level) > MAX_LEVEL ? 'Enter a smaller number' : null;
}

/** Decimals that a level of a column is offered with: prices below a dollar trade in four. */
export const decimalsOf = (column: string, now: number | null): number =>
  column === PRICE_COLUMN && now !== null && now < 1 ? 4 : 2;
export const roundedLevel = (column: string, level: number): number => {
  const scale = 10 ** decimalsOf(column, Math.abs(level));
  return Math.round(level * scale) / scale;
};

interface LevelFieldProps {
  readonly label: string;
  readonly column: string;
  /** null = nothing typed, NaN = no number. */
  readonly level: number | null;
  /** The column's present value, from which the first step starts. */
  readonly now: number | null;
  readonly isFirst?: boolean;
  readonly error: string | null;
  readonly onChange: (level: number | null) => void;
}

/** A level in the unit of its column. Large figures are typed with K, M, B or T; the others step up and down. */
export function LevelField({ label, column, level, now, isFirst = false, error, onChange }: LevelFieldProps) {
  const isLarge = symbolColumn(column)?.format === 'abbreviated';
  const [typed, setTyped] = useState(level === null ? '' : String(level));
  if (isLarge) {
    const change = (text: string) => {
      setTyped(text);
      onChange(text.trim() === '' ? null : (parseNumber(text) ?? Number.NaN));
    };
    return (
      <TextField
        label={label}
        value={typed}
        onChange={change}
        error={error}
        hint="K, M, B and T stand for thousands to trillions"
        autoFocus={isFirst}
        hasErrorLine
        maxLength={24}
      />
    );
  }
  const decimals = decimalsOf(column, now);
  const isPrice = column === PRICE_COLUMN;
  return (
    <NumberField
      label={label}
      value={level}
      onChange={onChange}
      decimals={decimals}
      step={isPrice ? 10 ** -decimals : 0.1}
      min={isPrice ? 10 ** -decimals : -MAX_LEVEL}
      max={MAX_LEVEL}
      isFirst={isFirst}
      hasErrorLine
      error={error}
    />
  );
}
