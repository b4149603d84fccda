import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCircleCheck, IconRotate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { formatDayMonth } from '#time/format.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { ResourceStatusBadge, StateBadge } from '../resource-look.tsx'
import { resourceQuery, useComplete } from '../resources.queries.ts'
import { Preview } from './Preview.tsx'
import { ResourceActions } from './ResourceActions.tsx'
import { useNotedAsSeen } from './use-noted-as-seen.ts'
import { WhoHasIt } from './WhoHasIt.tsx'
import classes from './ResourceView.module.css'

/** One resource: for its coach with who has it, for a person with what they are to do with it (product §14). */
export function Component() {
  const { resourceId = '' } = useParams()
  const query = useQuery(resourceQuery(resourceId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query} skeleton={<Skeleton height={320} radius={16} />}>
      {(resource) => <ResourceView key={resource.id} resource={resource} />}
    </QueryView>
  )
}

function ResourceView({ resource }: { resource: ResourceDetail }) {
  const { t } = useTranslation('resources')
  const { given } = resource
  useNotedAsSeen(resource)
  // Side by side, what is known of it is beside the thing itself; one below the other, it comes after it.
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false
  const about = <About resource={resource} withTitle={!isWide} />
  return (
    <Page
      title={resource.title}
      template="record"
      back={<BackLink to={paths.resources()} label={t('title')} />}
      actions={given ? <Complete resource={resource} /> : <ResourceActions resource={resource} />}
    >
      <Columns>
        {(given || isWide) && (
          <Column context>
            {given && <Given given={given} />}
            {isWide && about}
          </Column>
        )}
        <Column>
          <Preview resource={resource} />
          {!given && <WhoHasIt resource={resource} />}
          {!isWide && about}
        </Column>
      </Columns>
    </Page>
  )
}

function Complete({ resource: { id, title, url, allowedActions } }: { resource: ResourceDetail }) {
  const { t } = useTranslation(['resources', 'common'])
  const { mutateAsync, isPending } = useComplete(id)
  const set = (completed: boolean) =>
    void mutateAsync(completed).then(() => {
      if (completed)
        setAlert(t('completedToast', { title }), 'success', {
          label: t('common:undo'),
          run: () => set(false),
        })
    }, showFailure)
  if (allowedActions.includes('reopen')) {
    return (
      <Button
        variant="default"
        leftSection={<IconRotate size={18} aria-hidden="true" />}
        loading={isPending}
        onClick={() => set(false)}
      >
        {t('reopen')}
      </Button>
    )
  }
  return (
    <LoadingButton
      // A link is opened first: that is the main button then.
      variant={url === null ? 'filled' : 'default'}
      leftSection={<IconCircleCheck size={18} aria-hidden="true" />}
      loading={isPending}
      loadingLabel={t('common:loading')}
      onClick={() => set(true)}
    >
      {t('complete')}
    </LoadingButton>
  )
}

/** What the coach said, and until when. */
function Given({ given }: { given: NonNullable<ResourceDetail['given']> }) {
  const { t } = useTranslation('resources')
  const { state, message, dueOn, overdue, groupName } = given
  const date = dueOn === null ? null : formatDayMonth(dueOn, 'UTC', currentLanguage())
  return (
    <Card title={t('forYou')} aside={<StateBadge state={state} />}>
      <div className={classes.facts}>
        {message !== null && <p className={classes.words}>{message}</p>}
        {date !== null && <p>{t(overdue ? 'wasDue' : 'due', { date })}</p>}
        {groupName !== null && <p>{t('withGroup', { name: groupName })}</p>}
        {message === null && date === null && groupName === null && <p>{t('noMessage')}</p>}
      </div>
    </Card>
  )
}

/** `withTitle`, all of it: a phone's header has room for its beginning. */
function About({ resource, withTitle }: { resource: ResourceDetail; withTitle: boolean }) {
  const { t } = useTranslation('resources')
  const { title, type, description, category, tags, source, status, given } = resource
  const facts = [
    { label: t('form.title'), value: withTitle && title },
    { label: t('form.type'), value: t(`types.${type}`) },
    { label: t('form.category'), value: category },
    { label: t('form.tags'), value: tags.join(', ') },
    { label: t('form.source'), value: source },
  ].filter(({ value }) => value)
  return (
    <Card title={t('about')} aside={given ? undefined : <ResourceStatusBadge status={status} />}>
      <div className={classes.facts}>
        {description !== null && <p className={classes.words}>{description}</p>}
        <dl className={classes.list}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}
