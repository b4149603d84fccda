import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { GoalDetail } from '#contract/goals/goals.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { goalQuery } from '#web/widgets/queries/goal.queries.ts'
import { EditGoalDialog } from './EditGoalDialog.tsx'

const GET = 'GET /v1/goal/:goalId'
const PUT = 'PUT /v1/goal/:goalId'
const [ONE, TWO, THREE] = [1, 2, 3].map((n) => `01890000-0000-7000-8000-00000000000${n}`)

const milestone = (id: string | undefined, text: string, doneOn: string | null = null) => ({
  id,
  text,
  date: null,
  doneOn,
})
const stored = (...milestones: ReturnType<typeof milestone>[]) =>
  ({
    id: 'g1',
    title: 'Hablar con mi equipo',
    why: null,
    area: null,
    measure: 'milestones',
    baseline: null,
    target: null,
    unit: null,
    targetDate: null,
    milestones,
  }) as unknown as GoalDetail
const before = stored(milestone(ONE, 'Pedir la junta'), milestone(TWO, 'Tener la junta'))
/** What somebody else has stored meanwhile. */
const after = stored(...(before.milestones as never[]), milestone(THREE, 'Cerrar acuerdos'))
const basedOn = ({ milestones }: GoalDetail) => milestones.map(({ id, text, date }) => ({ id, text, date }))

function Opened({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(goalQuery('g1'))
  return data && <EditGoalDialog goal={data} onClose={onClose} />
}
async function open() {
  const onClose = vi.fn()
  show(<Opened onClose={onClose} />)
  await screen.findByLabelText('Hito 2')
  return onClose
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const news = (goal: GoalDetail) => queryClient.setQueryData(goalQuery('g1').queryKey, goal)
const conflict = () => screen.queryByText('Los hitos tienen dos versiones')

beforeEach(() => {
  signInCoach()
  queryClient.clear()
})

// @spec P.94
test('an edit of milestones that was overtaken is kept, shown beside the others, and saved over them once that is chosen', async () => {
  const answers = { [GET]: { body: before as unknown }, [PUT]: refusal('goal.conflict') }
  const sent = answerCalls(answers)
  const onClose = await open()
  type('Hito 2', 'Tener la junta el lunes')
  Object.assign(answers[GET], { body: after })
  press('Guardar cambios')
  await waitFor(() => expect(conflict()).toBeTruthy())
  expect(screen.getByText('Refused: goal.conflict')).toBeTruthy()
  const mine = [
    { id: ONE, text: 'Pedir la junta', date: null },
    { id: TWO, text: 'Tener la junta el lunes', date: null },
  ]
  expect(sent.find(({ route }) => route === PUT)!.body).toEqual({
    milestones: mine,
    milestonesBasedOn: basedOn(before),
  })
  expect(field('Hito 2').value).toBe('Tener la junta el lunes')
  press('Ver la versión nueva')
  expect(screen.getByRole('region', { name: 'La versión nueva' }).textContent).toContain('Cerrar acuerdos')
  expect(onClose).not.toHaveBeenCalled()
  const chosen = answerCalls({ [GET]: { body: after }, [PUT]: { body: after } })
  press('Guardar la mía en su lugar')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(chosen.find(({ route }) => route === PUT)!.body).toEqual({
    milestones: mine,
    milestonesBasedOn: basedOn(after),
  })
})

// @spec P.94
test('news of other milestones never makes what was typed before them one of the new list', async () => {
  const sent = answerCalls({ [GET]: { body: before }, [PUT]: refusal('goal.conflict') })
  await open()
  type('Hito 1', 'Pedirla hoy')
  news(after)
  await waitFor(() => expect(conflict()).toBeTruthy())
  press('Guardar cambios')
  await waitFor(() =>
    expect(sent.find(({ route }) => route === PUT)?.body).toMatchObject({
      milestonesBasedOn: basedOn(before),
    }),
  )
})

test('milestones that nobody touched here follow what is stored, and what was typed elsewhere in the form stays', async () => {
  const sent = answerCalls({ [GET]: { body: before }, [PUT]: { body: after } })
  const onClose = await open()
  type('Por qué', 'Por mi equipo')
  news(after)
  expect((await screen.findByLabelText<HTMLInputElement>('Hito 3')).value).toBe('Cerrar acuerdos')
  type('Hito 3', 'Cerrarlos')
  expect(conflict()).toBeNull()
  press('Guardar cambios')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.find(({ route }) => route === PUT)!.body).toMatchObject({
    why: 'Por mi equipo',
    milestones: [{ id: ONE }, { id: TWO }, { id: THREE, text: 'Cerrarlos' }],
    milestonesBasedOn: basedOn(after),
  })
})

test('a tick meanwhile is no other version', async () => {
  const sent = answerCalls({ [GET]: { body: before }, [PUT]: { body: before } })
  const onClose = await open()
  type('Hito 2', 'Tenerla')
  news(stored(milestone(ONE, 'Pedir la junta', '2027-02-02'), milestone(TWO, 'Tener la junta')))
  press('Guardar cambios')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(conflict()).toBeNull()
  expect(sent.find(({ route }) => route === PUT)!.body).toMatchObject({ milestonesBasedOn: basedOn(before) })
})
