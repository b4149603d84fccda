import { Button, Input, Select, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientStatus } from '#contract/clients.ts'
import { failureText } from '#web/api/errors.ts'
import { beginClient } from '#web/store/new-client.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { type Choosing, MOST_RECENT, namedClientsQuery, recentClientsQuery } from './people.queries.ts'
import classes from './PersonChoice.module.css'

type Props = {
  'ref'?: Ref<HTMLDivElement>
  /** The question that the choice answers. */
  'title': string
  /** Who is offered. */
  'choosing': Choosing
  'coachId': string
  'value': string
  'error'?: string | undefined
  'aria-invalid'?: true | undefined
  'wrapperProps'?: { 'data-quiet'?: string }
  'onChange': (clientId: string) => void
  'onBlur': () => void
}

/** Who something is for: people added, booked or met lately by one tap, everybody else by a search. */
export function PersonChoice({
  ref,
  title,
  choosing,
  coachId,
  value,
  error,
  wrapperProps,
  onChange,
  onBlur,
  ...group
}: Props) {
  const id = useId()
  const query = useQuery(recentClientsQuery(coachId, choosing))
  const { data: chosen } = useQuery({ ...clientQuery(value), enabled: value !== '' })
  // That somebody is missing is known a moment after the form is shown: its line is there from the start.
  const message = error ?? (value === '' ? '\u00a0' : undefined)
  return (
    <QueryView
      query={query}
      skeleton={
        // With the message, which keeps its line before it is seen.
        <Input.Wrapper {...wrapperProps} error={message}>
          <PeopleSkeleton title={title} />
        </Input.Wrapper>
      }
    >
      {({ data, total }) => {
        if (total === 0 && value === '') {
          return (
            <Input.Wrapper {...wrapperProps} error={message}>
              <NobodyYet />
            </Input.Wrapper>
          )
        }
        // Somebody from the search or the URL comes first; nobody moves when one of the recent is chosen.
        const isRecent = data.some((each) => each.id === value)
        const people = chosen && !isRecent ? [chosen, ...data.slice(0, -1)] : data
        return (
          <Input.Wrapper {...wrapperProps} error={message} errorProps={{ id: `${id}-error` }}>
            <h2 id={id} className={classes.title}>
              <Question text={title} />
            </h2>
            <div
              ref={ref}
              role="group"
              tabIndex={-1}
              aria-labelledby={id}
              aria-describedby={error === undefined ? undefined : `${id}-error`}
              className={classes.people}
              {...group}
            >
              {people.map((person) => (
                <button
                  key={person.id}
                  type="button"
                  className={classes.person}
                  aria-pressed={person.id === value}
                  onClick={() => onChange(person.id)}
                  onBlur={onBlur}
                >
                  <PersonAvatar
                    name={person.name}
                    lastName={person.lastName}
                    src={person.photo?.fileURL}
                    size={32}
                  />
                  <span className={classes.words}>
                    <span className={classes.name}>{person.fullName}</span>
                    <Status status={person.status} />
                  </span>
                </button>
              ))}
            </div>
            {total > people.length && <Search coachId={coachId} choosing={choosing} onChoose={onChange} />}
          </Input.Wrapper>
        )
      }}
    </QueryView>
  )
}

/** Somebody has to be chosen: marked as the kit marks such a field. */
function Question({ text }: { text: string }) {
  return (
    <>
      {text}
      <span className="mantine-InputWrapper-required" aria-hidden="true">
        {' *'}
      </span>
    </>
  )
}

/** As high as what comes, so that the form below keeps its place. */
function PeopleSkeleton({ title }: { title: string }) {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-busy="true" aria-label={t('loading')}>
      <h2 className={classes.title}>
        <Question text={title} />
      </h2>
      <div className={classes.people}>
        {Array.from({ length: MOST_RECENT }, (_, place) => (
          <Skeleton key={place} height={48} radius={12} />
        ))}
      </div>
      <Skeleton className={`${classes.search} ${classes.searchComing}`} radius={10} />
    </div>
  )
}

/** Of somebody who has not accepted yet. */
function Status({ status }: { status: ClientStatus }) {
  const { t } = useTranslation('clients')
  return status === 'active' ? null : <small className={classes.status}>{t(`statuses.${status}`)}</small>
}

const SEARCH_PAUSE_MS = 250

type SearchProps = { coachId: string; choosing: Choosing; onChoose: (clientId: string) => void }

/** Everybody who is offered, by name. */
function Search({ coachId, choosing, onChoose }: SearchProps) {
  const { t } = useTranslation(['clients', 'common'])
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, SEARCH_PAUSE_MS)
  const [isOpen, setIsOpen] = useState(false)
  const { data: found, error: failure } = useQuery({
    ...namedClientsQuery(coachId, choosing, search),
    enabled: isOpen,
  })
  return (
    <Select
      className={classes.search}
      aria-label={t('choice.other')}
      placeholder={t('choice.other')}
      searchable
      nothingFoundMessage={found ? t('choice.none') : failure ? failureText(failure) : t('common:loading')}
      data={(found?.data ?? []).map(({ id, fullName, status }) => ({
        value: id,
        label:
          status === 'active'
            ? fullName
            : t('choice.withStatus', { name: fullName, status: t(`statuses.${status}`) }),
      }))}
      // The server has filtered; the results are shown unfiltered.
      filter={({ options }) => options}
      value={null}
      onChange={(id) => {
        if (id !== null) onChoose(id)
        setTyped('')
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsOpen(true)}
    />
  )
}

function NobodyYet() {
  const { t } = useTranslation('clients')
  return (
    <div>
      <Text inherit mb={12}>
        {t('choice.nobody')}
      </Text>
      <Button variant="light" aria-haspopup="dialog" onClick={beginClient}>
        {t('choice.add')}
      </Button>
    </div>
  )
}
