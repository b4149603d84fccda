/** What people open (openings.mjs), its code as numbers of `files`. */
export type Plan = {
  files: string[]
  screens: {
    for: string
    at: string
    code: number[]
    texts: readonly string[]
    asks: readonly string[]
  }[]
  /** The parts that come late, by their source below `src/web`. */
  late: Record<string, number[]>
}

/** The keys of the storage, and the languages, the default first. */
export type Keys = { session: string; scheme: string; root: string; languages: readonly string[] }

export function boot(plan: Plan, keys: Keys): void
