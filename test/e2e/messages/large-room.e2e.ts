import { sql } from 'kysely'
import { expect, test } from '../support/fixtures.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { field, messages } from './thread-page.ts'

const MESSAGES = 100_000
const PART = 10_000
/** Rows in the page at most, however long the thread is: those in sight and some beside them. */
const MOST_ROWS = 120

/** A room with many messages of both, all read, by SQL. */
function fillRoom(server: TestServer, clientId: string, coachId: string): Promise<void> {
  return server.inDatabase(async (db) => {
    const { rows } = await sql<{
      user_id: string
    }>`select user_id from clients where id = ${clientId}`.execute(db)
    const userId = rows[0]!.user_id
    await sql`insert into message_rooms (id, coach_id, type, client_id, created_at, last_seq, revision, last_at)
      values (${clientId}, ${coachId}, 'Client', ${clientId}, now(), ${MESSAGES}, ${MESSAGES}, now())`.execute(
      db,
    )
    // In parts: one statement may not take as long.
    for (let from = 1; from <= MESSAGES; from += PART) {
      await sql`insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, created_at)
        select gen_random_uuid(), ${clientId}, n, n,
          case when n % 3 = 0 then ${coachId}::uuid else ${userId}::uuid end,
          'Mensaje ' || n || '.' || repeat(' con algunas palabras más', n % 7), gen_random_uuid(),
          timestamptz '2027-02-02 15:00Z' - (${MESSAGES} - n) * interval '1 minute'
        from generate_series(${from}::int, ${from + PART - 1}::int) as n`.execute(db)
    }
    await sql`insert into message_reads (room_id, user_id, seq, delivered_seq, read_at)
      values (${clientId}, ${coachId}, ${MESSAGES}, ${MESSAGES}, now())`.execute(db)
  })
}

// @spec P.167
test('a thread of 100,000 messages is read back page by page, keeps its place, and holds few rows @long', async ({
  person,
  server,
}) => {
  test.slow()
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  await fillRoom(server, client.clientId, coach.id)
  const page = await person()
  await signIn(page, coach.email, `/messages/Client/${client.clientId}`)
  await expect(messages(page).last()).toContainText(`Mensaje ${MESSAGES}`)
  const thread = page.getByRole('region', { name: /^Mensajes con/ })
  await thread.hover()

  await test.step('older ones come while somebody scrolls, and what they look at stays where it is', async () => {
    for (let turn = 0; turn < 25; turn += 1) {
      const first = messages(page).nth(8)
      const text = (await first.textContent()) ?? ''
      await page.mouse.wheel(0, -1_500)
      // The next turn begins once something else is there.
      await expect(messages(page).nth(8)).not.toHaveText(text)
      expect(await messages(page).count()).toBeLessThan(MOST_ROWS)
    }
    const seen = await messages(page).first().textContent()
    expect(Number(/Mensaje (\d+)/.exec(seen ?? '')![1])).toBeLessThan(MESSAGES - 120)
  })

  await test.step('and back to the newest with one tap', async () => {
    await page.getByRole('button', { name: 'Ir a lo más reciente' }).click()
    await expect(messages(page).last()).toContainText(`Mensaje ${MESSAGES}`)
    await field(page).fill('El siguiente')
    await page.keyboard.press('Enter')
    await expect(messages(page).last()).toContainText('El siguiente')
    await expect(messages(page).last().getByText('Enviado')).toBeVisible()
  })
})
