import { type Kysely, sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import { audit, eraseDetailsOf } from '#server/modules/audit/audit.service.ts'
import { sealEntries } from '#server/modules/audit/sealing.service.ts'
import { type Verified, verifyLog } from '#server/modules/audit/verifying.service.ts'
import { MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newId } from '#test/support/rows.ts'

let app: TestApp
beforeEach(async () => {
  app ??= await makeApp()
})
afterAll(() => app.close())

const add = (userId: UserId = newId<UserId>()) =>
  app.deps.db.transaction().execute((tx) =>
    audit(app.deps, tx, {
      kind: 'sign_in.opened',
      userId,
      actor: userId,
      origin: { address: '203.0.113.7', userAgent: 'curl' },
      detail: { way: 'password' },
    }),
  )

/** A chain of some entries; the first is that of the migration. */
async function grow(entries: number): Promise<Verified> {
  for (let count = 0; count < entries; count += 1) {
    app.clock.advance(1_000)
    await add()
  }
  await sealEntries(app.deps)
  return verifyLog(app.deps)
}

const seals = () => app.deps.db.selectFrom('audit_seals').orderBy('seq').selectAll().execute()

describe('the chain of the audit log', () => {
  // @spec P.326
  test('begins with the log itself and takes in every entry', async () => {
    const { seals: before } = await grow(0)
    expect(await grow(5)).toMatchObject({ seals: before + 5, waiting: 0, broken: undefined })
    expect(await app.deps.db.selectFrom('audit_unsealed').selectAll().execute()).toEqual([])
    const [first] = await seals()
    const began = app.deps.db.selectFrom('audit_entries').where('id', '=', first!.entry_id).select('kind')
    expect(await began.executeTakeFirst()).toEqual({ kind: 'log.began' })
  })

  // @spec P.326
  test('is one chain, however many seal and write at once', async () => {
    const { seals: before } = await grow(0)
    const writers = Array.from({ length: 20 }, () => add())
    await Promise.all([...writers, ...Array.from({ length: 4 }, () => sealEntries(app.deps))])
    await sealEntries(app.deps)
    const all = await seals()
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: before + 20 }, (_, index) => index + 1))
    expect(new Set(all.map(({ entry_id: id }) => id)).size).toBe(before + 20)
    expect((await verifyLog(app.deps)).broken).toBeUndefined()
  })

  // @spec P.326
  test('takes in an entry whose transaction commits after later ones were sealed', async () => {
    const { seals: before } = await grow(0)
    const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const late = app.deps.db.transaction().execute(async (tx) => {
      await audit(app.deps, tx, { kind: 'password.changed', userId: newId<UserId>(), actor: 'system' })
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    expect(await grow(3)).toMatchObject({ seals: before + 3, broken: undefined })
    mayCommit.resolve()
    await late
    expect(await grow(0)).toMatchObject({ seals: before + 4, waiting: 0, broken: undefined })
    const last = (await seals()).at(-1)!
    const entry = app.deps.db.selectFrom('audit_entries').where('id', '=', last.entry_id).select('kind')
    expect(await entry.executeTakeFirst()).toEqual({ kind: 'password.changed' })
  })

  test('tells of entries that no worker seals, and of no newer ones', async () => {
    await grow(0)
    await add()
    expect((await verifyLog(app.deps)).waiting).toBe(0)
    app.clock.advance(6 * MINUTE_MS)
    expect(await verifyLog(app.deps)).toMatchObject({ waiting: 1, broken: undefined })
    expect(await grow(0)).toMatchObject({ waiting: 0 })
  })

  // @spec P.327
  test('verifies without what is personal of its entries', async () => {
    const userId = newId<UserId>()
    await add(userId)
    const before = await grow(2)
    await app.deps.db.transaction().execute((tx) => eraseDetailsOf(tx, userId))
    expect(await verifyLog(app.deps)).toEqual({ ...before, erased: before.erased + 1 })
  })
})

/** Does what the owner of the database could do, sees what is said of it, and takes it back. */
async function tamper(
  change: (db: Kysely<DB>, at: (seq: number) => string) => Promise<unknown>,
  options?: { head?: string },
): Promise<Verified> {
  const all = await seals()
  const idAt = (seq: number) => all[seq - 1]!.entry_id
  let verified: Verified | undefined
  await app.deps.db
    .transaction()
    .execute(async (tx) => {
      await sql`alter table audit_entries disable trigger user`.execute(tx)
      await sql`alter table audit_seals disable trigger user`.execute(tx)
      await sql`alter table audit_details disable trigger user`.execute(tx)
      await sql`alter table audit_seals drop constraint audit_seals_entry_id_fkey`.execute(tx)
      await sql`alter table audit_seals drop constraint audit_seals_entry`.execute(tx)
      await change(tx, idAt)
      verified = await verifyLog({ ...app.deps, db: tx }, options)
      throw new Error('taken back')
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'taken back') throw error
    })
  return verified!
}

