import type { VersionedDocument, VersionedKind } from '../../client/types.ts';
import { type AlertRow, PRICE_COLUMN, readAlert } from '../../domain/alerts/index.ts';
import { formatPrice } from '../../domain/columns/index.ts';
import { type Drawing, readDrawing } from '../../domain/drawings/index.ts';
import { formatTime, type DrawingKindText } from '../../plugin-api/index.ts';
import { saveKindOf } from '../save-kinds.ts';

/** What the texts use: a kind of drawing by its number, and the name of the tool whose saved items have a type. */
export interface TextNames {
  readonly drawingKind: (type: number) => DrawingKindText;
  readonly toolOf: (toolType: string) => string;
}

/** A state of a document as far as this release can read it. */
export type ReadState =
  | { readonly kind: 'alert'; readonly row: AlertRow }
  | { readonly kind: 'drawing'; readonly row: Drawing }
  | { readonly kind: 'save'; readonly type: string; readonly name: string };

/** Undefined for a removed document, and for a body that this release cannot read. */
export function readState({ kind, version, body }: VersionedDocument): ReadState | undefined {
  if (body === null) return undefined;
  if (kind === 'alert') {
    const read = readAlert(version, body);
    return read.ok ? { kind, row: read.value } : undefined;
  }
  if (kind === 'drawing') {
    const read = readDrawing(version, body);
    return read.ok ? { kind, row: read.value } : undefined;
  }
  if (!('Type' in body) || !('Name' in body)) return undefined;
  const { Type, Name } = body;
  return typeof Type === 'string' && typeof Name === 'string' ? { kind, type: Type, name: Name } : undefined;
}

/** `Alert on SPY`, `Line on AAPL`, `Trend in Chart`. */
export function stateTitle(state: ReadState, names: TextNames): string {
  switch (state.kind) {
    case 'alert':
      return `Alert on ${state.row.Symbol}`;
    case 'drawing':
      return `${names.drawingKind(state.row.Type).label} on ${state.row.Symbol}`;
    case 'save':
      return saveKindOf(state.type, names.toolOf).titleOf(state.name);
  }
}

const levelText = (level: number | null): string =>
  level === null ? 'none' : level.toLocaleString('en-US', { maximumFractionDigits: 4 });
/** In exchange time, as the axis of the chart. */
const pointText = ({ Date, Value }: Drawing['Points'][number]): string =>
  `${formatPrice(Value)} at ${formatTime(Date, 'MMM D, YYYY')} ${formatTime(Date, 'HH:mm')}`;

/** What a state contains: the levels of an alert, the points of a drawing with its text. */
export function stateText(state: ReadState, names: Pick<TextNames, 'drawingKind'>): string {
  if (state.kind === 'save') return '';
  if (state.kind === 'alert') {
    const { Column, HighAlert, LowAlert, Paused } = state.row;
    const column = Column === PRICE_COLUMN ? '' : `${Column}: `;
    return `${column}High ${levelText(HighAlert)}, low ${levelText(LowAlert)}${Paused ? ', paused' : ''}`;
  }
  const { Points, Text, Type } = state.row;
  // Each drawing stores a text; most kinds do not show it.
  const text = Text === '' || !names.drawingKind(Type).hasText ? [] : [`“${Text.slice(0, 60)}”`];
  return [...Points.map(pointText), ...text].join(', ');
}

const DRAWING_CHANGES: readonly (readonly [keyof Drawing, string])[] = [
  ['Color', 'color'],
  ['Thickness', 'thickness'],
  ['FontSize', 'text size'],
  ['Text', 'text'],
  ['IsLocked', 'lock'],
  ['IsHidden', 'visibility'],
  ['Order', 'place in the pile'],
];

/** What the change after a state made of it. `after` is undefined when that is not known. */
export function changeText(state: ReadState, after: ReadState | undefined, isRemoval: boolean): string {
  if (isRemoval) return 'Deleted';
  if (after === undefined) return 'Changed';
  const changes = changesBetween(state, after);
  return changes.length === 0 ? 'Changed' : `Changed: ${changes.join(', ')}`;
}

function changesBetween(state: ReadState, after: ReadState): readonly string[] {
  if (state.kind === 'alert' && after.kind === 'alert') {
    const [before, now] = [state.row, after.row];
    const level = (name: string, from: number | null, to: number | null) =>
      from === to ? [] : [`${name} ${levelText(from)} → ${levelText(to)}`];
    return [
      ...level('high', before.HighAlert, now.HighAlert),
      ...level('low', before.LowAlert, now.LowAlert),
      ...(before.Paused === now.Paused ? [] : [now.Paused ? 'paused' : 'resumed']),
    ];
  }
  if (state.kind === 'drawing' && after.kind === 'drawing') {
    const [before, now] = [state.row, after.row];
    const isMoved = JSON.stringify(before.Points) !== JSON.stringify(now.Points);
    const fields = DRAWING_CHANGES.filter(([field]) => before[field] !== now[field]).map(([, name]) => name);
    return isMoved ? ['moved', ...fields] : fields;
  }
  if (state.kind === 'save' && after.kind === 'save' && state.name !== after.name)
    return [`renamed to “${after.name}”`];
  return [];
}

/** The kinds, for the filter of the list. */
export const KIND_LABELS: Readonly<Record<VersionedKind, string>> = {
  alert: 'Alerts',
  drawing: 'Drawings',
  save: 'Saved items',
};
