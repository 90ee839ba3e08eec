const open: (() => void)[] = [];

/** Runs `close` after the present test. */
export function closeAfterTest(close: () => void): void {
  open.push(close);
}

/** Closes what the test rendered, the last first. */
export function closeRendered(): void {
  for (const close of open.splice(0).reverse()) close();
}
