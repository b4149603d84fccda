import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type NoteBlock,
  type NoteDocument,
  type NoteText as Piece,
  isNoteLink,
} from '#contract/notes/note-document.ts'
import { keyed } from '#web/ui/keyed.ts'
import classes from './NoteText.module.css'

/**
 * What a note says, for reading: only the nodes of its closed set become elements, and no code of the editor is loaded
 * (docs/decisions/052).
 */
export function NoteText({ document }: { document: NoteDocument }) {
  return <div className={classes.text}>{document.content.map(drawn)}</div>
}

function drawn(block: NoteBlock, place: number): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p key={place}>{said(block.content)}</p>
    case 'heading': {
      // Below the title of the note, which is an h2.
      const Heading = block.attrs.level === 2 ? 'h3' : 'h4'
      return <Heading key={place}>{said(block.content)}</Heading>
    }
    case 'bulletList':
    case 'orderedList': {
      const List = block.type === 'bulletList' ? 'ul' : 'ol'
      return (
        <List key={place}>
          {keyed(block.content).map(({ key, item }) => (
            <li key={key}>{item.content.map(drawn)}</li>
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
              <div>{content.map(drawn)}</div>
            </li>
          ))}
        </ul>
      )
    case 'blockquote':
      return <blockquote key={place}>{block.content.map(drawn)}</blockquote>
    default:
      // A newer server may know more.
      return null
  }
}

/** A box that nobody ticks here, and its state in words. */
function Box({ checked }: { checked: boolean }) {
  const { t } = useTranslation('notes')
  return (
    <span className={classes.box} role="img" aria-label={t(checked ? 'text.done' : 'text.open')}>
      {checked ? '✓' : ''}
    </span>
  )
}

function said(pieces: readonly Piece[] = []): ReactNode {
  return keyed(pieces).map(({ key, item }) => <Fragment key={key}>{marked(item)}</Fragment>)
}

function marked({ text, marks = [] }: Piece): ReactNode {
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
        return isNoteLink(mark.attrs.href) ? (
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
