import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { BackLink } from '#web/widgets/BackLink.tsx'
import { SessionFacts } from './SessionFacts.tsx'
import classes from './SessionRecord.module.css'
import { SessionStanding } from './SessionStanding.tsx'
import { PrivateNotes, SharedRecord } from './SharedRecord.tsx'

/** What a closed session leaves, read-only: for the coach, the private notes included. */
export function SessionRecord({ session }: { session: SessionDto }) {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const { closing, clientId } = session
  if (closing === null) return null
  const date = formatDayMonth(fromIso(closing.closedAt), viewer.timezone, currentLanguage())
  return (
    <Page
      title={session.title}
      subtitle={t('record.closedOn', { date })}
      width="narrow"
      back={
        clientId !== null && (
          <BackLink
            to={paths.sessionsOf({ type: 'Client', itemId: clientId })}
            label={t('list.titleOf', { name: session.client?.name ?? '' })}
          />
        )
      }
    >
      <Card>
        <SessionStanding session={session} viewer={viewer} />
        <SessionFacts session={session} viewer={viewer} />
        <dl className={classes.held}>
          {session.attendance.map(
            ({ personId, state }) =>
              state && (
                <div key={personId}>
                  <dt>{t('record.attendance')}</dt>
                  <dd>{t(`record.states.${state}`)}</dd>
                </div>
              ),
          )}
          <div>
            <dt>{t('record.realMinutes')}</dt>
            <dd>{t('times.minutes', { count: closing.realMinutes })}</dd>
          </div>
        </dl>
      </Card>
      <SharedRecord session={session} viewer={viewer} />
      {closing.privateNotes !== undefined && <PrivateNotes notes={closing.privateNotes} />}
    </Page>
  )
}
