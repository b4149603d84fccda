import type { seedClient, seedCoach } from '#test/support/seeds.ts'

/** Somebody whom the server adds to its database as signing up leaves them. */
type Somebody = { email: string; name: string; lastName: string; password: string }

/** What a journey asks of the process of its server: about what, and what that answers. */
export type Asks = {
  jumpTo: { about: string; answer: void }
  seedCoach: { about: Somebody & { paid: boolean }; answer: Awaited<ReturnType<typeof seedCoach>> }
  seedClient: { about: Somebody & { coachId: string }; answer: Awaited<ReturnType<typeof seedClient>> }
}
export type Asking = { [Name in keyof Asks]: (about: Asks[Name]['about']) => Promise<Asks[Name]['answer']> }

/** The messages between the two. A journey may ask several things at once: each answer has the number of its question. */
export type Question = {
  [Name in keyof Asks]: { number: number; ask: Name; about: Asks[Name]['about'] }
}[keyof Asks]
export type Answer = { number: number; answer?: unknown; problem?: string }
