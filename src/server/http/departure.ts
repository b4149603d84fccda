/** Whether this server is about to end: it still answers, but wants no new connections. */
export type Departure = { readonly isBegun: boolean; begin(): void }

/** A server that stays. */
export function createDeparture(): Departure {
  let isBegun = false
  return {
    get isBegun() {
      return isBegun
    },
    begin: () => void (isBegun = true),
  }
}
