import {
  IconAlertCircle,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleX,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { ActionDto } from '#contract/actions/actions.ts'
import { formatDayMonth } from '#time/format.ts'
import type { Output } from '#web/api/call.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useMoreSideways } from '#web/ui/layout/tabs/more-sideways.ts'
import classes from './AssignmentTable.module.css'

type Page = Output<'GET /v1/action/Group/:groupId'>
type Person = Page['people'][number]
type Assignment = Page['data'][number]

type Props = { assignments: readonly Assignment[]; people: readonly Person[] }

/** Members × actions: a row for each action, a column for each person; a cell opens that person's action. */
export function AssignmentTable({ assignments, people }: Props) {
  const { t } = useTranslation('actions')
  const scroll = useRef<HTMLDivElement>(null)
  useMoreSideways(scroll, 'thead th', people.length)
  return (
    <>
      {/* With many members it is wider than the page: people without a mouse scroll it by keyboard. */}
      <div ref={scroll} className={classes.scroll} tabIndex={0} role="region" aria-label={t('group.table')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" className={classes.first}>
                {t('group.action')}
              </th>
              {people.map(({ clientId, name, isIn }) => (
                <th
                  key={clientId}
                  scope="col"
                  title={isIn ? name : `${name} · ${t('group.left')}`}
                  data-left={!isIn || undefined}
                >
                  <span className={classes.name}>{name.split(' ')[0]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {assignments.map((assignment) => (
              <Row key={assignment.id} assignment={assignment} people={people} />
            ))}
          </tbody>
        </table>
      </div>
      <Legend assignments={assignments} people={people} />
    </>
  )
}

/** What the signs in sight mean; each cell says it too. */
function Legend({ assignments, people }: Props) {
  const { t } = useTranslation('actions')
  const actions = assignments.flatMap((assignment) => assignment.actions)
  const looks = new Map(actions.map((action) => [lookOf(action).word, lookOf(action)]))
  const hasGap = assignments.some((assignment) => assignment.actions.length < people.length)
  return (
    <p className={classes.legend} aria-hidden="true">
      {[...looks.values()].map(({ Icon, word, tone }) => (
        <span key={word}>
          <Icon size={16} data-tone={tone} />
          {t(word)}
        </span>
      ))}
      {hasGap && (
        <span>
          <i className={classes.none} />
          {t('group.none')}
        </span>
      )}
    </p>
  )
}

function Row({
  assignment: { text, actions },
  people,
}: {
  assignment: Assignment
  people: readonly Person[]
}) {
  const { t } = useTranslation('actions')
  const { timezone } = useViewer()
  // Who left keeps what they had; the group waits for it no more.
  const isIn = new Set(people.filter((person) => person.isIn).map(({ clientId }) => clientId))
  const counted = actions.filter(({ clientId }) => isIn.has(clientId))
  const done = counted.filter(({ status }) => status === 'done').length
  // One person's date may have been moved: the group's is the one that most have, which is the first's.
  const dueOn = actions[0]?.dueOn
  const isLate = counted.some((action) => action.overdue && action.dueOn === dueOn)
  return (
    <tr>
      <th scope="row" className={classes.first}>
        <span className={classes.text}>{text}</span>
        <span className={classes.meta}>
          <span>{t('group.done', { done, all: counted.length })}</span>
          {dueOn && (
            <span className={isLate ? classes.overdue : undefined}>
              {t(isLate ? 'wasDue' : 'due', { date: formatDayMonth(dueOn, timezone, currentLanguage()) })}
            </span>
          )}
        </span>
      </th>
      {people.map((person) => (
        <td key={person.clientId}>
          <Cell action={actions.find(({ clientId }) => clientId === person.clientId)} person={person} />
        </td>
      ))}
    </tr>
  )
}

function Cell({ action, person: { name, isIn } }: { action: ActionDto | undefined; person: Person }) {
  const { t } = useTranslation('actions')
  const [, setParams] = useSearchParams()
  if (!action)
    return <span className={classes.none} title={t('group.none')} aria-label={t('group.none')} role="img" />
  const { Icon, tone, word } = lookOf(action)
  const label = `${name}: ${t(word)}`
  const open = () =>
    setParams((params) => {
      params.set('open', action.id)
      return params
    })
  return (
    <button
      type="button"
      className={classes.cell}
      // Nobody waits for what somebody who left has still to do.
      data-tone={isIn ? tone : 'quiet'}
      title={label}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={open}
    >
      <Icon size={22} aria-hidden="true" />
    </button>
  )
}

function lookOf({ status, overdue }: ActionDto) {
  if (overdue) return { Icon: IconAlertCircle, tone: 'overdue', word: 'group.overdue' } as const
  switch (status) {
    case 'done':
      return { Icon: IconCircleCheckFilled, tone: 'done', word: 'statuses.done' } as const
    case 'wontDo':
      return { Icon: IconCircleX, tone: 'quiet', word: 'statuses.wontDo' } as const
    case 'inProgress':
      return { Icon: IconCircleDashed, tone: 'going', word: 'statuses.inProgress' } as const
    case 'pending':
      return { Icon: IconCircle, tone: 'quiet', word: 'statuses.pending' } as const
  }
}
