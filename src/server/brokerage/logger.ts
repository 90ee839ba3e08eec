/** The few lines of a logger that the brokerage needs; pino fits. */
export interface BrokerageLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
