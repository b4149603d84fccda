import { ActionIcon } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import classes from './ThreadHeader.module.css'

/** From a thread to the list, on a screen with room for one of them. */
export function BackToRooms() {
  const { t } = useTranslation('messages')
  return (
    <ActionIcon
      component={Link}
      to={paths.messages()}
      variant="subtle"
      color="gray"
      size={44}
      className={classes.back}
      aria-label={t('thread.back')}
    >
      <IconChevronLeft aria-hidden="true" />
    </ActionIcon>
  )
}
