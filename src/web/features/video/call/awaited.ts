/**
 * After an outage of the server others come back later than this browser: by the pause between two attempts to connect, by two
 * of them where one failed, and by what a server takes that has just started and is asked by everybody.
 */
const OTHERS_MS = 30_000

type Person = { userId: string; link: string }

/**
 * Those who were in a call before its server was away. One that was away for long has missed everybody, and the first who is
 * back hears that nobody else is there; but whose media go on is on the way back, too, and their line is kept so long.
 */
export function createAwaited<Other extends Person>(onMissed: () => void) {
  let awaited: readonly Other[] = []
  let waiting: ReturnType<typeof setTimeout> | undefined
  return {
    /** This browser is back, and had these on its lines. */
    await(others: readonly Other[]) {
      awaited = others.filter(({ link }) => link === 'connected')
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        const hasMissed = awaited.length > 0
        awaited = []
        if (hasMissed) onMissed()
      }, OTHERS_MS)
    },
    /** Who is in the call: those whom the server names, and those who are still awaited. */
    and<Present extends Pick<Person, 'userId'>>(present: readonly Present[]): (Present | Other)[] {
      awaited = awaited.filter(({ userId }) => !present.some((other) => other.userId === userId))
      return [...present, ...awaited]
    },
    stop: () => clearTimeout(waiting),
  }
}
