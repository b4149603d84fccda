import { useFocusReturn } from '@mantine/hooks'
import { act, fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { useStore } from '#web/store/store.ts'
import { show } from '#test/support/web/show.tsx'
import { LateMenu } from './LateMenu.tsx'
import { type LatePart, latePart } from './late-part.ts'

/** The file of the menu: it arrives, or fails, when the test says so. */
const file = { asked: 0, arrive: () => {}, fail: () => {} }
let part: LatePart<object>

beforeEach(() => {
  file.asked = 0
  part = latePart('menu-parts.ts', () => {
    file.asked += 1
    return new Promise((resolve, reject) => {
      Object.assign(file, { arrive: () => resolve({}), fail: () => reject(new Error('no file')) })
    })
  })
})

function Menu() {
  const [opened, setOpened] = useState(false)
  return (
    <LateMenu
      part={part}
      kind="menu"
      opened={opened}
      onChange={setOpened}
      button={(props) => (
        <button type="button" {...props}>
          Nuevo
        </button>
      )}
      menu={(_, button, isOpen) => (
        <Entries isOpen={isOpen} onClose={() => setOpened(false)}>
          {button}
        </Entries>
      )}
    />
  )
}

/** As the kit's menus, it gives the focus back to where it was when it was opened. */
function Entries({ isOpen, onClose, children }: Shown) {
  useFocusReturn({ opened: isOpen })
  return (
    <div>
      {children}
      {isOpen && (
        <button type="button" onClick={onClose}>
          Sesión
        </button>
      )}
    </div>
  )
}
type Shown = { isOpen: boolean; onClose: () => void; children: ReactNode }

const button = () => screen.getByRole('button', { name: 'Nuevo' })

test('a press before the menu has arrived opens it then, and keeps the focus', async () => {
  show(<Menu />)
  expect(button().getAttribute('aria-haspopup')).toBe('menu')
  const before = button()
  before.focus()
  fireEvent.click(before)
  expect(before.getAttribute('aria-busy')).toBe('true')
  expect(file.asked).toBe(1)
  expect(screen.queryByText('Sesión')).toBeNull()
  await act(async () => file.arrive())
  expect(screen.getByText('Sesión')).toBeTruthy()
  expect(button()).not.toBe(before)
  expect(document.activeElement).toBe(button())
})

test('the focus comes back to the button of a menu that was pressed before it had arrived', async () => {
  show(<Menu />)
  button().focus()
  fireEvent.click(button())
  await act(async () => file.arrive())
  const entry = screen.getByText('Sesión')
  entry.focus()
  fireEvent.click(entry)
  await expect.poll(() => document.activeElement).toBe(button())
})

test('a menu that arrives before it is wanted is not built, and takes no focus', async () => {
  show(<Menu />)
  const before = button()
  part.prefetch()
  await act(async () => file.arrive())
  expect(button()).toBe(before)
  expect(before.getAttribute('aria-busy')).toBe('false')
  expect(screen.queryByText('Sesión')).toBeNull()
  expect(document.activeElement).toBe(document.body)
  fireEvent.click(before)
  expect(screen.getByText('Sesión')).toBeTruthy()
  expect(file.asked).toBe(1)
})

test('a menu that cannot be had is said, and can be asked for again', async () => {
  show(<Menu />)
  fireEvent.click(button())
  await act(async () => file.fail())
  expect(useStore.getState().alert.msg).toBe('No pudimos abrirlo. Revisa tu conexión e inténtalo de nuevo.')
  expect(button().getAttribute('aria-busy')).toBe('false')
  fireEvent.click(button())
  expect(file.asked).toBe(2)
})
