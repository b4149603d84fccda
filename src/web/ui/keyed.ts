/** Entries of a list that never changes its order on screen, each with its place as the key. */
export function keyed<T>(items: readonly T[]): { key: string; item: T }[] {
  return items.map((item, place) => ({ key: String(place), item }))
}
