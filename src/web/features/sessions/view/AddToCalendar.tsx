import { Button, type ButtonProps, Menu } from '@mantine/core'
import {
  IconBrandApple,
  IconBrandGoogle,
  IconBrandWindows,
  IconCalendarPlus,
  IconDownload,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addToCalendarLinks } from '#contract/calendar/calendar-links.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { callForFile } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { isAhead } from '#web/widgets/session/session-look.ts'

/** Adds a session to another calendar, if it is confirmed and not over (product §8). */
export function AddToCalendar({ session, ...button }: ButtonProps & { session: SessionListItem }) {
  const { t } = useTranslation('moves')
  const download = useMutation({
    mutationFn: (sessionId: SessionListItem['id']) =>
      callForFile('GET /v1/session/:sessionId/ics', { params: { sessionId } }),
    onSuccess: ({ content, name }) => saveFile(content, name ?? 'session.ics'),
    onError: (failure) => showFailure(failure),
  })
  if (session.status !== 'confirmed' || !isAhead(session)) return null
  const page = new URL(paths.sessionView({ sessionId: session.id }), location.origin).href
  const links = addToCalendarLinks({
    title: session.title,
    startsAt: session.startsAt,
    endsAt: session.endsAt,
    description: [session.objective, session.meetingUrl, page].filter(Boolean).join('\n'),
    place: session.place ?? session.meetingUrl,
  })
  const file = () => download.mutate(session.id)
  return (
    // Inside the main landmark; a portal would be outside of all landmarks.
    <Menu position="bottom-start" width={240} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
          {...button}
        >
          {t('calendar.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={links.google}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconBrandGoogle size={18} aria-hidden="true" />}
        >
          {t('calendar.google')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={links.outlook}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconBrandWindows size={18} aria-hidden="true" />}
        >
          {t('calendar.outlook')}
        </Menu.Item>
        {/* Apple's calendar has no such page: it opens the file. */}
        <Menu.Item leftSection={<IconBrandApple size={18} aria-hidden="true" />} onClick={file}>
          {t('calendar.apple')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={18} aria-hidden="true" />} onClick={file}>
          {t('calendar.file')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
