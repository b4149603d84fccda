import '#web/ui/theme/kit-tabs.ts'
import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { CalendarDto } from '#contract/calendar/calendar.ts'
import { zoneOption } from '#time/zone-names.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { CALENDAR_TABS, paths, type CalendarTab } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TabList } from '#web/ui/layout/tabs/TabList.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './CalendarSettingsScreen.module.css'
import { BlocksCard } from '#web/features/calendar/days/BlocksCard.tsx'
import { BookingRules } from './BookingRules.tsx'
import { FeedPanel } from '#web/features/calendar/feeds/FeedPanel.tsx'
import { HolidaysCard } from '#web/features/calendar/days/HolidaysCard.tsx'
import { ImportCard } from '#web/features/calendar/feeds/ImportCard.tsx'
import { OverridesCard } from '#web/features/calendar/days/OverridesCard.tsx'
import { ReminderRules } from './ReminderRules.tsx'
import { CalendarSaveBar } from './CalendarSaveBar.tsx'
import { SessionRules } from './SessionRules.tsx'
import { WeeklyHoursField } from './WeeklyHoursField.tsx'
import { useSettingsForm, type SettingsForm } from './use-calendar-settings-form.ts'

/** Everything that decides what clients can request, and the imported calendars (product §8). */
export function Component() {
  const { t } = useTranslation(['calendar', 'shell'])
  const { coachId, timezone } = useViewer()
  const query = useQuery(calendarQuery(coachId))
  const zone = zoneOption(query.data?.timezone ?? timezone, useNow(), currentLanguage()).label
  return (
    <Page
      title={t('settings.title')}
      subtitle={t('settings.subtitle', { zone })}
      template="form"
      back={<BackLink to={paths.calendar()} label={t('shell:screens.calendar')} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={560} radius={16} />}>
        {(calendar) => <Settings calendar={calendar} />}
      </QueryView>
    </Page>
  )
}

function Settings({ calendar }: { calendar: CalendarDto }) {
  const { t } = useTranslation('calendar')
  const [params, setParams] = useSearchParams()
  const tab = CALENDAR_TABS.find((each) => each === params.get('tab')) ?? CALENDAR_TABS[0]
  // Above the tabs: unsaved changes are kept when the tab changes.
  const form = useSettingsForm(calendar)
  return (
    <>
      <Tabs
        value={tab}
        onChange={(next) =>
          setParams(next === CALENDAR_TABS[0] ? {} : { tab: next ?? '' }, { replace: true })
        }
        keepMounted={false}
      >
        <TabList active={tab} aria-label={t('settings.tabsLabel')}>
          {CALENDAR_TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`settings.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </TabList>
        {CALENDAR_TABS.map((each) => (
          <Tabs.Panel key={each} value={each} className={classes.panel}>
            <Panel tab={each} calendar={calendar} form={form} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <CalendarSaveBar form={form} />
    </>
  )
}

type PanelProps = { tab: CalendarTab; calendar: CalendarDto; form: SettingsForm }

function Panel({ tab, calendar, form: { value, change } }: PanelProps) {
  const { t } = useTranslation('calendar')
  switch (tab) {
    case 'hours':
      return (
        <Card
          title={t('settings.weekly')}
          aside={<span className={classes.hint}>{t('settings.weeklyHint')}</span>}
        >
          <WeeklyHoursField value={value.weekly} onChange={(weekly) => change({ weekly })} />
        </Card>
      )
    case 'days':
      return (
        <>
          <OverridesCard overrides={calendar.overrides} />
          <HolidaysCard value={value.holidays} onChange={(holidays) => change({ holidays })} />
        </>
      )
    case 'booking':
      return (
        <>
          <Card title={t('settings.sessions')}>
            <SessionRules value={value} onChange={change} />
          </Card>
          <Card title={t('settings.booking')}>
            <BookingRules value={value} onChange={change} />
          </Card>
          <Card title={t('settings.ahead')}>
            <ReminderRules value={value} onChange={change} />
          </Card>
        </>
      )
    case 'blocks':
      return <BlocksCard />
    case 'calendars':
      return (
        <>
          <ImportCard />
          <Card title={t('feed.title')}>
            <FeedPanel />
          </Card>
        </>
      )
  }
}
