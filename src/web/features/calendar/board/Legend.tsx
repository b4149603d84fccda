import { ActionIcon } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { useViewer } from '#web/store/viewer.ts'
import { LateMenu } from '#web/widgets/late/LateMenu.tsx'
import { StatusBadge } from '#web/ui/layout/StatusBadge.tsx'
import { SessionStatus } from '#web/widgets/session/SessionStatus.tsx'
import { shownStatus, type ShownStatus } from '#web/widgets/session/session-look.ts'
import { calendarParts } from '../dialogs.ts'
import { stateOf, type Entry } from '../entries.ts'
import { KindIcon } from './KindIcon.tsx'
import classes from './Legend.module.css'

const OTHERS = ['move', 'block', 'external'] as const

/** The kinds of displayed entries, each with its colour and name, behind a button in the corner of the grid. */
export function Legend({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('calendar')
  const { side } = useViewer()
  const [opened, setOpened] = useState(false)
  const shown = new Map<ShownStatus, SessionListItem>()
  for (const entry of entries) {
    if (entry.kind === 'session') shown.set(shownStatus(entry.session), entry.session)
  }
  const others = OTHERS.flatMap((kind) => {
    const entry = entries.find((each) => each.kind === kind)
    return entry ? [{ kind, entry }] : []
  })
  if (shown.size + others.length < 2) return null
  return (
    <div className={classes.corner}>
      <LateMenu
        part={calendarParts}
        kind="dialog"
        opened={opened}
        onChange={setOpened}
        button={(props) => (
          <ActionIcon
            onClick={() => setOpened(!opened)}
            {...props}
            variant="subtle"
            color="gray"
            size="md"
            aria-label={t('legend')}
            title={t('legend')}
          >
            <IconPalette size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        menu={({ Popover }, target, isOpen) => (
          <Popover opened={isOpen} onChange={setOpened} position="bottom-start" withinPortal={false}>
            <Popover.Target>{target}</Popover.Target>
            <Popover.Dropdown>
              <ul className={classes.legend} aria-label={t('legend')}>
                {[...shown].map(([status, session]) => (
                  <li key={status}>
                    <SessionStatus session={session} side={side} />
                  </li>
                ))}
                {others.map(({ kind, entry }) => (
                  <li key={kind}>
                    <StatusBadge
                      label={t(`kinds.${kind}`)}
                      tone={stateOf(entry)}
                      icon={<KindIcon entry={entry} />}
                    />
                  </li>
                ))}
              </ul>
            </Popover.Dropdown>
          </Popover>
        )}
      />
    </div>
  )
}
