import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { GroupDetail } from '#contract/groups.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { PeopleRows } from './PeopleRows.tsx'

const group = { id: 'group', capacity: 8, members: 3, invited: 0 } as GroupDetail
const person = (name: string) => ({ name, lastName: 'Ramos', email: `${name}@correo.example` })

test.each([
  ['all fit', 2, 1, '2 de tu lista y 1 persona nueva. Quedan 2 lugares.'],
  ['all seats are taken', 3, 2, '3 de tu lista y 2 personas nuevas. Ya no quedan lugares.'],
  ['nobody of the list was chosen', 0, 2, '2 personas nuevas. Quedan 3 lugares.'],
  [
    'some are too many',
    4,
    3,
    '4 de tu lista y 3 personas nuevas. Hay 2 personas de más para este cupo. Quítalas de la lista para continuar.',
  ],
])('one line says whether everybody fits: %s', (_case, chosen, found, text) => {
  signInCoach()
  show(
    <PeopleRows
      group={group}
      clientIds={Array.from({ length: chosen }, (_each, at) => String(at))}
      people={Array.from({ length: found }, (_each, at) => person(`Lucía ${at}`))}
      onDone={() => undefined}
      onStartOver={() => undefined}
    />,
  )
  expect(screen.getByRole('status').textContent).toBe(text)
  const submit = screen.getByRole('button', { name: /^(Agregar a|Invitar a)/ })
  expect(submit).toHaveProperty('disabled', chosen + found > 5)
})
