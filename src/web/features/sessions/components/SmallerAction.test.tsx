import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ActionId } from '#contract/values.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { SmallerAction } from './SmallerAction.tsx'

const PUT = 'PUT /v1/action/:actionId'
const action = {
  id: '01890000-0000-7000-8000-000000000004' as ActionId,
  text: 'Dormir ocho horas',
  sessionsOpen: 3,
  allowedActions: ['edit' as const],
}
const open = () => screen.getByRole('button', { name: 'Hacerla más pequeña: Dormir ocho horas' })

beforeEach(signInCoach)

test('an action that was carried less often asks nothing', () => {
  show(<SmallerAction action={{ ...action, sessionsOpen: 2 }} />)
  expect(screen.queryByText(/¿La hacemos más pequeña\?/)).toBeNull()
})

// @spec P.133
test('the third time it is made smaller where it is listed, inside another form, which is not sent', async () => {
  const sent = answerCalls({ [PUT]: { body: {} } })
  let submitted = false
  show(
    <form onSubmit={() => (submitted = true)}>
      <SmallerAction action={action} />
    </form>,
  )
  expect(screen.getByText('Lleva 3 sesiones abierta. ¿La hacemos más pequeña?')).toBeTruthy()
  fireEvent.click(open())
  const words = screen.getByLabelText<HTMLInputElement>('Acción más pequeña')
  expect(words.value).toBe('Dormir ocho horas')
  fireEvent.change(words, { target: { value: 'ab' } })
  fireEvent.keyDown(words, { key: 'Enter' })
  fireEvent.change(words, { target: { value: 'Apagar el teléfono a las once' } })
  fireEvent.keyDown(words, { key: 'Enter' })
  await waitFor(() => expect(screen.queryByLabelText('Acción más pequeña')).toBeNull())
  expect(sent.map(({ body }) => body)).toEqual([{ text: 'Apagar el teléfono a las once' }])
  expect(submitted).toBe(false)
})

test('Escape leaves it as it is', () => {
  show(<SmallerAction action={action} />)
  fireEvent.click(open())
  fireEvent.keyDown(screen.getByLabelText('Acción más pequeña'), { key: 'Escape' })
  expect(open()).toBeTruthy()
})

test('one that may not be changed only says how long it has been open', () => {
  show(<SmallerAction action={{ ...action, allowedActions: [] }} />)
  expect(screen.queryByRole('button')).toBeNull()
})
