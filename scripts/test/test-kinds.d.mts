export type Files = { name: string; include: string[]; exclude: string[] }
export type Kind = Files & { usesPostgres: boolean; isolate: boolean; timeoutMs: number }
export const kinds: Kind[]
export const journeys: Files
export function filesOf(kind: Files): string[]
