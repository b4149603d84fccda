import { expect, test } from 'vitest'
import { type ActionSearch, queryOf, readSearch, writeSearch } from './action-search.ts'

const itemId = '01890000-0000-7000-8000-000000000002'
const plain: ActionSearch = { status: 'open', search: '', of: null, goal: null, page: 1 }

test.each<ActionSearch>([
  plain,
  { ...plain, status: 'overdue', search: 'carta' },
  { ...plain, status: 'closed', of: { type: 'Client', itemId }, page: 3 },
  { ...plain, of: { type: 'Group', itemId } },
  { ...plain, status: 'closed', of: { type: 'Client', itemId }, goal: itemId },
])('a search comes back from its URL: %j', (search) => {
  expect(readSearch(writeSearch(search))).toEqual(search)
})

test.each(['status=lost', 'page=0', 'page=1.5', 'page=x', 'clientId=abc', 'goal=abc', ''])(
  '%s shows the whole list',
  (url) => {
    expect(readSearch(new URLSearchParams(url))).toEqual(plain)
  },
)

test('the server is asked for what was chosen and for nothing else', () => {
  expect(queryOf(plain)).toEqual({ status: 'open', page: 1 })
  expect(queryOf({ ...plain, goal: itemId })).toEqual({ status: 'open', page: 1, goalId: itemId })
  expect(queryOf({ ...plain, search: ' carta ', of: { type: 'Group', itemId } })).toEqual({
    status: 'open',
    page: 1,
    search: 'carta',
    groupId: itemId,
  })
})
