/** A refused HTTP call: the status and what the caller is told. */
export class HttpRefusal extends Error {
  readonly statusCode: number;
  /** The whole answer, when it says more than the message. */
  readonly body: Readonly<Record<string, unknown>> | undefined;

  constructor(statusCode: number, message: string, body?: Readonly<Record<string, unknown>>) {
    super(message);
    this.body = body;
    this.name = 'HttpRefusal';
    this.statusCode = statusCode;
  }
}
