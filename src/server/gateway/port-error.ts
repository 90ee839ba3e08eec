/** A port that could not be opened; the message says what to do. */
export class PortError extends Error {
  readonly port: number;

  constructor(port: number, host: string, cause: NodeJS.ErrnoException) {
    super(explanationOf(port, host, cause), { cause });
    this.name = 'PortError';
    this.port = port;
  }
}

function explanationOf(port: number, host: string, cause: NodeJS.ErrnoException): string {
  switch (cause.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use already. Stop the program that uses it, or set TAPEDECK_PORT to another port (Tapedeck takes it and the next three).`;
    case 'EACCES':
      return `Port ${port} may not be opened by this user. Set TAPEDECK_PORT to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine cannot listen on "${host}". Set TAPEDECK_HOST to one of its addresses, such as 127.0.0.1.`;
    default:
      return `Port ${port} on ${host} could not be opened: ${cause.message}.`;
  }
}
