import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { EMPTY_PARTS } from '#test/support/web/drawer.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { DrawerPartsContext } from '../drawer/parts.ts'
import type { MediaView, OwnMedia } from '../media/own-media.ts'
import { CallFrame } from './CallFrame.tsx'
import type { CallView } from './call-session.ts'

const OWN = { audio: null, video: null, screen: null, problems: {}, chosen: {} } as unknown as MediaView

function frame(change: Partial<CallView>, own: Partial<MediaView> = {}) {
  const view = { state: 'joined', others: [], isSfuAway: false, ...change } as unknown as CallView
  return (
    <DrawerPartsContext value={EMPTY_PARTS}>
      <CallFrame
        session={confirmedSession({ type: 'Group', channel: 'norte' })}
        call={undefined}
        view={view}
        media={{} as OwnMedia}
        own={{ ...OWN, ...own }}
        hand={false}
        onHand={() => undefined}
        news={undefined}
      />
    </DrawerPartsContext>
  )
}
const showFrame = (...of: Parameters<typeof frame>) => show(frame(...of))

beforeEach(signInCoach)

// @spec P.263
test('a call whose SFU is away says what goes on and what does not', () => {
  showFrame({ isSfuAway: true })
  expect(screen.getByRole('alert').textContent).toMatch(
    /El servidor de video no responde.*el chat y las notas funcionan/,
  )
})

test('what is said of a camera can be put away, and comes back with another problem', () => {
  const { rerender } = showFrame({}, { problems: { camera: 'none' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByText(/cámara/)).toBeNull()
  rerender(frame({}, { problems: { camera: 'busy' } }))
  expect(screen.getByText(/cámara/)).toBeTruthy()
})

test('a call that is well says nothing', () => {
  showFrame({})
  expect(screen.queryByRole('alert')).toBeNull()
})
