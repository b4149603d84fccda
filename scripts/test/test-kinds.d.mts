export type Files = { name: string; include: string[]; exclude: string[] }
export type Kind = Files & {
  usesPostgres: boolean
  isolate: boolean
  timeoutMs: number
  /** Node unless given. */
  environment?: 'happy-dom'
  setupFiles?: string[]
}
export const kinds: Kind[]
export const journeys: Files
export function filesOf(kind: Files): string[]
