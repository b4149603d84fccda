import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MemberDto } from '#contract/groups.ts'
import { useAlertAction } from '#web/store/alert.ts'
import { useStore } from '#web/store/store.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { show } from '#test/support/web/show.tsx'
import { MemberMenu } from './MemberMenu.tsx'

const RESEND = 'POST /v1/group/:groupId/member/:memberId/resendinvitation'
const REMOVE = 'DELETE /v1/group/:groupId/member/:memberId'

const member = (change: Partial<MemberDto>) =>
  ({
    id: 'member-1',
    clientId: 'client-1',
    name: 'Luz',
    fullName: 'Luz Vega',
    email: 'luz@correo.example',
    status: 'active',
    allowedActions: [],
    ...change,
  }) as MemberDto

/** The menu of a member, opened. */
async function open(change: Partial<MemberDto>) {
  show(<MemberMenu groupId="group-1" member={member(change)} />)
  fireEvent.click(screen.getByRole('button', { name: /Luz Vega/ }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}
const item = (name: RegExp) => screen.getByRole<HTMLButtonElement>('menuitem', { name })
const alert = () => useStore.getState().alert

test('offers what the server allows, and always the record', async () => {
  expect(await open({ allowedActions: [] })).toEqual(['Ver cliente'])
})

test('an invited person can be mailed again or removed', async () => {
  const offered = await open({ status: 'invited', allowedActions: ['resendInvitation', 'remove'] })
  expect(offered).toHaveLength(3)
})

test('sending again says to which address', async () => {
  answerCalls({ [RESEND]: { body: {} } })
  await open({ allowedActions: ['resendInvitation'] })
  fireEvent.click(item(/Reenviar/))
  await waitFor(() => expect(alert()).toMatchObject({ type: 'success' }))
  expect(alert().msg).toContain('luz@correo.example')
})

test('a refused sending is shown in the words of the server', async () => {
  answerCalls({ [RESEND]: refusal('client.resend_too_soon', 429) })
  await open({ allowedActions: ['resendInvitation'] })
  fireEvent.click(item(/Reenviar/))
  await waitFor(() =>
    expect(alert()).toMatchObject({ msg: 'Refused: client.resend_too_soon', type: 'error' }),
  )
})

/** Removes the member by the menu and its question. */
async function remove(before: Partial<MemberDto>, after: Partial<MemberDto>) {
  answerCalls({ [REMOVE]: { body: { people: [member(after)] } } })
  await open({ ...before, allowedActions: ['remove'] })
  fireEvent.click(item(/Quitar/))
  fireEvent.click(await screen.findByRole('button', { name: /Quitar/ }))
  await waitFor(() => expect(alert().type).toBe('success'))
}

test('a removal of somebody who was in can be undone from the toast', async () => {
  await remove({ status: 'active' }, { status: 'removed', allowedActions: ['add'] })
  expect(useAlertAction.getState().action?.label).toBe('Deshacer')
})

test('a removal of an invited person cannot: they would be mailed again', async () => {
  await remove({ status: 'invited' }, { status: 'removed', allowedActions: ['add'] })
  expect(useAlertAction.getState().action).toBeNull()
})

test('a refused removal is shown in its question, which stays open', async () => {
  answerCalls({ [REMOVE]: refusal('group.member_not_found', 404) })
  await open({ allowedActions: ['remove'] })
  fireEvent.click(item(/Quitar/))
  fireEvent.click(await screen.findByRole('button', { name: /Quitar/ }))
  expect(await screen.findByText('Refused: group.member_not_found')).toBeInstanceOf(HTMLElement)
  expect([screen.getByRole('dialog') instanceof HTMLElement, alert().status]).toEqual([true, false])
})
