export type Area = { parts: string[]; api: string[]; journeys: string[] }
export const areas: Record<string, Area>
export const sweeps: string[]
export function reachOf(paths: string[]): {
  everything: string | undefined
  api: string[]
  journeys: string[]
}
export function changedFiles(ref?: string): string[]
