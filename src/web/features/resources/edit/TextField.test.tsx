import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { show } from '#test/support/web/show.tsx'
import { fieldState } from '#web/widgets/forms/field-state.ts'
import { TextField } from './TextField.tsx'
import { fieldOfText } from './resource-form.ts'

const seen = { isLoud: true, isEdited: true }
const field = (value: string, error?: string) => (
  <TextField value={value} state={fieldState(error, seen)} onChange={vi.fn()} onBlur={vi.fn()} />
)
const text = () => screen.findByRole('textbox', { name: 'Texto' })

// @spec P.150
test('the editor shows the text, and another one that the server has in the meantime', async () => {
  const { rerender } = show(field(fieldOfText(textSaying('Respira.'))))
  expect((await text()).textContent).toBe('Respira.')
  rerender(field(fieldOfText(textSaying('Respira.', 'Otra vez.'))))
  await waitFor(async () => expect((await text()).textContent).toBe('Respira.Otra vez.'))
})

test('what is wrong with it is said by the field, and no longer once it is right', async () => {
  const { rerender } = show(field('', 'Campo requerido'))
  const wrong = await text()
  const said = document.getElementById(wrong.getAttribute('aria-describedby')!)
  expect([wrong.getAttribute('aria-invalid'), said?.textContent]).toEqual(['true', 'Campo requerido'])
  rerender(field(fieldOfText(textSaying('x'))))
  await waitFor(async () => expect((await text()).hasAttribute('aria-invalid')).toBe(false))
})
