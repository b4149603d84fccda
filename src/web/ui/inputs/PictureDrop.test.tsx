import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { PictureDrop } from './PictureDrop.tsx'

const picture = new File(['x'], 'image.png', { type: 'image/png' })
/** What spreadsheets and word processors copy: a text, and a picture of it. */
const textWithPicture = { files: [picture], types: ['text/plain', 'text/html', 'Files'] }
const pictureAlone = { files: [picture], types: ['Files'] }

/** A form with a field and a picture, and what was picked. */
function showForm() {
  const onPick = vi.fn()
  show(
    <>
      <input aria-label="Nombre" />
      <PictureDrop label="Elegir" hint="" types={['image/png']} onPick={onPick} picture={null} />
    </>,
  )
  return { onPick, field: screen.getByRole('textbox', { name: 'Nombre' }) }
}

test('a text that is pasted into a field with a picture of it stays a text', () => {
  const { onPick, field } = showForm()
  expect(fireEvent.paste(field, { clipboardData: textWithPicture })).toBe(true)
  expect(onPick).not.toHaveBeenCalled()
})

test.each([
  ['into a field, without a text', () => screen.getByRole('textbox'), pictureAlone],
  ['beside the fields', () => document.body, textWithPicture],
])('a picture that is pasted %s is picked', (_, target, clipboardData) => {
  const { onPick } = showForm()
  expect(fireEvent.paste(target(), { clipboardData })).toBe(false)
  expect(onPick).toHaveBeenCalledExactlyOnceWith(picture)
})
