import { IconClock, IconCloud } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { AnchoredPopover } from '#web/ui/layout/AnchoredPopover.tsx'
import type { Entry } from '../entries.ts'
import { spanText } from '../span-text.ts'
import { BlockPopover } from './BlockPopover.tsx'
import classes from './EntryPopover.module.css'
import { entryTitle } from '#web/features/calendar/grid/grid-events.ts'
import { SessionPopover } from './SessionPopover.tsx'
import { WholeTimes } from '#web/ui/layout/WholeTimes.tsx'

type Props = { entry: Entry; at: DOMRect; onClose: () => void }

/** The details of a calendar entry, and its actions. */
export function EntryPopover({ entry, at, onClose }: Props) {
  if (entry.kind === 'block') return <BlockPopover block={entry.block} at={at} onClose={onClose} />
  if (entry.kind === 'external') return <ExternalPopover entry={entry} at={at} onClose={onClose} />
  return <SessionPopover session={entry.session} at={at} onClose={onClose} />
}

function ExternalPopover({ entry, at, onClose }: Props) {
  const { t } = useTranslation(['calendar', 'schedule'])
  const { side, timezone } = useViewer()
  const title = entryTitle(entry, side, t)
  return (
    <AnchoredPopover label={title} at={at} onClose={onClose}>
      <div className={classes.popover} tabIndex={-1} data-autofocus>
        <h2 className={classes.title}>{title}</h2>
        <div className={classes.facts}>
          <p className={classes.fact}>
            <IconClock size={18} aria-hidden="true" />
            <WholeTimes text={spanText(entry, timezone, currentLanguage(), t('wholeDay'))} />
          </p>
          <p className={classes.fact}>
            <IconCloud size={18} aria-hidden="true" />
            {t('kinds.external')}
          </p>
        </div>
      </div>
    </AnchoredPopover>
  )
}
