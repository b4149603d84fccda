import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SESSIONS_TOO_MANY } from '#contract/actions/actions.ts'
import type { SessionBrief } from '#contract/sessions/session-records.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import { lazyCard } from '#web/widgets/lazy-part.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { ACTION_FATES, type ClosingValues } from './closing-form.ts'
import { briefQuery } from '../records.queries.ts'
import { ageText } from '../age-text.ts'
import classes from './OpenActionRows.module.css'

// Few actions stay open for that long.
const SmallerAction = lazyCard(async () => ({
  default: (await import('../components/SmallerAction.tsx')).SmallerAction,
}))

/** The actions that were open before, each with its outcome (product §9): *Hecha / Sigue / Ya no va*. */
export function OpenActionRows({ session }: { session: SessionDto }) {
  const { t } = useTranslation(['records', 'common'])
  const query = useQuery(briefQuery(session.id))
  // Most sessions begin without open actions: an empty card would only be in the way.
  if (query.data?.openActions.length === 0) return null
  return (
    <Card title={t('carried.title')}>
      <QueryView
        query={query}
        skeleton={<ListSkeleton label={t('common:loading')} rows={2} avatars={false} />}
      >
        {({ openActions }) => (
          <ul className={classes.list}>
            {openActions.map((action) => (
              <OpenAction key={action.id} action={action} named={session.type === 'Group'} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

type OpenActionProps = {
  action: SessionBrief['openActions'][number]
  /** For a group: the member. */
  named: boolean
}

function OpenAction({ action, named }: OpenActionProps) {
  const { t } = useTranslation('records')
  const { control } = useFormContext<ClosingValues>()
  const options = ACTION_FATES.map((value) => ({ value, label: t(`carried.fates.${value}`) }))
  const { text, name, ageDays, overdue } = action
  return (
    <li className={classes.action}>
      <div className={classes.what}>
        <span className={classes.text}>{text}</span>
        <span className={classes.meta}>
          {named && <strong>{name}</strong>}
          <span>{ageText(t, ageDays)}</span>
          {overdue && (
            <span className={classes.overdue}>
              <IconAlertCircle size={15} aria-hidden="true" />
              {t('carried.overdue')}
            </span>
          )}
        </span>
        {action.sessionsOpen >= SESSIONS_TOO_MANY && (
          <Suspense>
            <SmallerAction action={action} />
          </Suspense>
        )}
      </div>
      <Controller
        control={control}
        name={`carried.${action.id}`}
        render={({ field: { value, onChange } }) => (
          <Segments
            label={t('carried.of', { text })}
            options={options}
            value={value ?? 'goesOn'}
            onChange={onChange}
          />
        )}
      />
    </li>
  )
}
