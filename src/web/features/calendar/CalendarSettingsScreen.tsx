import '@mantine/core/styles/Tabs.css'
import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { CalendarDto } from '#contract/calendar.ts'
import { zoneOption } from '#time/zone-names.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { CALENDAR_TABS, paths, type CalendarTab } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { BackLink } from '#web/widgets/BackLink.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { calendarQuery } from '#web/widgets/calendar.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './CalendarSettingsScreen.module.css'
import { BlocksCard } from './components/BlocksCard.tsx'
import { BookingRules } from './components/BookingRules.tsx'
import { FeedPanel } from './components/FeedPanel.tsx'
import { HolidaysCard } from './components/HolidaysCard.tsx'
import { ImportCard } from './components/ImportCard.tsx'
import { OverridesCard } from './components/OverridesCard.tsx'
import { ReminderRules } from './components/ReminderRules.tsx'
import { SaveBar } from './components/SaveBar.tsx'
import { SessionRules } from './components/SessionRules.tsx'
import { WeeklyHoursField } from './components/WeeklyHoursField.tsx'
import { useSettingsForm, type SettingsForm } from './use-settings-form.ts'

/** Everything that decides what clients can ask for, and the calendars kept elsewhere (product §8). */
export function CalendarSettingsScreen() {
  const { t } = useTranslation('calendar')
  const { coachId, timezone } = useViewer()
  const query = useQuery(calendarQuery(coachId))
  const zone = zoneOption(query.data?.timezone ?? timezone, useNow(), currentLanguage()).label
  return (
    <Page
      title={t('settings.title')}
      subtitle={t('settings.subtitle', { zone })}
      width="narrow"
      back={<BackLink to={paths.calendar()} label={t('settings.back')} />}
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
  const active = useRef<HTMLButtonElement>(null)
  // Where the tabs do not fit side by side, the open one is among those in sight.
  useEffect(() => {
    active.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  // Above the tabs: what is not saved yet goes along from one to the other.
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
        <Tabs.List aria-label={t('settings.tabsLabel')} className={classes.tabs}>
          {CALENDAR_TABS.map((each) => (
            <Tabs.Tab key={each} value={each} ref={each === tab ? active : null}>
              {t(`settings.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {CALENDAR_TABS.map((each) => (
          <Tabs.Panel key={each} value={each} className={classes.panel}>
            <Panel tab={each} calendar={calendar} form={form} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <SaveBar form={form} />
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
