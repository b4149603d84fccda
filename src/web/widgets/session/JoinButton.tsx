import { Button, type ButtonProps } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { isJoinable, wayInto } from './session-look.ts'

/** Leads to the room, or opens the meeting's address in a new tab; absent if there is neither, or the session is over. */
export function JoinButton({ session, ...button }: ButtonProps & { session: SessionListItem }) {
  const { t } = useTranslation('sessions')
  if (!isJoinable(session)) return null
  const props = {
    'leftSection': <IconVideo size={18} aria-hidden="true" />,
    'aria-label': t('joinSession', { title: session.title }),
    'children': t('join'),
    ...button,
  }
  if (session.meetingUrl === null || wayInto(session) === 'room') {
    return <Button component={Link} to={paths.sessionRoom({ sessionId: session.id })} {...props} />
  }
  return (
    <Button component="a" href={session.meetingUrl} target="_blank" rel="noopener noreferrer" {...props} />
  )
}
