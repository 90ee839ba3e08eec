/** A refused HTTP call: the status and what the caller is told. */
export class HttpRefusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.name = 'HttpRefusal';
    this.statusCode = statusCode;
  }
}
