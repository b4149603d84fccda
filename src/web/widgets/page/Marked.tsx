import type { FoundPart } from '#contract/notes/notes.ts'
import { keyed } from '#web/ui/keyed.ts'
import classes from './Marked.module.css'

/** A text in which the words of a search are marked. */
export function Marked({ parts }: { parts: readonly FoundPart[] }) {
  return keyed(parts).map(({ key, item: { text, found } }) =>
    found ? (
      <mark key={key} className={classes.found}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
