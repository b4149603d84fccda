import '#web/ui/theme/kit-switch.ts'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { SeriesScopeChoice } from '#web/widgets/session/SeriesScopeChoice.tsx'
import type { Moving } from './use-moving.ts'

/** How much of its series moves with a session, and whether its people are told. */
export function MoveOptions({ session, moving }: { session: SessionListItem; moving: Moving }) {
  const { t } = useTranslation('schedule')
  const name = session.client?.name
  return (
    <>
      {session.seriesId !== null && (
        <SeriesScopeChoice label={t('move.scope')} value={moving.scope} onChange={moving.setScope} />
      )}
      <Switch
        label={name === undefined ? t('move.notifyGroup') : t('move.notify', { name })}
        description={t('move.notifyHint')}
        checked={moving.notify}
        onChange={({ currentTarget }) => moving.setNotify(currentTarget.checked)}
      />
    </>
  )
}
