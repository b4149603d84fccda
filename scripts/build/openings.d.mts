/** Who arrives: a coach without payment sees only the payment. */
export type Arriving = 'visitor' | 'unpaidCoach' | 'coach' | 'client'

/** The table of screens as the build reads it; `file` is that of the code, from the root of the project. */
export type ScreenTable = {
  shell: { texts: readonly string[]; asks: readonly string[]; file: string }
  queries: { file: string }
  screens: {
    name: string
    patterns: readonly string[]
    audience: string
    texts: readonly string[]
    asks: readonly string[]
    file: string
    isFirst: boolean
    isFramed: boolean
    hasNoQueries: boolean
  }[]
}

export type Opening = {
  for: string
  /** A regular expression of addresses. */
  at: string
  /** The files of its code. */
  sources: string[]
  texts: readonly string[]
  /** The routes that it reads first. */
  asks: readonly string[]
}

export function openingsOf(table: ScreenTable): Opening[]
