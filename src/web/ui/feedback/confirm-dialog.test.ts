import { Children, type ReactNode, isValidElement } from 'react'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = { children?: ReactNode; onClick?: () => void }

/** A node of the dialog and its descendants, parents first. */
function elementsOf(node: ReactNode): Props[] {
  return Children.toArray(node).flatMap((each) =>
    isValidElement<Props>(each) ? [each.props, ...elementsOf(each.props.children)] : [],
  )
}

const base = { opened: true, title: '¿Quitar tu foto?', subtitle: 'Se verán tus iniciales.' }

const shown = (change: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) => {
  const cancel = { label: 'Cancelar' }
  const accept = { label: 'Quitar foto', run: () => undefined }
  return elementsOf(ConfirmDialog({ ...base, cancel, accept, onClose: () => undefined, ...change }))
}
const at = (elements: Props[], words: ReactNode) => elements.find(({ children }) => children === words)

// @spec 2.21
test('the shared question has a title, a subtitle, both buttons, and an icon where one is given (spec §2)', () => {
  const plain = shown()
  for (const words of [base.title, base.subtitle, 'Cancelar', 'Quitar foto']) {
    expect([words, at(plain, words) !== undefined]).toEqual([words, true])
  }
  expect(at(plain, '!')).toBeUndefined()
  expect(at(shown({ icon: '!' }), '!')).toBeDefined()
})

// @spec 2.21
test('cancelling undoes and closes; accepting runs the action (spec §2)', () => {
  const done: string[] = []
  const note = (what: string) => () => void done.push(what)
  const onClose = vi.fn(note('close'))
  const dialog = { accept: { label: 'Quitar foto', run: note('accept') }, onClose }
  at(shown({ ...dialog, cancel: { label: 'Cancelar', run: note('undo') } }), 'Cancelar')?.onClick?.()
  expect(done.splice(0)).toEqual(['undo', 'close'])
  at(shown(dialog), 'Cancelar')?.onClick?.()
  expect(done.splice(0)).toEqual(['close'])
  at(shown(dialog), 'Quitar foto')?.onClick?.()
  expect(done).toEqual(['accept'])
})
