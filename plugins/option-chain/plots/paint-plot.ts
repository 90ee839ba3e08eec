import { select } from 'd3';
import type { PlotDot, PlotLayout, PlotPath, PlotTick } from './plot-layout.ts';

const DOT_RADIUS_PX = 3;
const LABEL_GAP_PX = 5;
/** A line of one pixel is sharp on half pixels. */
const sharp = (px: number): number => Math.round(px) + 0.5;

/** Draws a layout into an SVG element; elements that stay are used again. */
export function paintPlot(svg: SVGSVGElement, layout: PlotLayout | null): void {
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
  group('grid')
    .selectAll<SVGLineElement, PlotTick>('line')
    .data(layout.yTicks)
    .join('line')
    .attr('x1', plot.left)
    .attr('x2', plot.right)
    .attr('y1', ({ atPx }) => sharp(atPx))
    .attr('y2', ({ atPx }) => sharp(atPx));
  group('y')
    .selectAll<SVGTextElement, PlotTick>('text')
    .data(layout.yTicks)
    .join('text')
    .attr('x', plot.left - LABEL_GAP_PX)
    .attr('y', ({ atPx }) => atPx)
    .attr('dy', '0.32em')
    .attr('text-anchor', 'end')
    .text(({ text }) => text);
  group('x')
    .selectAll<SVGTextElement, PlotTick>('text')
    .data(layout.xTicks)
    .join('text')
    .attr('x', ({ atPx }) => atPx)
    .attr('y', plot.bottom + 14)
    .attr('text-anchor', 'middle')
    .text(({ text }) => text);
  group('mark')
    .selectAll<SVGLineElement, number>('line')
    .data(layout.markPx === null ? [] : [layout.markPx])
    .join('line')
    .attr('x1', sharp)
    .attr('x2', sharp)
    .attr('y1', plot.top)
    .attr('y2', plot.bottom);
  group('lines')
    .selectAll<SVGPathElement, PlotPath>('path')
    .data(layout.paths, ({ id }) => id)
    .join('path')
    .attr('data-color', ({ colorIndex }) => colorIndex)
    .attr('d', ({ d }) => d);
  const dots = group('dots')
    .selectAll<SVGCircleElement, PlotDot>('circle')
    .data(layout.dots, ({ key }) => key)
    .join((enter) => {
      const circle = enter.append('circle').attr('r', DOT_RADIUS_PX);
      circle.append('title');
      return circle;
    })
    .attr('data-color', ({ colorIndex }) => colorIndex)
    .attr('cx', ({ xPx }) => xPx)
    .attr('cy', ({ yPx }) => yPx);
  dots.select<SVGTitleElement>('title').text(({ label }) => label);
}
