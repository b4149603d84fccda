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
import { canAddToCalendar } from './steps/session-steps.ts'

/** Adds a session to another calendar, if it is confirmed and not over (product §8). */
export function AddToCalendar({ session, ...button }: ButtonProps & { session: SessionListItem }) {
  const { t } = useTranslation('moves')
  const download = useDownload()
  if (!canAddToCalendar(session)) return null
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
        <Calendars session={session} onFile={() => download.mutate(session.id)} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The same as a part of a menu that has more. */
export function AddToCalendarItems({ session }: { session: SessionListItem }) {
  const { t } = useTranslation('moves')
  const download = useDownload()
  return (
    <>
      <Menu.Label>{t('calendar.open')}</Menu.Label>
      <Calendars session={session} onFile={() => download.mutate(session.id)} />
    </>
  )
}

function useDownload() {
  return useMutation({
    mutationFn: (sessionId: SessionListItem['id']) =>
      callForFile('GET /v1/session/:sessionId/ics', { params: { sessionId } }),
    onSuccess: ({ content, name }) => saveFile(content, name ?? 'session.ics'),
    onError: (failure) => showFailure(failure),
  })
}

function Calendars({ session, onFile }: { session: SessionListItem; onFile: () => void }) {
  const { t } = useTranslation('moves')
  const page = new URL(paths.sessionView({ sessionId: session.id }), location.origin).href
  const links = addToCalendarLinks({
    title: session.title,
    startsAt: session.startsAt,
    endsAt: session.endsAt,
    description: [session.objective, session.meetingUrl, page].filter(Boolean).join('\n'),
    place: session.place ?? session.meetingUrl,
  })
  return (
    <>
      <LinkItem href={links.google} Icon={IconBrandGoogle} label={t('calendar.google')} />
      <LinkItem href={links.outlook} Icon={IconBrandWindows} label={t('calendar.outlook')} />
      {/* Apple's calendar has no such page: it opens the file. */}
      <Menu.Item leftSection={<IconBrandApple size={18} aria-hidden="true" />} onClick={onFile}>
        {t('calendar.apple')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload size={18} aria-hidden="true" />} onClick={onFile}>
        {t('calendar.file')}
      </Menu.Item>
    </>
  )
}

/** A calendar that has a page for a new entry. */
function LinkItem({ href, Icon, label }: { href: string; Icon: typeof IconBrandGoogle; label: string }) {
  return (
    <Menu.Item
      component="a"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<Icon size={18} aria-hidden="true" />}
    >
      {label}
    </Menu.Item>
  )
}