describe('a chain that was changed', () => {
  // @spec P.328
  test.each([
    [
      'a changed entry',
      'changed',
      3,
      (db: Kysely<DB>, at: (seq: number) => string) =>
        sql`update audit_entries set kind = 'sign_in.ended' where id = ${at(3)}`.execute(db),
    ],
    [
      'an entry of another instant',
      'changed',
      3,
      (db, at) =>
        sql`update audit_entries set occurred_at = occurred_at + interval '1 hour' where id = ${at(3)}`.execute(
          db,
        ),
    ],
    [
      'an entry of another person',
      'changed',
      3,
      (db, at) => sql`update audit_entries set user_id = null where id = ${at(3)}`.execute(db),
    ],
    [
      'another order',
      'changed',
      3,
      (db, at) =>
        sql`update audit_seals set entry_id = case seq when 3 then ${at(4)}::uuid else ${at(3)}::uuid end
            where seq in (3, 4)`.execute(db),
    ],
    [
      'a removed entry',
      'entryMissing',
      3,
      async (db, at) => {
        await sql`delete from audit_details where entry_id = ${at(3)}`.execute(db)
        await sql`delete from audit_entries where id = ${at(3)}`.execute(db)
      },
    ],
    ['a removed seal', 'sealMissing', 3, (db) => sql`delete from audit_seals where seq = 3`.execute(db)],
    [
      'a removed entry with its seal, and those after it moved up',
      'changed',
      3,
      async (db, at) => {
        await sql`delete from audit_seals where seq = 3`.execute(db)
        await sql`delete from audit_details where entry_id = ${at(3)}`.execute(db)
        await sql`delete from audit_entries where id = ${at(3)}`.execute(db)
        await sql`update audit_seals set seq = -seq where seq > 3`.execute(db)
        await sql`update audit_seals set seq = -seq - 1 where seq < 0`.execute(db)
      },
    ],
    [
      'a changed detail',
      'detailChanged',
      3,
      (db, at) =>
        sql`update audit_details set detail = '{"address":"192.0.2.1"}' where entry_id = ${at(3)}`.execute(
          db,
        ),
    ],
    [
      'a changed detail with a changed hash of it',
      'changed',
      3,
      async (db, at) => {
        await sql`update audit_details set detail = '{}' where entry_id = ${at(3)}`.execute(db)
        await sql`update audit_entries e set detail_hash = sha256(d.salt || '{}'::bytea)
                  from audit_details d where d.entry_id = e.id and e.id = ${at(3)}`.execute(db)
      },
    ],
    [
      'an inserted entry',
      'outside',
      null,
      (db) =>
        sql`insert into audit_entries (id, occurred_at, kind, actor, detail, detail_hash)
            values (gen_random_uuid(), now(), 'sign_in.opened', 'system', '{"v":1}', '\\x00')`.execute(db),
    ],
    [
      'a removed last seal',
      'outside',
      null,
      (db) => sql`delete from audit_seals where seq = (select max(seq) from audit_seals)`.execute(db),
    ],
  ] as [string, string, number | null, Parameters<typeof tamper>[0]][])(
    '%s is found, where it is',
    async (_name, what, seq, change) => {
      const whole = await grow(6)
      expect(whole.broken).toBeUndefined()
      const { broken } = await tamper(change)
      expect(broken).toMatchObject({ what, seq })
      // The instant says when what is there happened, if it does.
      expect(broken!.at === null).toBe(what === 'sealMissing' || what === 'entryMissing')
      expect((await verifyLog(app.deps)).broken).toBeUndefined()
    },
  )

  // @spec P.328
  test('at its end is found by a head that was kept elsewhere', async () => {
    const { hash } = (await grow(4)).head!
    await grow(2)
    expect((await verifyLog(app.deps, { head: hash.toUpperCase() })).broken).toBeUndefined()
    const cut = async (db: Kysely<DB>) => {
      const tail = sql`select entry_id from audit_seals where seq > (select max(seq) - 3 from audit_seals)`
      const { rows } = await sql<{ entry_id: string }>`${tail}`.execute(db)
      const ids = sql`any(${rows.map(({ entry_id: id }) => id)}::uuid[])`
      await sql`delete from audit_seals where entry_id = ${ids}`.execute(db)
      await sql`delete from audit_details where entry_id = ${ids}`.execute(db)
      await sql`delete from audit_entries where id = ${ids}`.execute(db)
    }
    // What is left is a chain, which only the head tells from the whole one.
    expect((await tamper(cut)).broken).toBeUndefined()
    expect((await tamper(cut, { head: hash })).broken).toEqual({ what: 'headMissing', seq: null, at: null })
    expect((await verifyLog(app.deps, { head: 'f'.repeat(64) })).broken?.what).toBe('headMissing')
  })

  // @spec P.328
  test.each([
    'update audit_entries set kind = kind',
    'delete from audit_entries where false',
    'truncate audit_entries cascade',
    'update audit_seals set seq = seq',
    'delete from audit_seals',
    'truncate audit_seals',
    "update audit_details set detail = '{}'",
  ])('cannot be by accident, not even by the owner of the tables: %s', async (statement) => {
    await grow(1)
    await expect(sql.raw(statement).execute(app.deps.db)).rejects.toThrow('the audit log is only added to')
  })
})
