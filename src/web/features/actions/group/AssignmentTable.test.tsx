import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ActionDto } from '#contract/actions/actions.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { AssignmentTable } from './AssignmentTable.tsx'

const person = (clientId: string, isIn: boolean) => ({ clientId, name: `${clientId} Ruiz`, isIn })
const action = (clientId: string, status: ActionDto['status'], overdue: boolean) =>
  ({ id: clientId, clientId, status, overdue, dueOn: null }) as unknown as ActionDto

test('what somebody who left still has to do is said as in every other list, quietly, and is not counted', () => {
  signInCoach()
  const people = [person('Andrés', true), person('Mariana', true), person('Iván', false)]
  const actions = [
    action('Andrés', 'pending', true),
    action('Mariana', 'done', false),
    action('Iván', 'pending', true),
  ]
  show(
    <AssignmentTable people={people as never} assignments={[{ id: 'a', text: 'Leer', actions }] as never} />,
  )
  expect(screen.getByText('1 de 2 hechas')).toBeTruthy()
  const signs = screen.getAllByRole('button')
  expect(signs.map((cell) => [cell.getAttribute('aria-label'), cell.dataset['tone']])).toEqual([
    ['Andrés Ruiz: Vencida', 'overdue'],
    ['Mariana Ruiz: Hecha', 'done'],
    ['Iván Ruiz: Vencida', 'quiet'],
  ])
})

test('below it says what the signs in it mean, and those alone', () => {
  signInCoach()
  const people = [person('Andrés', true), person('Mariana', true)]
  const actions = [action('Andrés', 'done', false)]
  const { container } = show(
    <AssignmentTable people={people as never} assignments={[{ id: 'a', text: 'Leer', actions }] as never} />,
  )
  expect(container.querySelector('p')?.textContent).toBe('HechaSin esta acción')
})

test('it fades towards the people out of sight, also towards those who join later', () => {
  signInCoach()
  let see: (name: string, isIntersecting: boolean) => void = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly watched: Element[] = []
      constructor(report: (changes: { target: Element; isIntersecting: boolean }[]) => void) {
        see = (name, isIntersecting) =>
          report(
            this.watched
              .filter((target) => target.textContent === name)
              .map((target) => ({ target, isIntersecting })),
          )
      }
      observe(target: Element) {
        this.watched.push(target)
      }
      disconnect() {}
    },
  )
  const people = ['Andrés', 'Paola', 'Mariana'].map((name) => ({ clientId: name, name, isIn: true }))
  const { rerender } = show(<AssignmentTable assignments={[]} people={people.slice(0, 2) as never} />)
  const fades = () => screen.getByRole('region').hasAttribute('data-more-after')
  act(() => see('Paola', true))
  expect(fades()).toBe(false)
  rerender(<AssignmentTable assignments={[]} people={people as never} />)
  act(() => see('Mariana', false))
  expect(fades()).toBe(true)
})

test('the date of the group is late only if somebody is late with that date, not with a separate one', () => {
  signInCoach()
  const people = [person('Andrés', true), person('Mariana', true)]
  const row = (...actions: ActionDto[]) =>
    show(
      <AssignmentTable
        people={people as never}
        assignments={[{ id: 'a', text: 'Leer', actions }] as never}
      />,
    )
  const due = (dueOn: string, each: ActionDto) => ({ ...each, dueOn }) as ActionDto
  const { unmount } = row(
    due('2027-03-10', action('Andrés', 'pending', false)),
    due('2027-02-01', action('Mariana', 'pending', true)),
  )
  expect(screen.getByText('Para el 10 de marzo')).toBeTruthy()
  unmount()
  row(
    due('2027-02-01', action('Andrés', 'done', false)),
    due('2027-02-01', action('Mariana', 'pending', true)),
  )
  expect(screen.getByText('Era para el 1 de febrero')).toBeTruthy()
})
