import type { GroupId } from '#contract/values.ts'
import type { TestApp } from '../app.ts'
import type { TestClient, TestCoach } from '../people.ts'

/** How every marker begins: one search finds all of them. */
export const STEM = 'Zafiro'

/** The people of the sweep, besides those who are not signed in. */
export type Cast = {
  coach: TestCoach
  client: TestClient
  /** In the coach's group. */
  member: TestClient
  /** In it, too. */
  fellow: TestClient
  /** Was in it, and read what it shared. */
  formerMember: TestClient
  /** Another client of the same coach. */
  other: TestClient
  stranger: TestCoach
  clientOfStranger: TestClient
}
export type Person = keyof Cast

/** A text that is nowhere else, and everybody who may read it. */
export type Marker = { text: string; what: string; readers: readonly Person[] }

/** Everything the sweep asks for, by the parameters of paths. */
export type Ids = Record<string, string[]>

export type Stage = {
  cast: Cast
  markers: Marker[]
  ids: Ids
  /** Brings back what was deleted, which nobody reads before. */
  restore: () => Promise<Marker[]>
}

/** Collects markers: `mark('goal', 'client')` is a text for the coach and that client. */
export function collector() {
  const markers: Marker[] = []
  const mark = (what: string, ...readers: Exclude<Person, 'coach'>[]): string => {
    const text = `${STEM}${String(markers.length).padStart(3, '0')}`
    markers.push({ text, what, readers: ['coach', ...readers] })
    return text
  }
  /** Of something that is deleted: for the coach once it is back. */
  const gone = (what: string, ...readers: Exclude<Person, 'coach'>[]): string => {
    const text = mark(what)
    deleted.push({ ...markers.pop()!, readers: ['coach', ...readers] })
    markers.push({ text, what, readers: [] })
    return text
  }
  const deleted: Marker[] = []
  return { markers, deleted, mark, gone }
}

type Marks = ReturnType<typeof collector>
export type Scene = { app: TestApp; cast: Cast; marks: Marks; ids: Ids; groupId: GroupId }
