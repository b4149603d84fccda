import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { ClearButton } from '#web/widgets/page/ClearButton.tsx'
import phoneIcon from '#web/widgets/page/PhoneIcon.module.css'
import { SessionFilters } from './SessionFilters.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { type SessionSearch, filterOf, readSearch, writeSearch } from './session-search.ts'

/** All sessions of a coach, by person, state, date and text (product §1 D23). */
export function Component() {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const [params, setParams] = useSearchParams()
  const search = readSearch(params)
  const show = (next: SessionSearch) => setParams(writeSearch(next), { replace: true })
  const bookAt = paths.sessionNewCoach({ type: 'Client' })
  const isOfAll = search.of === null
  return (
    <Page
      title={t('all.title')}
      actions={
        <Button
          component={Link}
          to={bookAt}
          className={phoneIcon.button}
          leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
        >
          {t('list.book')}
        </Button>
      }
      tools={<SessionFilters search={search} viewer={viewer} onChange={show} />}
    >
      <Card>
        <SessionsPanel
          of={search.of ?? { type: 'Coach', itemId: viewer.coachId }}
          viewer={viewer}
          bookAt={isOfAll ? bookAt : undefined}
          filter={filterOf(search, viewer.timezone)}
          clear={
            <ClearButton
              active={[search.from, search.to].filter((each) => each !== null).length}
              onClear={() => show({ search: '', of: search.of, from: null, to: null })}
            />
          }
        />
      </Card>
    </Page>
  )
}
