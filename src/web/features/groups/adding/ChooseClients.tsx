import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { LONGEST_SEARCH } from '#web/features/groups/list/group-filter.ts'
import { addableClientsQuery } from '../groups.queries.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import classes from './ChooseClients.module.css'

const SEARCH_PAUSE_MS = 250

type Props = {
  group: GroupDetail
  chosen: ReadonlyMap<string, Candidate>
  /** Whether there is a seat for one more. */
  hasRoom: boolean
  onToggle: (client: Candidate) => void
}

/** Any number of the coach's clients, by name; who cannot be added is last and says why. */
export function ChooseClients({ group, chosen, hasRoom, onToggle }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const { coachId } = useViewer()
  const { emailVerified } = useSessionUser()
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), SEARCH_PAUSE_MS)
  const query = useQuery(addableClientsQuery(coachId, settled))
  return (
    <div>
      <TextInput
        type="search"
        aria-label={t('adding.search')}
        placeholder={t('adding.search')}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        maxLength={LONGEST_SEARCH}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={classes.list}>
        <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={4} />}>
          {({ data, total }) => {
            const found = candidatesOf(data, group, emailVerified)
            // Whom another search does not find stays in sight while they are chosen.
            const kept = [...chosen.values()].filter(({ id }) => !found.some((each) => each.id === id))
            return (
              <>
                {found.length === 0 && (
                  <p className={classes.note} role="status">
                    {t(settled === '' ? 'adding.noClientsYet' : 'adding.noClients')}
                  </p>
                )}
                <ul className={classes.people} aria-label={t('adding.ways.client')}>
                  {[...kept, ...found].map((client) => (
                    <Person
                      key={client.id}
                      client={client}
                      isChosen={chosen.has(client.id)}
                      hasRoom={hasRoom}
                      onToggle={onToggle}
                    />
                  ))}
                </ul>
                {total > data.length && <p className={classes.note}>{t('adding.searchMore')}</p>}
              </>
            )
          }}
        </QueryView>
      </div>
    </div>
  )
}

type PersonProps = Pick<Props, 'hasRoom' | 'onToggle'> & { client: Candidate; isChosen: boolean }

function Person({ client, isChosen, hasRoom, onToggle }: PersonProps) {
  const { t } = useTranslation('groups')
  const note = useId()
  const { fullName, lastName, email, photo, reason, waits } = client
  const isFull = !isChosen && !hasRoom
  const isOff = reason !== null || isFull
  const text = reason
    ? t(`adding.reasons.${reason}`)
    : isFull
      ? t('adding.noSeat')
      : waits
        ? t('adding.waits')
        : undefined
  return (
    <li>
      <label className={classes.person} data-off={isOff || undefined}>
        <Checkbox
          aria-label={fullName}
          aria-describedby={text === undefined ? undefined : note}
          checked={isChosen}
          disabled={isOff}
          onChange={() => onToggle(client)}
        />
        <PersonAvatar name={fullName} lastName={lastName} src={photo?.fileURL} size={32} />
        <span className={classes.who}>
          <span className={classes.name}>{fullName}</span>
          <span className={classes.email}>{email}</span>
        </span>
        {text !== undefined && (
          <span id={note} className={classes.reason}>
            {text}
          </span>
        )}
      </label>
    </li>
  )
}
