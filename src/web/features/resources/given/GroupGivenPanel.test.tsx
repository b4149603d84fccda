import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { GroupGivenPanel } from './GroupGivenPanel.tsx'

const GROUP = '01890000-0000-7000-8000-00000000000b'
const ALL = 23

beforeEach(() => {
  queryClient.clear()
  signInCoach()
})

const given = (n: number) => ({
  assignmentId: `01890000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`,
  resource: {
    id: `01890000-0000-7000-8000-0000000002${String(n).padStart(2, '0')}`,
    type: 'link',
    title: `Guía ${n}`,
    description: null,
    message: null,
    dueOn: null,
    state: 'assigned',
    assignedAt: '2027-02-01T15:00:00.000Z',
  },
  people: 3,
  completed: 1,
})

// @spec P.109
test('all that a group was given is listed, page by page', async () => {
  vi.stubGlobal('fetch', (address: string) => {
    const asked = new URL(address, 'http://localhost').searchParams
    const [page, items] = [Number(asked.get('page')), Number(asked.get('items'))]
    const data = Array.from({ length: ALL }, (_, n) => given(n + 1)).slice((page - 1) * items, page * items)
    return Promise.resolve(new Response(JSON.stringify({ data, total: ALL, page, items }), { status: 200 }))
  })
  show(<GroupGivenPanel groupId={GROUP} name="Primeras jefaturas" />)
  expect(await screen.findByText('Guía 1')).toBeTruthy()
  expect(screen.queryByText(`Guía ${ALL}`)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cargar más' }))
  expect(await screen.findByText(`Guía ${ALL}`)).toBeTruthy()
  expect(screen.getByText('Guía 1')).toBeTruthy()
})
