import { RICH_TEXT_VERSION, type RichBlock, type RichText } from './rich-text.ts'

/**
 * A document from lines, as templates and the demo are written: `# ` begins a heading, `- ` an item, `[] ` or `[x] ` a point
 * to tick, `> ` a quote; any other line is a paragraph.
 */
export function documentOfLines(text: string): RichText {
  const content: RichBlock[] = []
  for (const line of text === '' ? [] : text.split('\n')) addLine(content, line)
  return {
    type: 'doc',
    version: RICH_TEXT_VERSION,
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  }
}

function addLine(content: RichBlock[], line: string): void {
  const [, sign = '', said = ''] = /^(# |- |\[x?\] |> )?(.*)$/.exec(line) ?? []
  const last = content.at(-1)
  switch (sign) {
    case '# ':
      content.push({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: said }] })
      break
    case '- ': {
      const item = { type: 'listItem' as const, content: [paragraph(said)] }
      if (last?.type === 'bulletList') last.content.push(item)
      else content.push({ type: 'bulletList', content: [item] })
      break
    }
    case '> ':
      content.push({ type: 'blockquote', content: [paragraph(said)] })
      break
    case '':
      content.push(paragraph(said))
      break
    default: {
      const checked = sign.includes('x')
      const task = { type: 'taskItem' as const, attrs: { checked }, content: [paragraph(said)] }
      if (last?.type === 'taskList') last.content.push(task)
      else content.push({ type: 'taskList', content: [task] })
    }
  }
}

const paragraph = (text: string): RichBlock =>
  text === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text }] }
