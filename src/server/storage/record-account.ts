/**
 * The account of each record of a journal that was written before records named it. New orders and refusals name it in their payload; what follows
 * names the order only.
 */
export class RecordAccounts {
  readonly #byOrderId = new Map<string, string>();

  /** Records must come in the order of the journal. '' when the record belongs to no account. */
  accountOf(payload: string): string {
    const raw = parsed(payload);
    const order = isRecord(raw['order']) ? raw['order'] : {};
    const [named, orderId] = [raw['account'] ?? order['account'], raw['orderId']];
    if (typeof named !== 'string') return (typeof orderId === 'string' && this.#byOrderId.get(orderId)) || '';
    const isNewOrder = raw['kind'] === 'accepted' || raw['kind'] === 'rejected';
    if (isNewOrder && typeof orderId === 'string') this.#byOrderId.set(orderId, named);
    return named;
  }
}

/** What is no JSON belongs to no account; reading it as an event says what is wrong with it. */
function parsed(payload: string): Readonly<Record<string, unknown>> {
  try {
    const raw: unknown = JSON.parse(payload);
    return isRecord(raw) ? raw : {};
  } catch {
    return {};
  }
}

const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null;
