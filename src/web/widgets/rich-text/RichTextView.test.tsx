import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RichText } from '#contract/rich-text/rich-text.ts'
import { documentOfLines } from '#contract/rich-text/rich-text-lines.ts'
import { show } from '#test/support/web/show.tsx'
import { RichTextView } from './RichTextView.tsx'

const linked = (href: string): RichText => ({
  type: 'doc',
  version: 1,
  content: [
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'Ver', marks: [{ type: 'bold' }, { type: 'link', attrs: { href } }] }],
    },
  ],
})

// @spec P.150
test('its titles follow that of the page it is read on', () => {
  const document = documentOfLines('# Cómo se hace\n- Inhala\n[x] Suelta\n> Otra vez')
  const { rerender } = show(<RichTextView document={document} below={1} />)
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Cómo se hace')
  expect(screen.getByRole('img', { name: 'Hecho' })).toBeTruthy()
  rerender(<RichTextView document={document} />)
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Cómo se hace')
})

test('only a link that may be one leads somewhere', () => {
  const { rerender } = show(<RichTextView document={linked('https://norte.example')} />)
  const link = screen.getByRole('link', { name: 'Ver' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://norte.example',
    'noopener noreferrer nofollow',
  ])
  rerender(<RichTextView document={linked('javascript:alert(1)')} />)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('Ver').tagName).toBe('STRONG')
})

test('what a newer server may know is left out, and the rest is read', () => {
  const newer = { ...linked('https://norte.example'), content: [{ type: 'iframe', attrs: { src: 'x' } }] }
  const { container } = show(<RichTextView document={newer as never} />)
  expect(container.querySelector('iframe')).toBeNull()
})
