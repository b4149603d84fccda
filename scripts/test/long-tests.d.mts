export type Chosen = 'all' | 'short' | 'long'
export const chosenBy: Record<'vitest' | 'playwright', Record<Chosen, string[]>>
export function isChosen(title: string, chosen: Chosen): boolean
export function runsIn(path: string, chosen: Chosen): boolean
