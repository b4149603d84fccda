/**
 * Logs a failure that is not shown on screen (spec §8: loading notifications or messages is only logged). A warning,
 * not an error: the product still works.
 */
export function logFailure(what: string, failure: unknown): void {
  // oxlint-disable-next-line no-console -- the one place of the web that writes to the console
  console.warn(what, failure)
}
