import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClientId } from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { clientRow, coachRow, newId } from '#test/support/rows.ts'
import { findRecipients } from './notifications.repository.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('the recipients of an event', () => {
  test('are the coach and the client, each with their own address, zone and language', async () => {
    const { coachId, membershipId } = await coachRow(database, { name: 'Ana' })
    const client = await clientRow(database, coachId, {
      name: 'Luz',
      timezone: 'Asia/Tokyo',
      language: 'en-US',
    })
    expect(await findRecipients(database.db, coachId, client.clientId)).toEqual({
      coachEmail: `${coachId}@correo.example`,
      coachName: 'Ana',
      coachLastName: 'López',
      coachLanguage: 'es-MX',
      coachTimezone: 'America/Mexico_City',
      coachMembershipId: membershipId,
      clientId: client.clientId,
      clientName: 'Luz',
      clientLastName: 'Torres',
      clientUserId: client.userId,
      clientMembershipId: client.membershipId,
      clientEmail: `${client.userId}@correo.example`,
      clientTimezone: 'Asia/Tokyo',
      clientLanguage: 'en-US',
      clientInvitedAt: null,
    })
  })

  test('include a client without an account as in the record, in the coach’s language', async () => {
    const { coachId } = await coachRow(database, { language: 'en-US' })
    const { clientId } = await clientRow(database, coachId, { invited: true })
    expect(await findRecipients(database.db, coachId, clientId)).toMatchObject({
      clientId,
      clientUserId: null,
      clientMembershipId: null,
      clientEmail: `${clientId}@registro.example`,
      clientTimezone: 'UTC',
      clientLanguage: 'en-US',
    })
  })

  test('may be only the coach; a client of another practice is not found', async () => {
    const { coachId } = await coachRow(database)
    const other = await coachRow(database)
    const foreign = await clientRow(database, other.coachId)
    for (const clientId of [null, foreign.clientId, newId<ClientId>()]) {
      const found = await findRecipients(database.db, coachId, clientId)
      expect(found).toMatchObject({ coachName: 'Ana', clientId: null, clientMembershipId: null })
    }
  })

  test('a coach who is a client of another coach is notified in the right membership', async () => {
    const coach = await coachRow(database)
    const mentor = await coachRow(database, { name: 'Eva' })
    const client = await clientRow(database, mentor.coachId)
    // The coach's account becomes the client's: one person, two memberships.
    await database.db
      .updateTable('memberships')
      .set({ user_id: coach.coachId })
      .where('id', '=', client.membershipId!)
      .execute()
    await database.db
      .updateTable('clients')
      .set({ user_id: coach.coachId })
      .where('id', '=', client.clientId)
      .execute()
    const asClient = await findRecipients(database.db, mentor.coachId, client.clientId)
    expect(asClient).toMatchObject({ clientUserId: coach.coachId, clientMembershipId: client.membershipId })
    const asCoach = await findRecipients(database.db, coach.coachId, null)
    expect(asCoach).toMatchObject({ coachMembershipId: coach.membershipId })
  })
})
