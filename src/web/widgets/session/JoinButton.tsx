import { Button, type ButtonProps } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { isJoinable } from './session-look.ts'

/** Opens the meeting's address in a new tab; absent if there is no address or the session is over. */
export function JoinButton({ session, ...button }: ButtonProps & { session: SessionListItem }) {
  const { t } = useTranslation('sessions')
  if (!isJoinable(session) || session.meetingUrl === null) return null
  return (
    <Button
      component="a"
      href={session.meetingUrl}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconVideo size={18} aria-hidden="true" />}
      aria-label={t('joinSession', { title: session.title })}
      {...button}
    >
      {t('join')}
    </Button>
  )
}
