import { expect, it } from 'vitest';
import { logCalls, sourceOfLine } from './log-source.ts';

const CODE = `symbol('SPY');
onBar((bar) => {
  log('price', bar.close);
  log(\`fast \${fast.last} over slow\`);
  if (bar.isLast) log('price at the close', bar.close);
  chart.log('not of the language');
});
onEnd(() => finish('done'));
`;
const lineOf = (text: string, code = CODE): number | null => sourceOfLine(logCalls(code), text)?.line ?? null;

it.each([
  ['price 101.25', 3],
  ['fast 100.5 over slow', 4],
  ['price at the close 101.25', 5],
  ['done', 8],
])('finds the call that wrote %j', (text, line) => {
  expect(lineOf(text)).toBe(line);
});

it('follows the call when lines are added before it', () => {
  expect(lineOf('price 101.25', `// a comment\n\n${CODE}`)).toBe(5);
});

it('gives no place to a line that several calls could have written', () => {
  expect(lineOf('1 2', 'log(a, b);\nlog(c);')).toBeNull();
  expect(lineOf('same', "log('same');\nlog('same');")).toBeNull();
});

it('gives the only call without a text every line, and a named place to a line that no call wrote', () => {
  expect(lineOf('1 2', 'onBar(() => {\n  log(a);\n});')).toBe(2);
  expect(sourceOfLine([], 'TypeError: x is undefined, line 12, column 3')).toEqual({ line: 12, column: 3 });
  expect(sourceOfLine([], 'nothing')).toBeNull();
});
