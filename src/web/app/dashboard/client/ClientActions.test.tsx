import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { useNewAction } from '#web/store/new-action.ts'
import { useStore } from '#web/store/store.ts'
import ClientActions from './ClientActions.tsx'

const none = { actions: [], openActions: 0, doneActions: 0 }

beforeEach(signInClient)

test.each([0, 3])('a client of %i actions begins another one here', (doneActions) => {
  show(<ClientActions {...none} doneActions={doneActions} canAddAction />)
  fireEvent.click(screen.getByRole('button', { name: 'Nueva acción' }))
  const { clientId } = useStore.getState().session.user!
  expect(useNewAction.getState()).toMatchObject({ opened: true, clientId, goalId: null })
})

test('nobody is offered an action that the server would refuse', () => {
  show(<ClientActions {...none} canAddAction={false} />)
  expect(screen.queryByRole('button')).toBeNull()
})
