import { fireEvent, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { beforeEach, expect, test } from 'vitest'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { MilestoneFields } from './GoalFields.tsx'
import { noGoal } from './goal-form.ts'

function Form() {
  const milestones = ['Uno', 'Dos'].map((text) => ({ id: '', text, date: null }))
  const form = useForm({ defaultValues: { ...noGoal(), milestones } })
  return (
    <FormProvider {...form}>
      <MilestoneFields />
    </FormProvider>
  )
}

beforeEach(signInCoach)

test('a milestone that is removed leaves the focus in the list', () => {
  show(<Form />)
  const remove = (n: number) => screen.getByRole('button', { name: `Quitar el hito ${n}` })
  fireEvent.click(remove(1))
  expect(document.activeElement).toBe(remove(1))
  fireEvent.click(remove(1))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Agregar hito' }))
})
