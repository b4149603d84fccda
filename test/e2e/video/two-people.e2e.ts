import { expectAccessible, expectFits } from '../support/axe.ts'
import { ALLOWED, bookRoom, control, expectMoving, join, tile } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'

// @spec 1.19, P.232, P.233, P.234, P.235
test('a coach and a client meet in the room of their session', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const stranger = await stageClient(server, coach, { name: 'Elena', lastName: 'Ríos' })
  const { id } = await bookRoom(server, coach, { type: 'Client', clientId: client.clientId }, 5)
  const [hers, theirs] = [
    await person(ALLOWED),
    await person({ ...ALLOWED, viewport: { width: 390, height: 844 } }),
  ]

  await test.step('the page of the session leads to the lobby, which shows oneself', async () => {
    await signIn(hers, coach.email, `/session/view/${id}`)
    await hers.getByRole('link', { name: /^Unirme/ }).click()
    await expect(hers.getByRole('heading', { level: 1, name: 'Hablar en público' })).toBeVisible()
    await expectMoving(hers.getByRole('region', { name: 'Así te ven' }))
    await expect(hers.getByText('Aún no hay nadie en la sala.')).toBeVisible()
    await expectAccessible(hers, 'the lobby')
    await signIn(theirs, client.email, `/session/room/${id}`)
    await expectMoving(theirs.getByRole('region', { name: 'Así te ven' }))
    await expectAccessible(theirs, 'the lobby on a phone')
    await expectFits(theirs, 'the lobby on a phone')
  })

  await test.step('both see each other move', async () => {
    await join(hers).click()
    await expect(hers.getByText('Esperando a Mariana. Puedes quedarte aquí.')).toBeVisible()
    await expect(theirs.getByText('Ana ya está en la sala.')).toBeVisible()
    await join(theirs).click()
    await expectMoving(tile(hers, 'Mariana'))
    await expectMoving(tile(theirs, 'Ana'))
    // How good it is depends on what else the machine does.
    await expect(tile(hers, 'Mariana').getByTitle(/conexión/i)).toBeVisible()
    await expectAccessible(hers, 'the call')
    await expectAccessible(theirs, 'the call on a phone')
    await expectFits(theirs, 'the call on a phone')
  })

  await test.step('microphone, camera, hand and reaction are seen by the other', async () => {
    await control(theirs, 'Silenciar micrófono').click()
    await expect(tile(hers, 'Mariana').getByRole('img', { name: 'Micrófono apagado' })).toBeVisible()
    await control(theirs, 'Activar micrófono').click()
    await expect(tile(hers, 'Mariana').getByRole('img', { name: 'Micrófono apagado' })).toHaveCount(0)
    await control(theirs, 'Apagar cámara').click()
    await expect(tile(hers, 'Mariana').locator('video')).toHaveAttribute('data-hidden')
    await control(theirs, 'Encender cámara').click()
    await expect(tile(hers, 'Mariana').locator('video')).not.toHaveAttribute('data-hidden')
    await expectMoving(tile(hers, 'Mariana'))
    await control(theirs, 'Levantar la mano').click()
    await expect(tile(hers, 'Mariana').getByRole('img', { name: 'Mariana: mano levantada' })).toBeVisible()
    await control(theirs, 'Reaccionar').click()
    await theirs.getByRole('button', { name: '👏' }).click()
    await expect(tile(hers, 'Mariana').getByText('👏')).toBeVisible()
  })

  await test.step('the coach mutes the client, who may speak again', async () => {
    await hers.getByRole('button', { name: 'Silenciar a Mariana' }).click()
    await expect(theirs.getByText(/Tu coach apagó tu micrófono/)).toBeVisible()
    await control(theirs, 'Activar micrófono').click()
    await expect(control(theirs, 'Silenciar micrófono')).toBeVisible()
  })

  await test.step('a page that is loaded again is back in the call', async () => {
    await theirs.reload()
    await expectMoving(tile(theirs, 'Ana'))
    await expectMoving(tile(hers, 'Mariana'))
  })

  await test.step('another client of the same coach does not find the room', async () => {
    const other = await person()
    await signIn(other, stranger.email, `/session/room/${id}`)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(join(other)).toHaveCount(0)
    await expect(tile(hers, 'Elena')).toHaveCount(0)
  })

  await test.step('who leaves is asked how it was, and the other stays', async () => {
    // The news goes away by itself.
    await Promise.all([
      expect(hers.getByText('Mariana salió')).toBeVisible(),
      control(theirs, 'Salir de la videollamada').click(),
    ])
    await expect(theirs).toHaveURL(new RegExp(`/ending/${id}`))
    await control(hers, 'Salir de la videollamada').click()
    await hers.getByRole('menuitem', { name: 'Terminar para todos' }).click()
    await expect(hers).toHaveURL(new RegExp(`/ending/${id}`))
  })
})

// @spec P.236
test('a client who waits at the door is let in when the coach opens it', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const { id } = await bookRoom(server, coach, { type: 'Client', clientId: client.clientId }, 30)
  const [hers, theirs] = [await person(ALLOWED), await person(ALLOWED)]
  await signIn(theirs, client.email, `/session/room/${id}`)
  await expect(theirs.getByRole('timer')).toHaveText(/^(20:00|19:\d\d)$/)
  await theirs.getByRole('button', { name: 'Entrar en cuanto abra' }).click()
  await signIn(hers, coach.email, `/session/room/${id}`)
  await expect(hers.getByText(/Tú puedes entrar antes/)).toBeVisible()
  await join(hers).click()
  await expectMoving(tile(theirs, 'Ana'))
  await expectMoving(tile(hers, 'Mariana'))
})
