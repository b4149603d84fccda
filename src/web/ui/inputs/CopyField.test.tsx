import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { CopyField } from './CopyField.tsx'

const ADDRESS = 'https://norte.example/feed/1'

function showField() {
  show(
    <CopyField
      label="Dirección"
      value={ADDRESS}
      copyLabel="Copiar"
      copiedText="Copiado."
      byHandText="A mano."
    />,
  )
  return {
    copy: () => fireEvent.click(screen.getByRole('button', { name: 'Copiar' })),
    field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Dirección' }),
  }
}

test('it copies what it shows, and says so', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { copy } = showField()
  copy()
  await screen.findByText('Copiado.')
  expect(write).toHaveBeenCalledExactlyOnceWith(ADDRESS)
})

test('where the browser refuses, the text is selected to be copied by hand', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true })
  const { copy, field } = showField()
  copy()
  await screen.findByText('A mano.')
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, ADDRESS.length])
})
