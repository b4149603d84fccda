import { act, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { beforeEach, expect, test } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { useStore } from '#web/store/store.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { type CheckedEdit, EditSessionForm, editFormOf } from './edit-session-form.ts'
import { useEditing } from './use-editing.ts'

const PREVIEW = 'POST /v1/session/preview'
const MOVE = 'POST /v1/session/:sessionId/reschedule'
const EDIT = 'PUT /v1/session/:sessionId'

const session = confirmedSession()
const free = { body: { occurrences: [{ warnings: [] }] } }
const outside = { code: 'outsideHours', inTheWay: null }

let form: UseFormReturn<EditSessionForm, unknown, CheckedEdit>
let editing: ReturnType<typeof useEditing>
function Editing({ of: edited }: { of: typeof session }) {
  const now = useEditing(edited)
  useEffect(() => {
    editing = now
  })
  return null
}
function Form({ of: edited = session }: { of?: typeof session }) {
  const now = useSchemaForm(EditSessionForm, { defaultValues: editFormOf(edited, {}, 'America/Mexico_City') })
  useEffect(() => {
    form = now
  })
  return (
    <FormProvider {...now}>
      <Editing of={edited} />
    </FormProvider>
  )
}

const fill = (values: Partial<EditSessionForm>) =>
  act(() => {
    for (const [name, value] of Object.entries(values)) form.setValue(name as keyof EditSessionForm, value)
  })
const changes = (sent: { route: string }[]) => sent.filter(({ route }) => route !== PREVIEW)
const submit = () => act(() => editing.submit())

beforeEach(signInCoach)

test('a form that changes nothing sends nothing and is saved', async () => {
  const sent = answerCalls({})
  show(<Form />)
  submit()
  await waitFor(() => expect(editing.isSaved).toBe(true))
  expect([sent, editing.isMoved]).toEqual([[], false])
})

test('time and details are two calls, the time first', async () => {
  const sent = answerCalls({ [PREVIEW]: free, [MOVE]: { body: session }, [EDIT]: { body: session } })
  show(<Form />)
  fill({ time: '11:00', title: 'Cierre' })
  submit()
  await waitFor(() => expect(editing.isSaved).toBe(true))
  expect(changes(sent)).toEqual([
    {
      route: MOVE,
      body: { startsAt: '2027-02-04T17:00:00.000Z', endsAt: '2027-02-04T18:00:00.000Z', notify: true },
    },
    { route: EDIT, body: { title: 'Cierre' } },
  ])
  expect(useStore.getState().alert.type).toBe('success')
})

test('a refused time leaves the details unsent, and the form open with the reason', async () => {
  const sent = answerCalls({ [PREVIEW]: free, [MOVE]: refusal('session.overlap') })
  show(<Form />)
  fill({ time: '11:00', title: 'Cierre' })
  submit()
  await waitFor(() => expect(form.getFieldState('root.server' as 'title').error?.message).toMatch(/overlap/))
  expect(changes(sent).map(({ route }) => route)).toEqual([MOVE])
  expect([editing.isSaved, useStore.getState().alert.status]).toEqual([false, false])
})

test('each warning is shown once, and a time outside the hours is booked knowingly', async () => {
  const occurrences = [{ warnings: [outside] }, { warnings: [outside] }]
  const sent = answerCalls({ [PREVIEW]: { body: { occurrences } }, [MOVE]: { body: session } })
  show(<Form />)
  fill({ time: '23:00' })
  await waitFor(() => expect(editing.warnings).toEqual([outside]))
  expect([editing.canBook, editing.isKnowing]).toEqual([true, true])
  submit()
  await waitFor(() => expect(editing.isSaved).toBe(true))
  expect(changes(sent)[0]).toMatchObject({ route: MOVE, body: { outsideHours: true } })
})

test('a session of a series is changed in the scope that was chosen', async () => {
  const ofSeries = confirmedSession({ seriesId: 'series-1' as never })
  const sent = answerCalls({ [EDIT]: { body: ofSeries } })
  show(<Form of={ofSeries} />)
  act(() => editing.setScope('following'))
  fill({ title: 'Cierre' })
  submit()
  await waitFor(() => expect(editing.isSaved).toBe(true))
  expect(sent).toEqual([{ route: EDIT, body: { title: 'Cierre', scope: 'following' } }])
})
