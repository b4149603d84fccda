import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { show } from '#test/support/web/show.tsx'
import { RichTextEditor } from './RichTextEditor.tsx'

test.each([
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }))],
  ['Enter', (address: HTMLElement) => fireEvent.keyDown(address, { key: 'Enter' })],
])('a link, put by %s, does not send the form that the text is a field of', async (_, put) => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const onChange = vi.fn()
  show(
    <form onSubmit={onSubmit}>
      <RichTextEditor
        ref={null}
        document={textSaying('Lee ')}
        label="Texto"
        onChange={onChange}
        onBlur={() => undefined}
      />
    </form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Enlace' }))
  const address = screen.getByRole('textbox', { name: 'Dirección del enlace' })
  fireEvent.change(address, { target: { value: 'ejemplo.mx' } })
  put(address)
  await waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(JSON.stringify(onChange.mock.lastCall)).toContain('https://ejemplo.mx')
  expect(onSubmit).not.toHaveBeenCalled()
})
