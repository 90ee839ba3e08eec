import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, MAType } from 'talib-web';
import type { BarColumns } from '../../../src/domain/studies/index.ts';

const BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Outputs of the study that has the most. */
const MAX_OUTPUTS = 3;

/** What the compiled C library exports: a function for each study, its memory, and what takes room in it. */
interface Module {
  readonly HEAPF64: Float64Array;
  readonly HEAP32: Int32Array;
  _malloc(bytes: number): number;
  readonly [name: `_TA_${string}`]: (...values: number[]) => number;
}

/** A study of TA-Lib: the columns that it reads, what it is called with behind them, and which of our outputs its own are. */
interface Call {
  readonly name: string;
  readonly reads: readonly ('high' | 'low' | 'close')[];
  readonly options: readonly number[];
  readonly outputs: readonly number[];
}

const ALL = ['high', 'low', 'close'] as const;
const { SMA } = MAType;
const plain = (name: string, ...options: number[]): Call => ({
  name,
  reads: ['close'],
  options,
  outputs: [0],
});

/** By our study: the calls that give the same outputs. */
const CALLS: Readonly<Record<string, readonly Call[]>> = {
  sma20: [plain('SMA', 20)],
  ema: [plain('EMA', 20)],
  wma: [plain('WMA', 20)],
  rsi: [plain('RSI', 14)],
  bb: [{ name: 'BBANDS', reads: ['close'], options: [20, 2, 2, SMA], outputs: [0, 1, 2] }],
  macd: [{ name: 'MACD', reads: ['close'], options: [12, 26, 9], outputs: [1, 2, 0] }],
  atr: [{ name: 'ATR', reads: ALL, options: [14], outputs: [0] }],
  adx: ['ADX', 'PLUS_DI', 'MINUS_DI'].map((name, at) => ({ name, reads: ALL, options: [14], outputs: [at] })),
  sar: [{ name: 'SAR', reads: ['high', 'low'], options: [0.02, 0.2], outputs: [0] }],
  sto: [{ name: 'STOCH', reads: ALL, options: [14, 3, SMA, 5, SMA], outputs: [0, 1] }],
};

/** An output of TA-Lib, by the number of ours: its values begin at bar `first`. */
export interface TalibOutput {
  readonly output: number;
  readonly first: number;
  readonly values: Float64Array;
}

/** TA-Lib's C code, compiled to WebAssembly, with the columns already in its memory: what it takes without its wrapper for JavaScript. */
export class Talib {
  readonly #module: Module;
  readonly #length: number;
  readonly #columns: ReadonlyMap<string, number>;
  /** Where outputs go, by their number. */
  readonly #outputs: readonly number[];
  /** Two integers: the first bar with a value, and the number of values. */
  readonly #extent: number;

  private constructor(module: Module, bars: BarColumns) {
    this.#module = module;
    this.#length = bars.length;
    const room = (): number => module._malloc(bars.length * BYTES);
    this.#columns = new Map(ALL.map((name) => [name, room()]));
    this.#outputs = Array.from({ length: MAX_OUTPUTS }, room);
    this.#extent = module._malloc(BYTES);
    // After the last room was taken: the memory is replaced as it grows.
    for (const [name, address] of this.#columns)
      module.HEAPF64.set(bars[name as (typeof ALL)[number]].subarray(0, bars.length), address / BYTES);
  }

  static async load(bars: BarColumns): Promise<Talib> {
    const file = fileURLToPath(new URL('talib.wasm', import.meta.resolve('talib-web')));
    const code = await readFile(file, 'base64');
    // The package takes an address, and Node fetches none of a file.
    const module: Module = await init(`data:application/wasm;base64,${code}`);
    return new Talib(module, bars);
  }

  /** Computes the outputs of one of our studies; they stay in the memory of the library. */
  compute(study: string): void {
    for (const call of CALLS[study] ?? []) this.#call(call);
  }

  /** Computes and copies the outputs. */
  outputsOf(study: string): TalibOutput[] {
    return (CALLS[study] ?? []).flatMap((call) => {
      this.#call(call);
      const { HEAP32, HEAPF64 } = this.#module;
      const [first = 0, count = 0] = HEAP32.subarray(this.#extent / 4, this.#extent / 4 + 2);
      return call.outputs.map((output, at) => {
        const start = (this.#outputs[at] ?? 0) / BYTES;
        return { output, first, values: HEAPF64.slice(start, start + count) };
      });
    });
  }

  #call({ name, reads, options, outputs }: Call): void {
    const columns = reads.map((column) => this.#columns.get(column) ?? 0);
    const code = this.#module[`_TA_${name}`]?.(
      0,
      this.#length - 1,
      ...columns,
      ...options,
      this.#extent,
      this.#extent + 4,
      ...this.#outputs.slice(0, outputs.length),
    );
    if (code !== 0) throw new Error(`TA-Lib refused ${name} with code ${code}.`);
  }
}
