import { Button } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { useSessionUser } from '#web/store/store.ts'
import { DayDoneDrawing } from '#web/ui/drawings/DayDoneDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { EndAllDialog } from '../components/EndAllDialog.tsx'
import { ActivityList, SinceLine } from './ActivityList.tsx'
import classes from './Activity.module.css'
import { activityQuery } from './activity.queries.ts'

const account = paths.profileSection({ section: 'account' })

/** /profile/activity: what happened to the person's account, and what to do if it was not them (docs/decisions/078). */
export function Component() {
  const { t } = useTranslation(['activity', 'account'])
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      template="form"
      back={<BackLink to={account} label={t('account:title')} />}
    >
      <Alarm />
      <Card title={t('list')}>
        <Entries />
      </Card>
    </Page>
  )
}

/** What to do if it was somebody else. */
function Alarm() {
  const { t } = useTranslation('activity')
  const [asking, setAsking] = useState(false)
  return (
    <Card>
      <div className={classes.alarm}>
        <span className={classes.icon} data-tone="warning" aria-hidden="true">
          <IconShieldExclamation size={20} />
        </span>
        <div className={classes.facts}>
          <h2 className={classes.what}>{t('alarm.title')}</h2>
          <p className={classes.where}>{t('alarm.text')}</p>
          <div className={classes.buttons}>
            <Button variant="default" component={Link} to={account}>
              {t('alarm.password')}
            </Button>
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('alarm.endAll')}
            </Button>
          </div>
        </div>
      </div>
      <EndAllDialog opened={asking} onClose={() => setAsking(false)} />
    </Card>
  )
}

function Entries() {
  const { t } = useTranslation(['activity', 'common'])
  const { id } = useSessionUser()
  const query = useInfiniteQuery(activityQuery(id))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={6} />}>
      {({ pages }) => {
        const entries = pages.flatMap(({ data }) => data)
        if (entries.length === 0) {
          return (
            <EmptyState
              drawing={<DayDoneDrawing />}
              text={<TwoLines title={t('empty')} hint={t('emptyHint')} />}
            />
          )
        }
        return (
          <>
            <ActivityList entries={entries} />
            <MoreButton query={query} label={t('more')} />
            {!query.hasNextPage && <SinceLine since={pages[0]?.since ?? null} />}
          </>
        )
      }}
    </QueryView>
  )
}
