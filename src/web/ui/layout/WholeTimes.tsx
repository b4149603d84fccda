import { Fragment } from 'react'

/** "10:00–11:00", with the no-break space and the mark of the hour where the language has it. */
const FROM_TO = /(\d{1,2}:\d{2}–\d{1,2}:\d{2}(?:\u00a0h)?)/

/** A text in which no line ends within a time from one hour to another: a browser would end it after the dash. */
export function WholeTimes({ text }: { text: string }) {
  return text.split(FROM_TO).map((part, at) =>
    // What the expression matched is every other part.
    at % 2 === 1 ? (
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}
