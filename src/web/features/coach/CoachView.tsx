import { Button, Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoachPage } from '#contract/coaches.ts'
import { noticeInHours } from '#time/spans.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { SessionCard } from '#web/widgets/session/SessionCard.tsx'
import { coachQuery } from '#web/widgets/queries/coach.queries.ts'
import { policyText } from '#web/widgets/session/notice-hours.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './CoachView.module.css'
import { CoachAbout } from './components/CoachAbout.tsx'
import { CoachContacts } from './components/CoachContacts.tsx'
import { CoachHeader } from './components/CoachHeader.tsx'

/** The coach as their clients know them (product §18). `groups` are those the viewer shares with them. */
export function CoachView({ viewer, groups }: { viewer: Viewer; groups?: ReactNode }) {
  const { t } = useTranslation('coach')
  const query = useQuery(coachQuery(viewer.coachId))
  return (
    <Page title={t('title')} template="record">
      <QueryView query={query} skeleton={<CoachSkeleton />}>
        {(coach) => (
          <>
            <CoachHeader coach={coach} viewer={viewer} />
            <Columns>
              <Column>
                <CoachAbout coach={coach} />
                {groups}
              </Column>
              <Column sticky>
                <Booking coach={coach} />
                <CoachContacts coach={coach} />
              </Column>
            </Columns>
          </>
        )}
      </QueryView>
    </Page>
  )
}

/** The next session, the way to another one, and what holds for them. */
function Booking({ coach }: { coach: CoachPage }) {
  const { t } = useTranslation('coach')
  const { nextSession, canBook, name } = coach
  return (
    <Card title={t('next.title')}>
      <div className={classes.booking}>
        {nextSession ? (
          <SessionCard session={nextSession} />
        ) : (
          <p className={classes.none}>{t('next.none')}</p>
        )}
        {canBook ? (
          <Button
            component={Link}
            to={paths.sessionNew()}
            leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
          >
            {t('book')}
          </Button>
        ) : (
          <p className={classes.none}>{t('cannotBook', { name })}</p>
        )}
        <Policy policy={coach.policy} />
      </div>
    </Card>
  )
}

function Policy({ policy: { cancelNoticeMin, minNoticeMin } }: Pick<CoachPage, 'policy'>) {
  const { t } = useTranslation('coach')
  const { t: tBooking } = useTranslation('booking')
  const toBook = noticeInHours(minNoticeMin)
  return (
    <div className={classes.policy}>
      <IconInfoCircle size={18} aria-hidden="true" className={classes.icon} />
      <p>
        {policyText(tBooking, { cancelNoticeMin })} {toBook > 0 && t('policy.book', { count: toBook })}
      </p>
    </div>
  )
}

function CoachSkeleton() {
  return (
    <>
      <Skeleton height={140} radius={16} />
      <Columns>
        <Skeleton height={260} radius={16} />
        <Skeleton height={260} radius={16} />
      </Columns>
    </>
  )
}
