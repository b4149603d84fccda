import { TextInput } from '@mantine/core'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showFailure } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { show } from '#test/support/web/show.tsx'
import { emailRule, required, useTextForm } from './text-form.ts'

type Texts = { email: string; password: string }
const noSending = async () => undefined

function SignIn({ send }: { send: (texts: Texts) => Promise<void> }) {
  const form = useTextForm({ email: emailRule, password: required })
  const submit = form.onSubmit(async (texts) => {
    try {
      await send(texts)
    } catch (failure) {
      showFailure(failure, { form })
    }
  })
  return (
    <form aria-label="form" onSubmit={submit} noValidate>
      <TextInput label="Correo" {...form.field('email')} />
      <TextInput label="Contraseña" {...form.field('password')} />
      <p role="status">{form.formError}</p>
      <button type="submit" disabled={form.isSubmitting}>
        Entrar
      </button>
    </form>
  )
}

const email = () => screen.getByLabelText<HTMLInputElement>('Correo')
const password = () => screen.getByLabelText<HTMLInputElement>('Contraseña')
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const fill = () => {
  type(email(), 'ana@correo.example')
  type(password(), 'secreto')
}
const submit = () => act(async () => fireEvent.submit(screen.getByRole('form')))
/** How loudly a field says what is wrong with it: not seen, grey, or red (undefined). */
const quietOf = (field: HTMLElement) =>
  field.closest<HTMLElement>('.mantine-InputWrapper-root')!.dataset['quiet']
const refused = (fields?: Record<string, string>) =>
  new ApiFailure('auth.bad_credentials', 401, 'Correo o contraseña incorrectos', fields)

// spec §5: forms validate on mount, on change and on blur
test('says from the start what is missing, in red only once the field was left', () => {
  show(<SignIn send={noSending} />)
  expect(email().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Campo requerido')).toHaveLength(2)
  expect(quietOf(email())).toBe('unseen')
  type(email(), 'ana')
  expect(screen.getByText('Correo no válido')).toBeTruthy()
  expect(quietOf(email())).toBe('typing')
  fireEvent.blur(email())
  expect(quietOf(email())).toBeUndefined()
  type(email(), ' ana@correo.example ')
  expect(email().getAttribute('aria-invalid')).toBeNull()
})

test('sends nothing while a text is wrong, and leads to the first wrong one', async () => {
  const send = vi.fn(noSending)
  show(<SignIn send={send} />)
  type(email(), 'ana@correo.example')
  await submit()
  expect(send).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(password())
  expect(quietOf(password())).toBeUndefined()
})

test('sends what is on the page, also when a program filled it in without telling', async () => {
  const send = vi.fn(noSending)
  show(<SignIn send={send} />)
  email().value = 'ana@correo.example'
  password().value = 'secreto'
  await submit()
  expect(send.mock.calls).toEqual([[{ email: 'ana@correo.example', password: 'secreto' }]])
})

test('is sent once at a time', async () => {
  let answer = () => {}
  const send = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)))
  show(<SignIn send={send} />)
  fill()
  await submit()
  await submit()
  expect(send).toHaveBeenCalledTimes(1)
  await act(async () => answer())
  await submit()
  expect(send).toHaveBeenCalledTimes(2)
})

test('a refusal of the whole stays until the next attempt', async () => {
  const send = vi.fn<(texts: Texts) => Promise<void>>(noSending).mockRejectedValueOnce(refused())
  show(<SignIn send={send} />)
  fill()
  await submit()
  expect(screen.getByRole('status').textContent).toBe('Correo o contraseña incorrectos')
  type(password(), 'otro secreto')
  expect(screen.getByRole('status').textContent).not.toBe('')
  await submit()
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a refusal of a text stays at its field while that holds it, and has the focus', async () => {
  const send = vi.fn().mockRejectedValueOnce(refused({ email: 'Ese correo no.' }))
  show(<SignIn send={send} />)
  fill()
  await submit()
  expect(screen.getByText('Ese correo no.')).toBeTruthy()
  expect(document.activeElement).toBe(email())
  fireEvent.blur(email())
  type(email(), 'otra@correo.example')
  expect(screen.queryByText('Ese correo no.')).toBeNull()
  type(email(), 'ana@correo.example')
  expect(screen.getByText('Ese correo no.')).toBeTruthy()
})
