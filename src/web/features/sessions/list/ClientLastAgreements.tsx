import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fromIso } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { FoldedText } from '#web/ui/layout/FoldedText.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { lastHeldQuery } from '../sessions.queries.ts'
import classes from './SessionGlance.module.css'

/** The agreements of the last session with one client: its shared summary, and a link to the record. */
export function ClientLastAgreements({ clientId, viewer }: { clientId: string; viewer: Viewer }) {
  const { t } = useTranslation(['sessions', 'common'])
  const query = useQuery(lastHeldQuery(clientId))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={2} avatars={false} />}>
      {(held) =>
        held ? <Agreements sessionId={held.id} viewer={viewer} /> : <p data-nothing>{t('glance.noneHeld')}</p>
      }
    </QueryView>
  )
}

function Agreements({ sessionId, viewer }: { sessionId: string; viewer: Viewer }) {
  const { t } = useTranslation(['sessions', 'common'])
  const query = useQuery(sessionQuery(sessionId))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={2} avatars={false} />}>
      {({ title, startsAt, closing }) => (
        <>
          <p className={classes.from}>
            {title}
            {' · '}
            <time dateTime={startsAt}>
              {formatDayLong(fromIso(startsAt), viewer.timezone, currentLanguage())}
            </time>
          </p>
          {closing !== null && closing.summary !== '' && (
            <FoldedText text={closing.summary} moreLabel={t('glance.more')} lessLabel={t('glance.less')} />
          )}
          <Anchor
            component={Link}
            to={paths.sessionFinished({ sessionId })}
            size="sm"
            className={`lone-link ${classes.record}`}
          >
            {t('glance.record')}
          </Anchor>
        </>
      )}
    </QueryView>
  )
}
