import { invalid } from './failure.ts'

/** The parameters of a call: everything is text, in objects and lists as the brackets say. */
export type Params = { [name: string]: string | Params | (string | Params)[] | undefined }

/** Reads `a[b][0]=c`, the form in which the SDK sends bodies and queries. */
export function readForm(text: string): Params {
  const root: Params = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = key.split('[').map((part) => part.replace(/\]$/, ''))
    let place = root
    const path = [first, ...rest]
    for (const name of path.slice(0, -1)) place = (place[name] ??= {}) as Params
    place[path.at(-1)!] = value
  }
  return withLists(root) as Params
}

/** Objects with the keys 0, 1, 2 … are lists. */
function withLists(value: Params[string]): Params[string] {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, each]) => [key, withLists(each)] as const)
  if (entries.length > 0 && entries.every(([key], index) => key === String(index)))
    return entries.map(([, each]) => each as string | Params)
  return Object.fromEntries(entries)
}

/** Stripe refuses what it does not know, and so finds what an integration misspells. */
export function refuseUnknown(params: Params, known: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => name !== 'expand' && !known.includes(name))
  if (unknown !== undefined)
    throw invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
}

export const textOf = (params: Params, name: string): string | undefined => {
  const value = params[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberOf(params: Params, name: string): number | undefined {
  const text = textOf(params, name)
  if (text === undefined) return undefined
  if (!/^-?\d+$/.test(text)) throw invalid(`Invalid integer: ${text}`, name, 'parameter_invalid_integer')
  return Number(text)
}

export const flagOf = (params: Params, name: string): boolean | undefined => {
  const text = textOf(params, name)
  return text === undefined ? undefined : text === 'true'
}

export const partOf = (params: Params, name: string): Params => {
  const value = params[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}

export const listOf = (params: Params, name: string): (string | Params)[] => {
  const value = params[name]
  return Array.isArray(value) ? value : []
}

export const textsOf = (params: Params, name: string): string[] =>
  listOf(params, name).filter((each) => typeof each === 'string')

export function metadataOf(params: Params): Record<string, string> {
  return Object.fromEntries(
    Object.entries(partOf(params, 'metadata')).filter((entry): entry is [string, string] => {
      return typeof entry[1] === 'string'
    }),
  )
}
