/** One file of the finest build; `isFixed` stays a file of its own. */
export type Chunk = { name: string; bytes: number; hasStyles: boolean; isFixed: boolean; imports: string[] }
/**
 * A page that people open, the chunks it asks for, and how much its bytes and requests count. An exact one loads nothing
 * that it does not need.
 */
export type Visit = { chunks: string[]; weight: number; isExact?: boolean }
export const REQUEST: number
export function mergeChunks(chunks: Chunk[], visits: Visit[]): string[][]
