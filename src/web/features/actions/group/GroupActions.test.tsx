import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { GroupActions } from './GroupActions.tsx'

beforeEach(signInCoach)

test.each([
  [false, 1],
  [true, 0],
])('the card has a title where its page has another one: on its page %s', async (isPage, titles) => {
  answerCalls({
    'GET /v1/action/Group/:groupId': {
      body: { data: [], total: 0, page: 1, items: 20, people: [], canAdd: true },
    },
  })
  show(<GroupActions groupId="gr" isPage={isPage} />)
  await screen.findByText('El grupo todavía no tiene acciones')
  expect(screen.queryAllByRole('heading', { name: 'Acciones' })).toHaveLength(titles)
})
