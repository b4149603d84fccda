/** People in the order in which this browser saw them first: somebody whose page is loaded again keeps their tile. */
export function createPlaces() {
  const places = new Map<string, number>()
  return <Person extends { userId: string }>(people: readonly Person[]): Person[] => {
    for (const { userId } of people) if (!places.has(userId)) places.set(userId, places.size)
    return people.toSorted((a, b) => (places.get(a.userId) ?? 0) - (places.get(b.userId) ?? 0))
  }
}
