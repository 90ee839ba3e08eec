import * as v from 'valibot';

/** Where this tab keeps a sign-in while the provider has the page: another tab cannot finish it, and a page of another site cannot begin it. */
const KEY = 'tapedeck-oidc';

const underWaySchema = v.object({
  /** Goes back to the server with the answer of the provider. */
  pending: v.string(),
  /** The page to open after the sign-in. */
  wanted: v.optional(v.string()),
  /** The query with which the browser came back. */
  query: v.optional(v.string()),
});
/** A sign-in with OpenID Connect that this tab has begun. */
export type OidcUnderWay = v.InferOutput<typeof underWaySchema>;

/** False where the browser stores nothing for the page. */
export function keepOidcUnderWay(underWay: OidcUnderWay): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(underWay));
    return true;
  } catch {
    return false;
  }
}

/** The sign-in that this tab has begun; undefined when there is none. */
export function readOidcUnderWay(): OidcUnderWay | undefined {
  try {
    const read = v.safeParse(underWaySchema, JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** The same, which is forgotten: it is finished once. */
export function takeOidcUnderWay(): OidcUnderWay | undefined {
  const underWay = readOidcUnderWay();
  if (underWay) sessionStorage.removeItem(KEY);
  return underWay;
}
