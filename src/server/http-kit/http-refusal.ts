/** Thrown by an HTTP handler to refuse the call: the status and the message of the response. */
export class HttpRefusal extends Error {
  readonly statusCode: number;
  /** The complete response body, when it contains more than the message. */
  readonly body: Readonly<Record<string, unknown>> | undefined;

  constructor(statusCode: number, message: string, body?: Readonly<Record<string, unknown>>) {
    super(message);
    this.body = body;
    this.name = 'HttpRefusal';
    this.statusCode = statusCode;
  }
}
