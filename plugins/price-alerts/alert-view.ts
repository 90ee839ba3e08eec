import { type AlertRow, type AlertSide, PRICE_COLUMN } from '../../src/domain/alerts/index.ts';
import { columnText, symbolColumn, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { formatTime, QuoteRow, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { levelText } from './alerts.ts';

/** A row of the grid: the alert, and its symbol's live prices, read at each access. */
export class AlertView {
  readonly alert: AlertRow;
  readonly quote: QuoteRow;

  constructor(alert: AlertRow, symbols: ToolPlatform['symbols']) {
    this.alert = alert;
    this.quote = new QuoteRow(alert.Symbol, symbols);
  }

  get id(): string {
    return this.alert.Id;
  }
  /** What is compared with the levels now; null when it is not known. */
  get value(): number | null {
    if (this.alert.Column === PRICE_COLUMN) return this.quote.last > 0 ? this.quote.last : null;
    const value = symbolColumn(this.alert.Column)?.value(this.quote);
    return typeof value === 'number' ? value : null;
  }
  get valueText(): string {
    const column = symbolColumn(this.alert.Column);
    return column ? columnText(column, this.quote) : UNKNOWN_TEXT;
  }
  level(side: AlertSide): number | null {
    return side === 'High' ? this.alert.HighAlert : this.alert.LowAlert;
  }
  firedMs(side: AlertSide): number | null {
    return side === 'High' ? this.alert.HighAlertTime : this.alert.LowAlertTime;
  }
  levelText(side: AlertSide): string {
    const level = this.level(side);
    return level === null ? '' : levelText(this.alert.Column, level);
  }
  firedText(side: AlertSide): string {
    const firedMs = this.firedMs(side);
    return firedMs === null ? '' : formatTime(firedMs, 'YYYY-MM-DD HH:mm:ss');
  }
}
