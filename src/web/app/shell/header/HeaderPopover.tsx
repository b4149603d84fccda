import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { LateMenu } from '#web/widgets/late/LateMenu.tsx'
import { aheadParts } from '../ahead.ts'
import classes from './HeaderPopover.module.css'

type Props = {
  opened: boolean
  onChange: (opened: boolean) => void
  /** The accessible name of the button, with what is new. */
  name: string
  icon: ReactNode
  /** The green dot: there are entries (spec §2). */
  dot: boolean
  /** How many, shown in the dot. */
  count?: number
  title: string
  all: { label: string; to: string }
  className?: string | undefined
  children: ReactNode
}

/** The highest number that fits. */
const MOST = 99

/** A number as the dot shows it; the name of the button says it in the same words (WCAG 2.5.3). */
export const countText = (count: number): string => (count > MOST ? `${MOST}+` : String(count))

/** The bell, or the messages: its button says how much is new, and opens a list. */
export function HeaderPopover({
  opened,
  onChange,
  name,
  icon,
  dot,
  count,
  title,
  all,
  className,
  children,
}: Props) {
  const { t } = useTranslation('common')
  return (
    <LateMenu
      part={aheadParts}
      kind="dialog"
      opened={opened}
      onChange={onChange}
      button={(props) => (
        <button
          type="button"
          {...props}
          className={className}
          aria-label={name}
          onClick={() => onChange(!opened)}
        >
          {icon}
          {dot && (
            <span className={classes.dot} data-count={count !== undefined || undefined} aria-hidden="true">
              {count !== undefined && countText(count)}
            </span>
          )}
        </button>
      )}
      menu={({ HeaderDropdown }, target, isOpen) => (
        <HeaderDropdown opened={isOpen} {...{ onChange, target, title, all }}>
          {/* The list's code may still be on its way. */}
          <Suspense
            fallback={
              <div className={classes.loading}>
                <ListSkeleton label={t('loading')} rows={3} />
              </div>
            }
          >
            {children}
          </Suspense>
        </HeaderDropdown>
      )}
    />
  )
}
