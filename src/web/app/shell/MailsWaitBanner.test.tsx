import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { refresh } from '#web/api/query-client.ts'
import { useStore } from '#web/store/store.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { show, shown } from '#test/support/web/show.tsx'
import { MailsWaitBanner } from './MailsWaitBanner.tsx'

const TEXT = 'Llegaste al límite de correos de hoy. Mañana enviamos los demás.'

function showWith(waiting: number) {
  const answers = { 'GET /v1/mails/today': { body: { limit: 500, sent: 500, waiting } } }
  const sent = answerCalls(answers)
  show(
    <>
      <MailsWaitBanner />
      <Link to="/clients">Next screen</Link>
    </>,
  )
  return { answers, sent }
}

test('what is known late is shown with the next screen, so that nothing moves', async () => {
  const { sent } = showWith(3)
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(() => refresh('client'))
  await shown()
  expect(screen.queryByText(TEXT)).toBeNull()
  fireEvent.click(screen.getByText('Next screen'))
  expect(screen.getByText(TEXT)).toBeTruthy()
  // It was so before this page was opened: no news.
  expect(useStore.getState().alert.status).toBe(false)
})

test('the moment the mails of a day are used up is told at once', async () => {
  const { answers, sent } = showWith(0)
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(() => refresh('client'))
  await shown()
  answers['GET /v1/mails/today'].body.waiting = 1
  await act(() => refresh('client'))
  await waitFor(() => expect(useStore.getState().alert).toMatchObject({ msg: TEXT, type: 'warning' }))
  expect(screen.queryByText(TEXT)).toBeNull()
})
