export type Paced<Item> = {
  /** Is run at once if nothing was run lately, else together with the others at the end of the pause. */
  add(this: void, item: Item): void
  /** Drops what waits. */
  stop(): void
}

/** Runs what comes at most once in `ms`, in one piece; the last one is never left out. */
export function paced<Item>(run: (items: readonly Item[]) => void, ms: number): Paced<Item> {
  const waiting = new Set<Item>()
  let pause: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    pause = undefined
    if (waiting.size === 0) return
    const items = [...waiting]
    waiting.clear()
    pause = setTimeout(flush, ms)
    run(items)
  }
  return {
    add(item) {
      waiting.add(item)
      if (pause === undefined) flush()
    },
    stop() {
      clearTimeout(pause)
      pause = undefined
      waiting.clear()
    },
  }
}
