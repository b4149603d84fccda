export const root: string
export function at(...parts: string[]): string
export function packagedNode(): string | undefined
export function projectNode(): string
export function fail(...lines: string[]): never
