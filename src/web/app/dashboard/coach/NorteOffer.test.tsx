import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { useStore } from '#web/store/store.ts'
import NorteOffer from './NorteOffer.tsx'

const READ = 'GET /v1/coach/recurring-calendar/:coachId'
const ANSWER = 'POST /v1/coach/norte-offer/:coachId'

// @spec P.250
test.each([
  ['Usar Norte', true, 'Tus sesiones nuevas serán dentro de Norte.'],
  ['Seguir con Zoom', false, ''],
])('the answer "%s" to the offer is sent: %s', async (button, take, said) => {
  signInCoach()
  const sent = answerCalls({
    [READ]: { body: { defaultChannel: 'zoom' } },
    [ANSWER]: { body: {} },
  })
  show(<NorteOffer />)
  expect(screen.getByText(/^Ahora puedes reunirte dentro de Norte\./)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: button }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ route: ANSWER, body: { take } }))
  await waitFor(() => expect(useStore.getState().alert?.msg ?? '').toBe(said))
})
