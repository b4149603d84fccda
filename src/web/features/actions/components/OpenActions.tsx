import { Anchor } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dateOf } from '#time/calendar-date.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { ActionCheck } from '#web/widgets/actions/ActionCheck.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { actionsQuery } from '#web/widgets/queries/action.queries.ts'
import { useActionToggle } from '#web/widgets/actions/use-action-toggle.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { useViewer } from '#web/store/viewer.ts'
import classes from './OpenActions.module.css'

/** Actions shown in the summary; the rest is in the tab. */
const FEW = 4

/** A client's open actions, the most urgent first. */
export function OpenActions({ clientId }: { clientId: string }) {
  const { t } = useTranslation(['actions', 'common'])
  const query = useInfiniteQuery(actionsQuery(clientId, 'open'))
  const today = dateOf(useNow(), useViewer().timezone)
  const toggle = useActionToggle(setAlert)
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={2} avatars={false} />}>
      {({ pages }) => {
        const open = pages.flatMap(({ data }) => data)
        const rest = (pages[0]?.total ?? 0) - FEW
        if (open.length === 0) return <p data-nothing>{t('noneOpen')}</p>
        return (
          <>
            {open.slice(0, FEW).map((action) => (
              <ActionCheck key={action.id} action={action} today={today} onToggle={toggle} />
            ))}
            {rest > 0 && (
              <Anchor
                component={Link}
                to={paths.clientView({ clientId, tab: 'actions' })}
                size="sm"
                className={`lone-link ${classes.rest}`}
              >
                {t('seeRest', { count: rest })}
              </Anchor>
            )}
          </>
        )
      }}
    </QueryView>
  )
}
