/** A wrong answer that the stand-in gives once or several times. */
export interface Fault {
  /** Which calls: method and a part of the path, such as `POST /orders`; empty for all. */
  readonly route: string;
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  times: number;
}

/** Answers that a test has set in place of the real ones. */
export interface Faults {
  /** The next `times` such calls are answered with this instead. An object goes out as JSON, a text as HTML. */
  add(
    route: string,
    status: number,
    body: object | string,
    options?: { readonly times?: number; readonly headers?: Readonly<Record<string, string>> },
  ): void;
  take(method: string, path: string): Fault | undefined;
  clear(): void;
}

/** A list of faults, empty at first. */
export function createFaults(): Faults {
  const faults: Fault[] = [];
  return {
    add(route, status, body, { times = 1, headers = {} } = {}) {
      const isPage = typeof body === 'string';
      faults.push({
        route,
        status,
        body: isPage ? body : JSON.stringify(body),
        contentType: isPage ? 'text/html; charset=utf-8' : 'application/json',
        headers,
        times,
      });
    },
    take(method, path) {
      const found = faults.find(({ route, times }) => {
        const [wantedMethod = '', part = ''] = route.split(' ', 2);
        return times > 0 && (route === '' || (wantedMethod === method && path.includes(part)));
      });
      if (found) found.times -= 1;
      return found;
    },
    clear: () => void faults.splice(0),
  };
}
