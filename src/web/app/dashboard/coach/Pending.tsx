import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoachDashboard } from '#contract/dashboard.ts'
import type { RoomDto } from '#contract/messages.ts'
import type { SessionListItem, IsoInterval } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayBeside, formatTimeRange } from '#time/format.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { knownMeeting } from '#web/features/sessions/meeting.ts'
import { useConfirmSession } from '#web/features/sessions/moves.queries.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { SessionTime } from '#web/widgets/session/SessionTime.tsx'
import { otherParty } from '#web/widgets/session/session-look.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './Pending.module.css'

type Props = Pick<
  CoachDashboard,
  'toConfirm' | 'toClose' | 'toCloseTotal' | 'openInvitations' | 'unread' | 'unreadRooms'
>

/** How many of a kind the card shows before it leads on. */
const FEW = 3

/** What waits for the coach: requests, sessions to close, messages, invitations without an answer. */
export function Pending({ toConfirm, toClose, toCloseTotal, openInvitations, unread, unreadRooms }: Props) {
  const { t } = useTranslation('dashboard')
  const count = toConfirm.length + toCloseTotal + openInvitations + unreadRooms
  return (
    <Card title={t('coach.pending')} aside={count > 0 && <span className={classes.count}>{count}</span>}>
      {count === 0 && (
        <EmptyState
          slim
          icon={<IconCircleCheck />}
          text={<TwoLines title={t('coach.pendingEmpty')} hint={t('coach.pendingEmptyHint')} />}
        />
      )}
      {toConfirm.length > 0 && (
        <Kind title={t('coach.toConfirm')} rest={toConfirm.length - FEW} to={paths.calendar()}>
          {toConfirm.slice(0, FEW).map((session) => (
            <Waiting key={session.id} session={session}>
              <Request session={session} />
            </Waiting>
          ))}
        </Kind>
      )}
      {toClose.length > 0 && (
        <Kind title={t('coach.toClose')} rest={toCloseTotal - FEW} to={paths.ending()}>
          {toClose.slice(0, FEW).map((session) => (
            <Waiting key={session.id} session={session}>
              <Button
                component={Link}
                to={paths.sessionFinished({ sessionId: session.id })}
                variant="light"
                size="xs"
                aria-label={t('coach.closeSession', { title: session.title })}
              >
                {t('coach.close')}
              </Button>
            </Waiting>
          ))}
        </Kind>
      )}
      {unread.length > 0 && (
        <Kind title={t('coach.unread')} rest={unreadRooms - unread.length} to={paths.messages()}>
          {unread.map((room) => (
            <Unread key={room.roomId} room={room} />
          ))}
        </Kind>
      )}
      {openInvitations > 0 && (
        <Kind title={t('coach.invitations')} rest={0}>
          <li className={classes.row}>
            <span className={classes.text}>{t('coach.openInvitations', { count: openInvitations })}</span>
            <Button component={Link} to={paths.clients({ status: 'invited' })} variant="default" size="xs">
              {t('coach.seeInvitations')}
            </Button>
          </li>
        </Kind>
      )}
    </Card>
  )
}

function Kind({
  title,
  rest,
  to,
  children,
}: {
  title: string
  rest: number
  to?: string
  children: ReactNode
}) {
  const { t } = useTranslation('dashboard')
  const more = rest > 0 && t('coach.more', { count: rest })
  return (
    <div className={classes.kind}>
      <h3 className={classes.name}>{title}</h3>
      <ul className={classes.list}>{children}</ul>
      {more &&
        (to ? (
          <Anchor component={Link} to={to} size="sm" className="lone-link">
            {more}
          </Anchor>
        ) : (
          <Text span c="dimmed" fz={14}>
            {more}
          </Text>
        ))}
    </div>
  )
}

/** A request: confirmed from here once it is known where to meet. That, or a move, is else answered on its own screen. */
function Request({ session }: { session: SessionListItem }) {
  const { t } = useTranslation('dashboard')
  const user = useSessionUser()
  const { mutateAsync, isPending } = useConfirmSession()
  const canConfirm = session.allowedActions.includes('confirm')
  const meeting = canConfirm ? knownMeeting(session, user) : undefined
  const { id: sessionId, title } = session
  return (
    <>
      <Button
        component={Link}
        to={paths.sessionConfirm({ sessionId })}
        variant={meeting ? 'default' : 'light'}
        size="xs"
        aria-label={t(canConfirm ? 'coach.reviewSession' : 'coach.reviewMoveOf', { title })}
      >
        {t(canConfirm ? 'coach.review' : 'coach.reviewMove')}
      </Button>
      {meeting && (
        <Button
          variant="light"
          size="xs"
          loading={isPending}
          aria-label={t('coach.confirmSession', { title })}
          // A promise, because the row is gone as soon as the request is known to be answered.
          onClick={() =>
            void mutateAsync({ sessionId, meeting }).then(
              ({ client }) => setAlert(t('coach.confirmed', { name: client?.name ?? '' }), 'success'),
              showFailure,
            )
          }
        >
          {t('coach.confirm')}
        </Button>
      )}
    </>
  )
}

function Unread({ room: { roomId, type, name, lastName, unread } }: { room: RoomDto }) {
  const { t } = useTranslation('dashboard')
  const to = paths.messagesOf({ type, itemId: roomId })
  const whole = [name, lastName].filter(Boolean).join(' ')
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <Anchor component={Link} inherit to={to} className={`lone-link ${classes.title}`}>
          {whole}
        </Anchor>
        <div className={classes.when}>{t('coach.unreadOf', { count: unread })}</div>
      </div>
      <Button
        component={Link}
        to={to}
        variant="light"
        size="xs"
        aria-label={t('coach.answerTo', { name: whole })}
      >
        {t('coach.answer')}
      </Button>
    </li>
  )
}

function Waiting({ session, children }: { session: SessionListItem; children: ReactNode }) {
  const viewer = useViewer()
  const other = otherParty(session, viewer)
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <Anchor
          component={Link}
          inherit
          to={paths.sessionView({ sessionId: session.id })}
          className={`lone-link ${classes.title}`}
        >
          {other?.fullName ?? session.group?.name ?? session.title}
        </Anchor>
        <div className={classes.when}>
          <SessionTime startsAt={session.startsAt} endsAt={session.endsAt} timezone={viewer.timezone} />
        </div>
        {session.moveRequest && (
          <div className={classes.when}>
            <MovedTo session={session} asked={session.moveRequest} viewer={viewer} />
          </div>
        )}
      </div>
      <Group gap={8} wrap="nowrap">
        {children}
      </Group>
    </li>
  )
}

type MovedToProps = { session: SessionListItem; asked: IsoInterval; viewer: Viewer }

/** "Pide moverla al jueves 26, 10:00–11:00 h": the time asked for, told under the one it replaces. */
function MovedTo({ session, asked, viewer: { timezone } }: MovedToProps) {
  const { t } = useTranslation('dashboard')
  const [from, start, end] = [fromIso(session.startsAt), fromIso(asked.startsAt), fromIso(asked.endsAt)]
  const language = currentLanguage()
  return (
    <>
      {`${t('coach.movesTo', { when: formatDayBeside(start, from, timezone, language) })}, `}
      <span className={classes.range}>{formatTimeRange(start, end, timezone, language)}</span>
    </>
  )
}
