import { fireEvent, screen, waitFor } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show, shown } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import FromSessionNotes from './FromSessionNotes.tsx'
import type { RecordValues } from './closing-form.ts'

const note = (id: string, visibility: 'shared' | 'private', text: string) => ({
  id,
  visibility,
  body: {
    type: 'doc',
    version: 1,
    content: [{ type: 'paragraph', content: text === '' ? [] : [{ type: 'text', text }] }],
  },
})

function Form({ summary }: { summary: string }) {
  const form = useForm<RecordValues>({ defaultValues: { summary, privateNotes: '' } as RecordValues })
  return (
    <FormProvider {...form}>
      <textarea aria-label="Resumen" {...form.register('summary')} />
      <FromSessionNotes session={confirmedSession({})} into="summary" />
    </FormProvider>
  )
}

/** The summary of a closing, which begins like this, of a session with these notes. */
function open(summary: string, ...notes: ReturnType<typeof note>[]) {
  answerCalls({
    'GET /v1/note/Client/:clientId': { body: { data: notes, total: notes.length, page: 1, items: 30 } },
    'GET /v1/note/:noteId': (url) => ({ body: notes.find(({ id }) => url.endsWith(`/${id}`)) }),
  })
  for (const each of notes) queryClient.setQueryData(['note', 'one', each.id], each)
  show(<Form summary={summary} />)
}
const summary = () => screen.getByLabelText<HTMLTextAreaElement>('Resumen').value

beforeEach(() => signInCoach())

// @spec P.253
test('what was written during the session is taken into its summary once, below what is there', async () => {
  open('Hola', note('a', 'shared', 'Practicar'), note('b', 'private', 'Cansada'), note('c', 'shared', ''))
  fireEvent.click(await screen.findByRole('button', { name: 'Agregar tu nota de la sesión' }))
  expect(summary()).toBe('Hola\n\nPracticar')
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  // Reworded, it is not offered again.
  fireEvent.change(screen.getByLabelText('Resumen'), { target: { value: 'Hola\n\nPracticar a diario' } })
  expect(screen.queryByRole('button')).toBeNull()
})

// @spec P.253
test('what is private never is offered for what is shared', async () => {
  open('', note('b', 'private', 'Cansada'))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await shown()
  expect(screen.queryByRole('button')).toBeNull()
})
