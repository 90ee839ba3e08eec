import type { AlertProblem } from '../../src/plugin-api/index.ts';
import { levelText, nameOf } from './alerts.ts';

/** The message for a change of an alert that did not go as the user meant it. */
export function problemText(problem: AlertProblem): string {
  const name = nameOf(problem.row);
  switch (problem.kind) {
    case 'refused':
      return `Alert on ${name}: ${problem.message}`;
    case 'merged': {
      const { row, side, level } = problem;
      const present = side === 'High' ? row.HighAlert : row.LowAlert;
      const text = (value: number | null) => (value === null ? 'no level' : levelText(row.Column, value));
      return `The ${side.toLowerCase()} alert on ${name} was changed in two places at once. It has ${text(present)} now; ${text(level)} was given up.`;
    }
    case 'removed':
      return `The alert on ${name} was removed in another tab or on another machine. Your change of it is lost.`;
    case 'kept':
      return `The alert on ${name} was changed in another tab or on another machine, so it was not removed.`;
  }
}
