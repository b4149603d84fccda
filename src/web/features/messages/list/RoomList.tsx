import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconEdit, IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { failureText } from '#web/api/errors.ts'
import { useUserType } from '#web/store/store.ts'
import { MessagesDrawing } from '#web/ui/drawings/MessagesDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { FoundMessages } from '../search/FoundMessages.tsx'
import { arrivalAt } from '../search/use-arrival.ts'
import type { ListedRoom } from './listed-rooms.ts'
import classes from './RoomList.module.css'
import { RoomRow } from './RoomRow.tsx'
import { useRooms } from './use-rooms.ts'

const NewConversation = lazyDialog(() => import('./NewConversation.tsx'))

type Props = { openId: string | undefined; addressOf: (room: Pick<ListedRoom, 'roomId' | 'type'>) => string }

/** The rooms of the person, those written in last first, and for a coach the way to begin another one. */
export function RoomList({ openId, addressOf }: Props) {
  const { t } = useTranslation(['messages', 'common'])
  const isCoach = useUserType() === 'coach'
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const [begins, setBegins] = useState(false)
  const { query, rooms } = useRooms(search)
  const isEmpty = rooms?.length === 0 && typed === '' && search === ''
  const begin = () => setBegins(true)
  const navigate = useNavigate()
  return (
    <nav className={classes.list} aria-label={t('messages:list.label')}>
      {!isEmpty && (
        <div className={classes.bar}>
          <TextInput
            className={classes.search}
            type="search"
            value={typed}
            maxLength={120}
            aria-label={t('messages:list.search')}
            placeholder={t('messages:list.search')}
            leftSection={<IconSearch size={18} aria-hidden="true" />}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {isCoach && (
            <ActionIcon
              variant="light"
              size="input-sm"
              aria-label={t('messages:list.new')}
              title={t('messages:list.new')}
              aria-haspopup="dialog"
              onClick={begin}
            >
              <IconEdit size={20} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      )}
      <div className={classes.rows} data-empty={isEmpty || undefined}>
        {rooms === undefined ? (
          <Waiting query={query} />
        ) : (
          <>
            {isEmpty && <None onBegin={isCoach ? begin : undefined} />}
            {search !== '' && <h2 className={classes.heading}>{t('messages:list.label')}</h2>}
            {search !== '' && rooms.length === 0 && (
              <p className={classes.none}>{t('messages:list.noneFound')}</p>
            )}
            <ul className={classes.rooms}>
              {rooms.map((room) => (
                <RoomRow key={room.roomId} room={room} to={addressOf(room)} isOpen={room.roomId === openId} />
              ))}
            </ul>
            <MoreButton query={query} label={t('messages:list.more')} />
            {search !== '' && (
              <section aria-label={t('messages:search.messages')}>
                <h2 className={classes.heading}>{t('messages:search.messages')}</h2>
                <FoundMessages
                  search={search}
                  onOpen={({ room, seq }) => void navigate(addressOf(room), arrivalAt(seq))}
                />
              </section>
            )}
          </>
        )}
      </div>
      <Suspense>
        {begins && <NewConversation addressOf={addressOf} onClose={() => setBegins(false)} />}
      </Suspense>
    </nav>
  )
}

function Waiting({ query }: { query: ReturnType<typeof useRooms>['query'] }) {
  const { t } = useTranslation()
  if (!query.isError) return <ListSkeleton label={t('loading')} rows={6} />
  return (
    <ErrorState
      text={failureText(query.error)}
      retryLabel={t('retry')}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

function None({ onBegin }: { onBegin: (() => void) | undefined }) {
  const { t } = useTranslation('messages')
  return (
    <EmptyState
      drawing={<MessagesDrawing />}
      text={onBegin ? <TwoLines title={t('list.empty')} hint={t('list.emptyHint')} /> : t('list.emptyClient')}
      action={
        onBegin && (
          <Button variant="light" aria-haspopup="dialog" onClick={onBegin}>
            {t('list.new')}
          </Button>
        )
      }
    />
  )
}
