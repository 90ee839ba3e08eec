/** A gradient that a painter fills with. */
class SvgGradient {
  readonly #places: readonly number[];
  readonly #stops: string[] = [];

  constructor(places: readonly number[]) {
    this.#places = places;
  }

  addColorStop(offset: number, color: string): void {
    this.#stops.push(`<stop offset="${offset}" stop-color="${color}"/>`);
  }

  markup(id: string): string {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = this.#places.map(rounded);
    return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${this.#stops.join('')}</linearGradient>`;
  }
}

/** What `save` keeps. */
interface State {
  fillStyle: string | SvgGradient;
  strokeStyle: string | SvgGradient;
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  font: string;
  textAlign: string;
  textBaseline: string;
  globalAlpha: number;
  /** What Konva sets beside: none of it is drawn. */
  shadowColor: string;
  lineDashOffset: number;
  direction: string;
  fontKerning: string;
  letterSpacing: string;
  miterLimit: number;
  imageSmoothingEnabled: boolean;
  dash: readonly number[];
  dx: number;
  dy: number;
  clipId: string | null;
}

const START: State = {
  fillStyle: '#000000',
  strokeStyle: '#000000',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  font: '10px sans-serif',
  textAlign: 'left',
  textBaseline: 'alphabetic',
  globalAlpha: 1,
  shadowColor: '',
  lineDashOffset: 0,
  direction: 'ltr',
  fontKerning: 'auto',
  letterSpacing: '0px',
  miterLimit: 10,
  imageSmoothingEnabled: true,
  dash: [],
  dx: 0,
  dy: 0,
  clipId: null,
};

const ANCHORS: Readonly<Record<string, string>> = { left: 'start', center: 'middle', right: 'end' };
const BASELINES: Readonly<Record<string, string>> = { middle: 'central', top: 'hanging', bottom: 'auto' };
/** Every character is as wide, so that no picture depends on the fonts of a machine. */
const CHARACTER_EM = 0.55;

const rounded = (value: number): number => Math.round(value * 100) / 100 + 0;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A path of SVG data, as painters make with `new Path2D`. */
export class SvgPath {
  readonly data: string;
  constructor(data: string) {
    this.data = data;
  }
}

/**
 * The part of a 2D context that the chart's painters use, written down as an SVG picture: one element a call. A call that it does not know fails,
 * so that no painter draws something that the picture leaves out.
 */
export class SvgCanvas {
  #width: number;
  #height: number;
  readonly #definitions: string[] = [];
  readonly #elements: string[] = [];
  readonly #saved: State[] = [];
  #state: State = { ...START };
  #path = '';
  /** The last rectangle of the path, which is what painters clip to. */
  #rect = '';

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  /** The context as painters take it. */
  context(): CanvasRenderingContext2D {
    const setters = Object.keys(START);
    const context = new Proxy(this, {
      get: (target, name) => {
        if (typeof name !== 'string') return undefined;
        if (setters.includes(name)) return Reflect.get(target.#state, name);
        const call: unknown = Reflect.get(target, name);
        if (typeof call !== 'function') throw new Error(`the picture does not know context.${name}`);
        return call.bind(target) as unknown;
      },
      set: (target, name, value) => {
        if (typeof name !== 'string' || !setters.includes(name))
          throw new Error(`the picture does not know context.${String(name)}`);
        return Reflect.set(target.#state, name, value);
      },
    });
    // What the painters use of a context is here; anything else throws.
    return context as unknown as CanvasRenderingContext2D;
  }

  /** The picture so far. */
  markup(): string {
    const size = `width="${this.#width}" height="${this.#height}" viewBox="0 0 ${this.#width} ${this.#height}"`;
    const definitions = this.#definitions.length === 0 ? [] : [`<defs>`, ...this.#definitions, `</defs>`];
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
      ...definitions,
      ...this.#elements,
      '</svg>',
      '',
    ].join('\n');
  }

  save(): void {
    this.#saved.push({ ...this.#state });
  }
  restore(): void {
    this.#state = this.#saved.pop() ?? { ...START };
  }
  translate(x: number, y: number): void {
    this.#state.dx += x;
    this.#state.dy += y;
  }
  setLineDash(dash: readonly number[]): void {
    this.#state.dash = dash;
  }
  beginPath(): void {
    this.#path = '';
  }
  closePath(): void {
    this.#path += 'Z';
  }
  moveTo(x: number, y: number): void {
    this.#path += `M${this.#x(x)} ${this.#y(y)}`;
  }
  lineTo(x: number, y: number): void {
    this.#path += `L${this.#x(x)} ${this.#y(y)}`;
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.#rect = this.#box(x, y, width, height);
    this.#path += `M${this.#x(x)} ${this.#y(y)}h${rounded(width)}v${rounded(height)}h${rounded(-width)}Z`;
  }
  clip(): void {
    const id = `clip${this.#definitions.length}`;
    this.#definitions.push(`<clipPath id="${id}"><rect ${this.#rect}/></clipPath>`);
    this.#state.clipId = id;
  }
  fill(path?: SvgPath): void {
    this.#add(`<path ${this.#shape(path)} ${this.#fillPaint()}/>`);
  }
  stroke(path?: SvgPath): void {
    this.#add(`<path ${this.#shape(path)} ${this.#strokePaint()}/>`);
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.#add(`<rect ${this.#box(x, y, width, height)} ${this.#fillPaint()}/>`);
  }
  strokeRect(x: number, y: number, width: number, height: number): void {
    this.#add(`<rect ${this.#box(x, y, width, height)} ${this.#strokePaint()}/>`);
  }
  /** Pictures begin empty. */
  clearRect(): void {}
  /** Begins a picture of another size. */
  begin(width: number, height: number): void {
    [this.#width, this.#height] = [width, height];
    this.#definitions.length = this.#elements.length = 0;
  }
  transform(a: number, b: number, c: number, d: number, dx: number, dy: number): void {
    if (a !== 1 || b !== 0 || c !== 0 || d !== 1)
      throw new Error('the picture knows no scale and no rotation');
    this.translate(dx, dy);
  }
  setTransform(a: number, b: number, c: number, d: number, dx: number, dy: number): void {
    this.#state.dx = this.#state.dy = 0;
    this.transform(a, b, c, d, dx, dy);
  }
  scale(x: number, y: number): void {
    this.transform(x, 0, 0, y, 0, 0);
  }
  fillText(text: string, x: number, y: number): void {
    const { font, textAlign, textBaseline } = this.#state;
    const anchor = ANCHORS[textAlign] ?? 'start';
    const baseline = BASELINES[textBaseline] ?? 'alphabetic';
    this.#add(
      `<text x="${this.#x(x)}" y="${this.#y(y)}" style="font:${font}" text-anchor="${anchor}" dominant-baseline="${baseline}" ${this.#fillPaint()}>${escaped(text)}</text>`,
    );
  }
  measureText(text: string): { readonly width: number } {
    const px = Number(/([\d.]+)px/.exec(this.#state.font)?.[1] ?? 10);
    return { width: text.length * px * CHARACTER_EM };
  }
  createLinearGradient(...places: readonly number[]): SvgGradient {
    return new SvgGradient(places);
  }

  #x(x: number): number {
    return rounded(x + this.#state.dx);
  }
  #y(y: number): number {
    return rounded(y + this.#state.dy);
  }
  #box(x: number, y: number, width: number, height: number): string {
    return `x="${this.#x(x)}" y="${this.#y(y)}" width="${rounded(width)}" height="${rounded(height)}"`;
  }
  #shape(path: SvgPath | undefined): string {
    if (path === undefined) return `d="${this.#path}"`;
    return `transform="translate(${this.#x(0)} ${this.#y(0)})" d="${path.data}"`;
  }
  #paint(style: string | SvgGradient): string {
    if (typeof style === 'string') return style;
    const id = `gradient${this.#definitions.length}`;
    this.#definitions.push(style.markup(id));
    return `url(#${id})`;
  }
  #fillPaint(): string {
    return `fill="${this.#paint(this.#state.fillStyle)}"${this.#common()}`;
  }
  #strokePaint(): string {
    const { strokeStyle, lineWidth, lineCap, lineJoin, dash } = this.#state;
    const dashes = dash.length === 0 ? '' : ` stroke-dasharray="${dash.map(rounded).join(' ')}"`;
    return `fill="none" stroke="${this.#paint(strokeStyle)}" stroke-width="${rounded(lineWidth)}" stroke-linecap="${lineCap}" stroke-linejoin="${lineJoin}"${dashes}${this.#common()}`;
  }
  #common(): string {
    const { globalAlpha, clipId } = this.#state;
    const opacity = globalAlpha === 1 ? '' : ` opacity="${globalAlpha}"`;
    return clipId === null ? opacity : `${opacity} clip-path="url(#${clipId})"`;
  }
  #add(element: string): void {
    this.#elements.push(element);
  }
}
