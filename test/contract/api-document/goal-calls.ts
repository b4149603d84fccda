import type { TestApp } from '#test/support/app.ts'
import { newGroup } from '#test/support/groups.ts'
import type { TestClient, TestCoach } from '#test/support/people.ts'

/** A goal from its first words to its end, and one that is deleted and restored. */
export async function callGoals(app: TestApp, coach: TestCoach, client: TestClient): Promise<void> {
  const { clientId, token: own } = client
  const created = await app.call(
    'POST /v1/goal',
    {
      body: {
        clientId,
        title: 'Delegar dos proyectos',
        why: 'Llegar a casa a tiempo.',
        area: 'Trabajo',
        measure: 'number',
        baseline: 0,
        target: 2,
        unit: 'proyectos',
        targetDate: '2027-05-03',
        milestones: [{ text: 'Elegir cuáles soltar' }],
      },
    },
    coach.token,
  )
  const { id: goalId, milestones } = created.body
  const at = { params: { goalId } }
  const noted = {
    value: 1,
    comment: 'El primero ya es de Luis.',
    milestones: [{ id: milestones[0]!.id, done: true }],
  }
  const checkedIn = await app.call('POST /v1/goal/:goalId/checkin', { ...at, body: noted }, own)
  const back = { params: { goalId, checkInId: checkedIn.body.checkInId } }
  await app.call('DELETE /v1/goal/:goalId/checkin/:checkInId', back, own)
  await app.call('POST /v1/goal/:goalId/checkin/:checkInId/restore', back, own)
  await app.call(
    'PUT /v1/goal/:goalId',
    { ...at, body: { title: 'Delegar dos proyectos completos' } },
    coach.token,
  )
  await app.call('GET /v1/goal/:goalId', at, own)
  await app.call('GET /v1/goal/Client/:clientId', { params: { clientId }, query: { status: 'open' } }, own)
  const group = await newGroup(app, coach, { name: 'Grupo 4' })
  await app.call('GET /v1/goal/Group/:groupId', { params: { groupId: group.id }, query: {} }, coach.token)
  await app.call('DELETE /v1/goal/:goalId', at, coach.token)
  await app.call('POST /v1/goal/:goalId/restore', at, coach.token)
  const ending = { status: 'achieved', reflection: 'Que soltar también es dirigir.', score: 9 } as const
  await app.call('PUT /v1/goal/:goalId/status', { ...at, body: ending }, own)
}
