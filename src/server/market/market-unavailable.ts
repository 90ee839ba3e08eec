/** The source of the prices cannot answer now. The message is shown to the user: it names the source and says what to do. */
export class MarketUnavailableError extends Error {
  override readonly name = 'MarketUnavailableError';
}
