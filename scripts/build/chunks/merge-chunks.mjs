// Which chunks of a build become one file. A bundler makes one chunk of each set of modules that the same pages need,
// which is a hundred small files for one page. Merging two saves a request on pages that need both, and costs bytes on
// pages that need one: chunks are merged as long as that saves more than it costs.

/**
 * How many bytes, before compression, one request may save. Over HTTP/2 no file waits for another, but each has its
 * headers and its share of the processor, and small ones compress badly. Chosen by trying (ADR 42).
 */
export const REQUEST = 29_000

/**
 * The names of the chunks that belong in one file, for each file of two or more.
 *
 * @param {import('./merge-chunks.d.mts').Chunk[]} chunks
 * @param {import('./merge-chunks.d.mts').Visit[]} visits
 */
export function mergeChunks(chunks, visits) {
  let groups = chunks.map(({ name, ...chunk }) => ({ ...chunk, names: [name] }))
  for (;;) {
    measure(groups, visits)
    const best = bestPair(groups, visits)
    if (!best) return groups.map(({ names }) => names).filter(({ length }) => length > 1)
    groups = [...groups.filter((group) => !best.includes(group)), merged(...best)]
  }
}

function merged(one, other) {
  return {
    names: [...one.names, ...other.names],
    bytes: one.bytes + other.bytes,
    hasStyles: one.hasStyles || other.hasStyles,
    isFixed: false,
    imports: [...one.imports, ...other.imports],
  }
}

/** Adds to each group all it imports, directly or not, and to which visits it belongs. */
function measure(groups, visits) {
  const groupOf = new Map(groups.flatMap((group) => group.names.map((name) => [name, group])))
  const reach = (group) => {
    if (group.reached) return group.reached
    group.reached = new Set()
    for (const name of group.imports) {
      const next = groupOf.get(name)
      if (next === group) continue
      group.reached.add(next)
      for (const further of reach(next)) group.reached.add(further)
    }
    return group.reached
  }
  for (const group of groups) Object.assign(group, { reached: undefined, isIn: visits.map(() => false) })
  for (const group of groups) reach(group)
  visits.forEach(({ chunks }, index) => {
    for (const name of chunks) {
      const group = groupOf.get(name)
      for (const each of [group, ...group.reached]) each.isIn[index] = true
    }
  })
}

function bestPair(groups, visits) {
  const free = groups.filter(({ isFixed }) => !isFixed)
  let best
  let most = 0
  free.forEach((one, index) => {
    for (const other of free.slice(index + 1)) {
      const saved = saving(one, other, visits, most)
      if (saved > most && !hasBetween(one, other)) [best, most] = [[one, other], saved]
    }
  })
  return best
}

/**
 * What merging two groups saves over all visits, in bytes; what it makes a visit load in vain is subtracted. Zero if it
 * is not more than `least`.
 */
function saving(one, other, visits, least) {
  const perVisit = (one.hasStyles && other.hasStyles ? 2 : 1) * REQUEST
  let saved = 0
  // Each merge could be worth its few bytes there, and all of them together not.
  if (visits.some(({ isExact }, index) => isExact && one.isIn[index] !== other.isIn[index])) return 0
  visits.forEach(({ weight }, index) => {
    if (one.isIn[index] && other.isIn[index]) saved += weight * perVisit
  })
  for (const [index, { weight }] of visits.entries()) {
    if (saved <= least) return 0
    if (one.isIn[index] === other.isIn[index]) continue
    const added = one.isIn[index] ? other : one
    saved -= weight * added.bytes
    for (const next of added.reached) {
      if (!next.isIn[index]) saved -= weight * (next.bytes + REQUEST)
    }
  }
  return saved
}

/** Whether one imports the other through a third: merged, two files would import each other. */
function hasBetween(one, other) {
  const [from, to] = one.reached.has(other) ? [one, other] : [other, one]
  return [...from.reached].some((between) => between !== to && between.reached.has(to))
}
