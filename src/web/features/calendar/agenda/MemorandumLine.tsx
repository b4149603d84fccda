import { Anchor } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { CalendarMemorandum } from '#contract/memorandums/memorandums.ts'
import { formatWallTime } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import classes from './AgendaEntry.module.css'

/** A memorandum among the entries of its day: one line, quieter than a session. */
export function MemorandumLine({ memorandum }: { memorandum: CalendarMemorandum }) {
  const { id, time, description } = memorandum
  return (
    <li className={`${classes.entry} ${classes.memorandum}`}>
      <time className={classes.when}>{formatWallTime(time, currentLanguage())}</time>
      <IconNote size={16} aria-hidden="true" />
      <Anchor
        component={Link}
        inherit
        to={paths.memorandumEdit({ memoramdumId: id })}
        className={`lone-link ${classes.words}`}
        title={description}
      >
        {description}
      </Anchor>
    </li>
  )
}
