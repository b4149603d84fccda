/** Who listens to a bus: by topic, and to gaps. */
export type Listeners = {
  subscribe: <Data extends object>(topic: string, listener: (data: Data) => void) => void
  onGap: (listener: () => void) => void
  deliver: (topic: string, data: object) => void
  tellGap: () => void
}

/** No listeners yet. */
export function createListeners(): Listeners {
  const byTopic = new Map<string, ((data: never) => void)[]>()
  const ofGaps: (() => void)[] = []
  return {
    subscribe: (topic, listener) => void byTopic.set(topic, [...(byTopic.get(topic) ?? []), listener]),
    onGap: (listener) => void ofGaps.push(listener),
    deliver(topic, data) {
      for (const listener of byTopic.get(topic) ?? []) listener(data as never)
    },
    tellGap() {
      for (const listener of ofGaps) listener()
    },
  }
}
