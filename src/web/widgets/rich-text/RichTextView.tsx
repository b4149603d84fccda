import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type RichBlock, type RichText, type RichPiece, isTextLink } from '#contract/rich-text/rich-text.ts'
import { keyed } from '#web/ui/keyed.ts'
import classes from './RichTextView.module.css'

type Props = {
  document: RichText
  /** The level of the title that it is read under. */
  below?: 1 | 2
}

/**
 * What a note or a resource says, for reading: only the nodes of its closed set become elements, and no code of the editor
 * is loaded (docs/decisions/052).
 */
export function RichTextView({ document, below = 2 }: Props) {
  return <div className={classes.text}>{blocksOf(document.content, below)}</div>
}

const blocksOf = (blocks: readonly RichBlock[], below: 1 | 2): ReactNode =>
  blocks.map((block, place) => drawn(block, place, below))

function drawn(block: RichBlock, place: number, below: 1 | 2): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p key={place}>{said(block.content)}</p>
    case 'heading': {
      const isMinor = block.attrs.level === 3
      const Heading = (['h2', 'h3', 'h4'] as const)[below - 1 + (isMinor ? 1 : 0)]!
      return (
        <Heading key={place} className={isMinor ? classes.minor : undefined}>
          {said(block.content)}
        </Heading>
      )
    }
    case 'bulletList':
    case 'orderedList': {
      const List = block.type === 'bulletList' ? 'ul' : 'ol'
      return (
        <List key={place}>
          {keyed(block.content).map(({ key, item }) => (
            <li key={key}>{blocksOf(item.content, below)}</li>
          ))}
        </List>
      )
    }
    case 'taskList':
      return (
        <ul key={place} className={classes.tasks}>
          {keyed(block.content).map(({ key, item: { attrs, content } }) => (
            <li key={key} data-checked={attrs.checked || undefined}>
              <Box checked={attrs.checked} />
              <div>{blocksOf(content, below)}</div>
            </li>
          ))}
        </ul>
      )
    case 'blockquote':
      return <blockquote key={place}>{blocksOf(block.content, below)}</blockquote>
    default:
      // A newer server may know more.
      return null
  }
}

/** A box that nobody ticks here, and its state in words. */
function Box({ checked }: { checked: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={classes.box} role="img" aria-label={t(checked ? 'ticks.done' : 'ticks.open')}>
      {checked ? '✓' : ''}
    </span>
  )
}

function said(pieces: readonly RichPiece[] = []): ReactNode {
  return keyed(pieces).map(({ key, item }) => <Fragment key={key}>{marked(item)}</Fragment>)
}

function marked({ text, marks = [] }: RichPiece): ReactNode {
  return marks.reduce<ReactNode>((inside, mark) => {
    switch (mark.type) {
      case 'bold':
        return <strong>{inside}</strong>
      case 'italic':
        return <em>{inside}</em>
      case 'underline':
        return <u>{inside}</u>
      case 'link':
        // Looked at again: this is where it would do harm.
        return isTextLink(mark.attrs.href) ? (
          <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer nofollow">
            {inside}
          </a>
        ) : (
          inside
        )
      default:
        return inside
    }
  }, text)
}
