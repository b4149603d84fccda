import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AssignmentDto, ResourceDetail } from '#contract/resources/resources.ts'
import { formatShortDayMonth } from '#time/format.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { TheirStateBadge } from '../resource-look.tsx'
import { assignmentsQuery, giveBack, useWithdraw } from '../resources.queries.ts'
import classes from './WhoHasIt.module.css'

/** Whom a resource was given to, and how far each of them is. */
export function WhoHasIt({ resource }: { resource: ResourceDetail }) {
  const { t } = useTranslation(['resources', 'common'])
  const { id, status } = resource
  const query = useInfiniteQuery(assignmentsQuery(id))
  return (
    <Card title={t('who.title')}>
      <Counts resource={resource} />
      <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} />}>
        {({ pages }) => {
          const assignments = pages.flatMap(({ data }) => data)
          return assignments.length === 0 ? (
            <EmptyState text={t(status === 'draft' ? 'who.draft' : 'who.nobody')} slim />
          ) : (
            <>
              <ul className={classes.list}>
                {assignments.map((assignment) => (
                  <li key={assignment.id}>
                    <Assignment resourceId={id} assignment={assignment} />
                  </li>
                ))}
              </ul>
              <MoreButton query={query} label={t('more')} />
            </>
          )
        }}
      </QueryView>
    </Card>
  )
}

/** How far all of them are, those of the pages that are not loaded too. */
function Counts({ resource: { usedBy, viewedBy, completedBy } }: { resource: ResourceDetail }) {
  const { t } = useTranslation('resources')
  // Of one person the list says it.
  if (usedBy < 2) return null
  const parts = [
    t('who.people', { count: usedBy }),
    viewedBy > 0 && t('who.viewed', { count: viewedBy }),
    completedBy > 0 && t('who.completed', { count: completedBy }),
  ]
  return <p className={classes.facts}>{parts.filter(Boolean).join(' · ')}</p>
}

function Assignment({ resourceId, assignment }: { resourceId: string; assignment: AssignmentDto }) {
  const { t } = useTranslation(['resources', 'common'])
  const { id, groupName, people, dueOn, sessionStartsAt, message } = assignment
  const { mutateAsync, isPending } = useWithdraw(resourceId)
  const name = groupName ?? people.map((person) => `${person.name} ${person.lastName}`).join(', ')
  const withdraw = () =>
    void mutateAsync(id).then(
      () =>
        setAlert(t('who.withdrawn', { name }), 'success', {
          label: t('common:undo'),
          run: () => void giveBack(resourceId, id).catch(showFailure),
        }),
      showFailure,
    )
  const facts = [
    groupName !== null && t('who.group', { count: people.length }),
    sessionStartsAt !== null && t('who.session'),
    dueOn !== null && t('due', { date: formatShortDayMonth(dueOn, 'UTC', currentLanguage()) }),
    message,
  ].filter(Boolean)
  const [only] = people
  return (
    <div className={classes.assignment}>
      <div className={classes.head}>
        {groupName === null && only && (
          <PersonAvatar name={only.name} lastName={only.lastName} src={only.photo?.fileURL} size={32} />
        )}
        <div className={classes.words}>
          <div>
            <p className={classes.name}>{name}</p>
            {facts.length > 0 && <p className={classes.facts}>{facts.join(' · ')}</p>}
          </div>
          {groupName === null && only && <TheirStateBadge state={only.state} />}
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="dimmed"
          size="lg"
          loading={isPending}
          aria-label={t('who.withdraw', { name })}
          onClick={withdraw}
        >
          <IconX size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      {groupName !== null && people.length > 0 && (
        <ul className={classes.people}>
          {people.map((person) => (
            <li key={person.clientId}>
              <span>{`${person.name} ${person.lastName}`}</span>
              <TheirStateBadge state={person.state} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
