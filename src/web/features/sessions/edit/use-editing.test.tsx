import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { beforeEach, describe, expect, test } from 'vitest'
import { toWire } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { show } from '#test/support/web/show.tsx'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { setUser, useStore } from '#web/store/store.ts'
import { MeetingFields } from '#web/features/sessions/components/MeetingFields.tsx'
import type { CheckedEdit, EditSessionForm } from './edit-session-form.ts'
import { useEditForm, useEditing } from './use-editing.ts'

const PREVIEW = 'POST /v1/session/preview'
const MOVE = 'POST /v1/session/:sessionId/reschedule'
const EDIT = 'PUT /v1/session/:sessionId'

const session = confirmedSession()
const free = { body: { occurrences: [{ warnings: [] }] } }
const outside = { code: 'outsideHours', inTheWay: null }

let form: UseFormReturn<EditSessionForm, unknown, CheckedEdit>
let isDirty: boolean
let editing: ReturnType<typeof useEditing>
function Editing({ of: edited }: { of: typeof session }) {
  const now = useEditing(edited)
  useEffect(() => {
    editing = now
  })
  return null
}
function Form({ of: edited = session, fields }: { of?: typeof session; fields?: ReactNode }) {
  const now = useEditForm(edited)
  useEffect(() => {
    form = now
    isDirty = now.formState.isDirty
  })
  return (
    <FormProvider {...now}>
      <Editing of={edited} />
      {fields}
    </FormProvider>
  )
}

const fill = (values: Partial<EditSessionForm>) =>
  act(() => {
    for (const [name, value] of Object.entries(values)) {
      form.setValue(name as keyof EditSessionForm, value, { shouldDirty: true })
    }
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

describe('while the form is open, somebody else moves the session and writes its objective', () => {
  const moved = confirmedSession({
    startsAt: toWire(fromIso('2027-02-05T15:00:00.000Z')),
    endsAt: toWire(fromIso('2027-02-05T16:00:00.000Z')),
    objective: 'Preparar la junta',
  })

  test('a title typed before is kept, and sent alone', async () => {
    const sent = answerCalls({ [EDIT]: { body: moved } })
    const { rerender } = show(<Form />)
    fill({ title: 'Cierre' })
    rerender(<Form of={moved} />)
    await waitFor(() => expect(form.getValues('date')).toBe('2027-02-05'))
    // Leaving would still ask.
    expect(isDirty).toBe(true)
    submit()
    await waitFor(() => expect(editing.isSaved).toBe(true))
    expect(sent).toEqual([{ route: EDIT, body: { title: 'Cierre' } }])
  })

  test('a form without changes stays without them', async () => {
    const sent = answerCalls({})
    const { rerender } = show(<Form />)
    rerender(<Form of={moved} />)
    await waitFor(() => expect(form.getValues('objective')).toBe('Preparar la junta'))
    expect(editing.isMoved).toBe(false)
    submit()
    await waitFor(() => expect(editing.isSaved).toBe(true))
    expect(sent).toEqual([])
  })

  test('the address of a channel chosen here is kept with it', async () => {
    const zoom = 'https://zoom.example.org/ana'
    setUser({ ...useStore.getState().session.user!, meet: session.meetingUrl, zoom })
    const { rerender } = show(<Form fields={<MeetingFields />} />)
    fireEvent.click(screen.getByRole('combobox', { name: /Cómo se reunirán/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'Zoom', hidden: true }))
    expect(form.getValues()).toMatchObject({ channel: 'zoom', meetingUrl: zoom })
    rerender(<Form of={moved} fields={<MeetingFields />} />)
    await waitFor(() => expect(form.getValues('date')).toBe('2027-02-05'))
    expect(form.getValues()).toMatchObject({ channel: 'zoom', meetingUrl: zoom })
  })
})
