import { inContext } from '#server/work-context.ts'

/** Work that is cheaper for many items at once: a transaction costs one flush to the disk, whatever it writes. */
export type BatchKind<Item, Result> = {
  /** What an item locks: two with a common key are never in work at the same time. */
  keysOf(item: Item): readonly string[]
  /** Works on all of them, or fails for all; the results in the order of the items. */
  work(items: readonly Item[]): Promise<readonly Result[]>
}

export type Batches = {
  /**
   * The result of one item. It is worked on at once, unless others are being worked on: then together with what else waits,
   * when they are done or as soon as a crowd waits. Those that take long do not count: perhaps they wait for a lock, and
   * must not stop the rest.
   * After a failure of several each is tried alone, so that none fails because of another.
   */
  run<Item, Result>(kind: BatchKind<Item, Result>, item: Item): Promise<Result>
}

type Limits = { most: number; crowd: number; atOnce: number; patienceMs: number }
type Waiting<Item, Result> = { item: Item; keys: readonly string[]; settle: PromiseWithResolvers<Result> }

/**
 * Groups what is asked for at the same time, by kind.
 * @param most items of one batch
 * @param crowd when as many wait, a second batch begins beside the first: large ones cost as little, and nobody is idle
 * @param atOnce most batches of one kind at the same time, with those that take long
 * @param patienceMs after this time a batch takes long
 */
export function createBatches({
  most = 50,
  crowd = 8,
  atOnce = 4,
  patienceMs = 20,
}: Partial<Limits> = {}): Batches {
  const queues = new Map<object, Queue<never, never>>()
  return {
    run<Item, Result>(kind: BatchKind<Item, Result>, item: Item) {
      const known = queues.get(kind) as Queue<Item, Result> | undefined
      const queue = known ?? createQueue(kind, { most, crowd, atOnce, patienceMs })
      if (!known) queues.set(kind, queue as never)
      return queue.add(item)
    },
  }
}

type Queue<Item, Result> = { add(item: Item): Promise<Result> }

function createQueue<Item, Result>(
  kind: BatchKind<Item, Result>,
  { most, crowd, atOnce, patienceMs }: Limits,
): Queue<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  const held = new Set<string>()
  let open = 0
  let working = 0

  const next = () => {
    while ((working === 0 || (working === 1 && waiting.length >= crowd)) && open < atOnce) {
      const batch = takeFree(waiting, held, most)
      if (batch.length === 0) return
      waiting = waiting.filter((each) => !batch.includes(each))
      const keys = batch.flatMap((each) => each.keys)
      open += 1
      working += 1
      let counts = true
      const goOn = () => {
        clearTimeout(patience)
        if (!counts) return
        counts = false
        working -= 1
        next()
      }
      const patience = setTimeout(goOn, patienceMs)
      void settle(kind, batch).finally(() => {
        open -= 1
        keys.forEach((key) => held.delete(key))
        goOn()
        next()
      })
    }
  }
  return {
    add(item) {
      const settled = Promise.withResolvers<Result>()
      waiting.push({ item, keys: kind.keysOf(item), settle: settled })
      next()
      return settled.promise
    },
  }
}

/** The first items whose keys nobody holds, holding them; of each key the one that came first. */
function takeFree<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  held: Set<string>,
  most: number,
): Waiting<Item, Result>[] {
  // What waits for a key keeps later ones of its other keys waiting too: each key has one order.
  const passed = new Set<string>()
  const taken: Waiting<Item, Result>[] = []
  for (const each of waiting) {
    if (taken.length === most) break
    if (each.keys.some((key) => held.has(key) || passed.has(key))) each.keys.forEach((key) => passed.add(key))
    else {
      each.keys.forEach((key) => held.add(key))
      taken.push(each)
    }
  }
  return taken
}

async function settle<Item, Result>(
  kind: BatchKind<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    // Not in the context of the one of them that began.
    const results = await inContext({}, () => kind.work(batch.map(({ item }) => item)))
    batch.forEach((each, index) => each.settle.resolve(results[index]!))
  } catch (error) {
    if (batch.length === 1) return batch[0]!.settle.reject(error)
    for (const each of batch) await settle(kind, [each])
  }
}
