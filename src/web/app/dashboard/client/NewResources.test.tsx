import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { GivenResource } from '#contract/resources/resources.ts'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import NewResources from './NewResources.tsx'

beforeEach(signInClient)

const resource = {
  id: '01890000-0000-7000-8000-000000000013',
  type: 'text',
  title: 'Respiración',
  groupName: null,
  message: 'Para antes de dormir',
  dueOn: null,
  overdue: false,
} as GivenResource

test('a resource opens from its title, with what the coach said of it', () => {
  show(<NewResources resources={[resource]} newResources={1} />)
  const link = screen.getByRole('link', { name: 'Respiración' })
  expect(link.getAttribute('href')).toBe('/resource/view/01890000-0000-7000-8000-000000000013')
  expect(screen.getByText(/Para antes de dormir/)).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

test('where there are more, the list has all of them', () => {
  show(<NewResources resources={[resource]} newResources={5} />)
  expect(screen.getByRole('link', { name: 'Ver los 5' }).getAttribute('href')).toBe('/resources')
})

test('without any it is a line', () => {
  show(<NewResources resources={[]} newResources={0} />)
  expect(screen.getByText('No tienes recursos por revisar.')).toBeTruthy()
})
