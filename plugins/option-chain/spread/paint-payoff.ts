import { select, type Selection } from 'd3';
import type { PayoffLayout, PayoffMark, PayoffTick } from './payoff-layout.ts';

const MARK_RADIUS_PX = 3.5;
const LABEL_GAP_PX = 5;
/** A line of one pixel is sharp on half pixels. */
const sharp = (px: number): number => Math.round(px) + 0.5;

/** Draws a payoff into an SVG element; elements that stay are used again. */
export function paintPayoff(svg: SVGSVGElement, layout: PayoffLayout | null): void {
  const root = select(svg);
  if (layout === null) {
    root.selectAll('*').remove();
    return;
  }
  const { plot } = layout;
  const group = (name: string) =>
    root
      .selectAll<SVGGElement, string>(`g[data-part="${name}"]`)
      .data([name])
      .join('g')
      .attr('data-part', name);
  const paths = (name: string, d: string) =>
    group(name)
      .selectAll<SVGPathElement, string>('path')
      .data(d === '' ? [] : [d])
      .join('path')
      .attr('d', (text) => text);
  const level = (name: string, heights: readonly number[]) =>
    group(name)
      .selectAll<SVGLineElement, number>('line')
      .data(heights)
      .join('line')
      .attr('x1', plot.left)
      .attr('x2', plot.right)
      .attr('y1', sharp)
      .attr('y2', sharp);
  level(
    'grid',
    layout.yTicks.map(({ atPx }) => atPx),
  );
  paths('gain', layout.gainPath);
  paths('loss', layout.lossPath);
  level('zero', [layout.zeroPx]);
  group('y')
    .selectAll<SVGTextElement, PayoffTick>('text')
    .data(layout.yTicks)
    .join('text')
    .attr('x', plot.left - LABEL_GAP_PX)
    .attr('y', ({ atPx }) => atPx)
    .attr('dy', '0.32em')
    .attr('text-anchor', 'end')
    .text(({ text }) => text);
  group('x')
    .selectAll<SVGTextElement, PayoffTick>('text')
    .data(layout.xTicks)
    .join('text')
    .attr('x', ({ atPx }) => atPx)
    .attr('y', plot.bottom + 14)
    .attr('text-anchor', 'middle')
    .text(({ text }) => text);
  paintSpot(group('spot'), layout);
  paths('today', layout.todayPath);
  paths('expiration', layout.expirationPath);
  paintBreakEvens(group('break-evens'), layout);
}

type Group = Selection<SVGGElement, string, SVGSVGElement, unknown>;

function paintSpot(group: Group, { spot, plot }: PayoffLayout): void {
  const marks = spot === null ? [] : [spot];
  group
    .selectAll<SVGLineElement, PayoffMark>('line')
    .data(marks)
    .join('line')
    .attr('x1', ({ atPx }) => sharp(atPx))
    .attr('x2', ({ atPx }) => sharp(atPx))
    .attr('y1', plot.top)
    .attr('y2', plot.bottom);
  group
    .selectAll<SVGTextElement, PayoffMark>('text')
    .data(marks)
    .join('text')
    .attr('x', ({ atPx }) => atPx)
    .attr('y', plot.top - 4)
    .attr('text-anchor', ({ atPx }) => (atPx > plot.right - 30 ? 'end' : 'middle'))
    .text(({ text }) => text);
}

function paintBreakEvens(group: Group, { breakEvens, zeroPx }: PayoffLayout): void {
  const circles = group
    .selectAll<SVGCircleElement, PayoffMark>('circle')
    .data(breakEvens, ({ key }) => key)
    .join((enter) => {
      const circle = enter.append('circle').attr('r', MARK_RADIUS_PX);
      circle.append('title');
      return circle;
    })
    .attr('cx', ({ atPx }) => atPx)
    .attr('cy', zeroPx);
  circles.select<SVGTitleElement>('title').text(({ text }) => `Break-even ${text}`);
}
