import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Filters.module.css'
import phoneIcon from './PhoneIcon.module.css'

type Props = {
  /** The text that is looked for; it is always in sight. */
  search: ReactNode
  /** How many of the other filters are set. */
  active: number
  /** The other filters: beside the search, on a phone behind one button. */
  children: ReactNode
}

/** What narrows a list: its search and its filters (design.md, "Layout"). */
export function Filters({ search, active, children }: Props) {
  const { t } = useTranslation('common')
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [opened, setOpened] = useState(false)
  // They are built when they are first shown, and stay then with what was typed into them.
  const [wasShown, setWasShown] = useState(isWide)
  if ((isWide || opened) && !wasShown) setWasShown(true)
  const id = useId()
  return (
    <search className={classes.filters}>
      <div className={classes.search}>{search}</div>
      {!isWide && (
        <Button
          variant="default"
          className={active === 0 ? phoneIcon.button : undefined}
          aria-expanded={opened}
          aria-controls={id}
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
          onClick={() => setOpened((before) => !before)}
        >
          {active === 0 ? t('filters.open') : t('filters.active', { count: active })}
        </Button>
      )}
      <div id={id} className={classes.rest} hidden={!isWide && !opened}>
        {wasShown && children}
      </div>
    </search>
  )
}
