import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarTime, IconDots, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MemorandumDto } from '#contract/memorandums/memorandums.ts'
import { calendarDate } from '#time/calendar-date.ts'
import { formatDayMonth } from '#time/format.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import type { useMemorandumMoves } from '#web/widgets/memorandums/use-memorandum-moves.ts'

const PostponeDialog = lazyDialog(() => import('./PostponeDialog.tsx'))

type Props = { memorandum: MemorandumDto; moves: ReturnType<typeof useMemorandumMoves> }

/** What can be done with a memorandum besides ticking it: exactly what the server allows. */
export function MemorandumActions({ memorandum, moves }: Props) {
  const { t } = useTranslation('memorandums')
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [choosing, setChoosing] = useState(false)
  const { allowedActions: may, description } = memorandum
  const days = (
    <>
      {memorandum.postponeTo.map(({ to, date }) => (
        <Menu.Item
          key={to}
          rightSection={<DayOf date={date} />}
          onClick={() => void moves.postpone(memorandum, { to }).catch(showFailure)}
        >
          {t(`postponeTo.${to}`)}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => setChoosing(true)}>{t('postponeTo.date')}</Menu.Item>
    </>
  )
  return (
    <>
      {isWide && may.includes('postpone') && (
        <Menu position="bottom-end" width={230} withinPortal={false} returnFocus>
          <Menu.Target>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconCalendarTime size={16} aria-hidden="true" />}
              aria-label={t('postponeOf', { text: description })}
            >
              {t('postpone')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>{days}</Menu.Dropdown>
        </Menu>
      )}
      <Menu position="bottom-end" width={240} withinPortal={false} returnFocus>
        <Menu.Target>
          <ActionIcon variant="subtle" size="lg" aria-label={t('moreOf', { text: description })}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {/* On a phone the text has the room of a second button. */}
          {!isWide && may.includes('postpone') && (
            <>
              <Menu.Label>{t('postpone')}</Menu.Label>
              {days}
              <Menu.Divider />
            </>
          )}
          {may.includes('edit') && (
            <Menu.Item
              component={Link}
              to={paths.memorandumEdit({ memoramdumId: memorandum.id })}
              leftSection={<IconPencil size={18} aria-hidden="true" />}
            >
              {t('edit')}
            </Menu.Item>
          )}
          {may.includes('cancel') && (
            <Menu.Item
              leftSection={<IconX size={18} aria-hidden="true" />}
              onClick={() => moves.cancel(memorandum)}
            >
              {t('cancel')}
            </Menu.Item>
          )}
          {may.includes('delete') && (
            <Menu.Item
              c="negative"
              leftSection={<IconTrash size={18} aria-hidden="true" />}
              onClick={() => moves.remove(memorandum)}
            >
              {t('delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {choosing && (
          <PostponeDialog memorandum={memorandum} moves={moves} onClose={() => setChoosing(false)} />
        )}
      </Suspense>
    </>
  )
}

function DayOf({ date }: { date: string }) {
  return <span data-nothing>{formatDayMonth(calendarDate(date), 'UTC', currentLanguage())}</span>
}
