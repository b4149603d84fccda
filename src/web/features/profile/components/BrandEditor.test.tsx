import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Link, RouterProvider, createMemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInCoach } from '#test/support/web/people.ts'
import { queryClient } from '#web/api/query-client.ts'
import { BrandEditor } from './BrandEditor.tsx'

/** Ends the opening of each picture chosen so far, in their order. */
let opened: (() => void)[]

beforeEach(() => {
  opened = []
  const picture = { close: () => undefined }
  vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => opened.push(() => resolve(picture))))
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${(file as File).name}`)
  signInCoach()
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <>
          <BrandEditor />
          <Link to="/elsewhere">Otra pantalla</Link>
        </>
      ),
    },
    { path: '/elsewhere', element: <p>Otra</p> },
  ])
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
})

function choose(name: string, type = 'image/png'): void {
  const files = [new File(['…'], name, { type })]
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files } })
}

test('nothing is saved while a chosen logo is still being opened', async () => {
  choose('logo.png')
  expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull()
  await act(async () => opened[0]!())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(false)
  expect(screen.getByRole('img', { name: 'Tu logo' })).toBeTruthy()
})

test('of two logos chosen in a row the later one counts, whichever opens first', async () => {
  choose('first.png')
  choose('second.png')
  await act(async () => opened[1]!())
  await act(async () => opened[0]!())
  expect(screen.getByRole<HTMLImageElement>('img', { name: 'Tu logo' }).src).toContain('second.png')
})

test('a file that is no picture, chosen after one that is still opening, is what counts', async () => {
  choose('first.png')
  choose('second.svg', 'image/svg+xml')
  await act(async () => opened[0]!())
  expect(screen.getByText('Usa una imagen JPG, PNG, WebP, GIF o AVIF.')).toBeTruthy()
  expect(screen.queryByRole('img', { name: 'Tu logo' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(false)
})

test('a logo that is removed while another one is still being opened stays removed', async () => {
  choose('first.png')
  await act(async () => opened[0]!())
  choose('second.png')
  fireEvent.click(screen.getByRole('button', { name: 'Quitar logo' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(false)
  await act(async () => opened[1]!())
  expect(screen.queryByRole('img', { name: 'Tu logo' })).toBeNull()
})

test('leaving asks first, also while a chosen logo is still being opened', async () => {
  choose('first.png')
  fireEvent.click(screen.getByRole('link', { name: 'Otra pantalla' }))
  expect(await screen.findByRole('button', { name: 'Salir sin guardar' })).toBeTruthy()
})
