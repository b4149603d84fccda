import { expect, test } from 'vitest'
import type { Access, Owned, Sealed } from '#contract/endpoint.ts'

/** Whether `endpoint()` takes a declaration: a wrong answer below does not compile. */
type Compiles<D extends Declared> = D extends Declared & Owned<D['path'], D['access']> ? true : false

type Declared = { path: string; access: Access }

test('an endpoint without the owner that fits its path does not compile', () => {
  const list: Compiles<{ path: '/v1/client'; access: 'coach' }> = true
  const ownerOfNothing: Compiles<{ path: '/v1/client'; access: 'coach'; owner: 'scope' }> = false
  const forgotten: Compiles<{ path: '/v1/user/:userId/photo'; access: 'signedIn' }> = false
  const unchecked: Compiles<{ path: '/v1/user/:userId'; access: 'signedIn'; owner: 'scope' }> = false
  const self: Compiles<{ path: '/v1/user/:userId'; access: 'signedIn'; owner: 'self' }> = true
  const otherCoach: Compiles<{ path: '/v1/group/coach/:coachId'; access: 'coach'; owner: 'scope' }> = false
  const practice: Compiles<{ path: '/v1/group/coach/:coachId'; access: 'coach'; owner: 'practice' }> = true
  const row: Compiles<{ path: '/v1/session/:sessionId'; access: 'signedIn'; owner: 'scope' }> = true
  const link: Compiles<{ path: '/v1/file/:fileId'; access: 'public'; owner: 'secret' }> = true
  const signed: Compiles<{ path: '/v1/payment/:provider'; access: 'signed'; owner: 'secret' }> = true
  const everybodys: Compiles<{ path: '/v1/file/:fileId'; access: 'public'; owner: 'scope' }> = false
  expect([list, self, practice, row, link, signed]).not.toContain(false)
  expect([ownerOfNothing, forgotten, unchecked, otherCoach, everybodys]).not.toContain(true)
})

/** Whether the body fits the access. */
type Fits<A extends Access, D> = D extends D & Sealed<A> ? true : false

test('a signed endpoint takes raw bytes, and no other endpoint does', () => {
  const raw = { maxBytes: 1024 }
  const bytes: Fits<'signed', { raw: typeof raw }> = true
  const parsed: Fits<'public', { body: object }> = true
  const unread: Fits<'signed', { summary: string }> = false
  const both: Fits<'signed', { raw: typeof raw; body: object }> = false
  const unsigned: Fits<'public', { raw: typeof raw }> = false
  expect([bytes, parsed]).not.toContain(false)
  expect([unread, both, unsigned]).not.toContain(true)
})
