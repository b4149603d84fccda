import { act, fireEvent, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useStore } from '#web/store/store.ts'
import { show } from '#test/support/web/show.tsx'
import * as styles from '#web/ui/theme/load-kit.ts'
import { lazyCard, lazyDialog, lazyNotice } from './lazy-part.tsx'

const FAILED = 'No pudimos cargar esta parte. Revisa tu conexión e inténtalo de nuevo.'

/** Code that arrives only while there is a network. */
function network() {
  const state = { isThere: false, asked: 0 }
  const load = () => {
    state.asked += 1
    return state.isThere
      ? Promise.resolve({ default: (_props: { onClose?: unknown }) => <p>The part</p> })
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  }
  return { state, load }
}

const inScreen = (part: ReactNode) => (
  <>
    <h1>The screen</h1>
    <Suspense fallback={<p>Loading</p>}>{part}</Suspense>
  </>
)

/**
 * The kit's styles of dialogs are there when the test says so. Not by a mocked module: files share their modules, and a
 * file before may have loaded the real one.
 */
const stylesComeWith = (loaded: Promise<unknown>) =>
  vi.spyOn(styles, 'loadKit').mockReturnValue(loaded as ReturnType<typeof styles.loadKit>)

// React tells every error that a boundary caught.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  stylesComeWith(Promise.resolve({}))
})

test('a card that cannot be loaded says so in its place, and a tap tries again', async () => {
  const { state, load } = network()
  const Card = lazyCard(load)
  show(inScreen(<Card />))
  expect(await screen.findByText(FAILED)).toBeTruthy()
  expect(screen.getByText('The screen')).toBeTruthy()

  state.isThere = true
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('The part')).toBeTruthy()
  expect(screen.queryByText(FAILED)).toBeNull()
  expect(state.asked).toBe(2)
})

test('it is tried again when the network is back', async () => {
  const { state, load } = network()
  const Card = lazyCard(load)
  show(inScreen(<Card />))
  await screen.findByText(FAILED)
  state.isThere = true
  dispatchEvent(new Event('online'))
  expect(await screen.findByText('The part')).toBeTruthy()
})

test('a dialog that cannot be loaded says so in the toast and closes; the next tap opens it', async () => {
  const { state, load } = network()
  const Dialog = lazyDialog(load)
  const onClose = vi.fn()
  const { rerender } = show(inScreen(<Dialog onClose={onClose} />))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(useStore.getState().alert).toMatchObject({
    msg: 'No pudimos abrirlo. Revisa tu conexión e inténtalo de nuevo.',
    type: 'error',
  })

  rerender(inScreen(null))
  state.isThere = true
  rerender(inScreen(<Dialog onClose={onClose} />))
  expect(await screen.findByText('The part')).toBeTruthy()
})

test('a dialog is not shown before the styles of dialogs, which a dashboard does not have', async () => {
  const kit = Promise.withResolvers<void>()
  stylesComeWith(kit.promise)
  const { state, load } = network()
  state.isThere = true
  const Dialog = lazyDialog(load)
  show(inScreen(<Dialog onClose={() => undefined} />))
  await vi.waitFor(() => expect(state.asked).toBe(1))
  await act(async () => {})
  expect(screen.queryByText('The part')).toBeNull()
  await act(async () => kit.resolve())
  expect(screen.getByText('The part')).toBeTruthy()
})

test('a notice that cannot be loaded is left out', async () => {
  const { state, load } = network()
  const Notice = lazyNotice(load)
  show(inScreen(<Notice />))
  await vi.waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
  expect(state.asked).toBe(1)
  expect(screen.getByText('The screen')).toBeTruthy()
})

test('a part that fails while it renders is the failure of the screen', async () => {
  const Broken = lazyCard(() =>
    Promise.resolve({
      default: () => {
        throw new Error('a mistake of the program')
      },
    }),
  )
  show(<Screen>{inScreen(<Broken />)}</Screen>)
  expect(await screen.findByText('a mistake of the program')).toBeTruthy()
})

/** Says what it catches, as the router does for a screen. */
class Screen extends Component<{ children: ReactNode }, { failure: Error | null }> {
  override state: { failure: Error | null } = { failure: null }
  static getDerivedStateFromError = (failure: Error) => ({ failure })
  override render() {
    return this.state.failure?.message ?? this.props.children
  }
}
