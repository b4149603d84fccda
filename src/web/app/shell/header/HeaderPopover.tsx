import { Popover } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { POPOVER } from '#contract/fixed-names.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
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

/** The popover of the bell and of the messages: 270 × 300 (spec §9), closed by a dismissal or by its link. */
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
    <Popover
      opened={opened}
      onChange={onChange}
      width={POPOVER.width}
      position="bottom-end"
      offset={8}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <button type="button" className={className} aria-label={name} onClick={() => onChange(!opened)}>
          {icon}
          {dot && (
            <span className={classes.dot} data-count={count !== undefined || undefined} aria-hidden="true">
              {count !== undefined && countText(count)}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.popover} h={POPOVER.height}>
        <h2 className={classes.title}>{title}</h2>
        {/* Scrolled by keyboard even when nothing in it takes the focus. */}
        <div className={classes.list} tabIndex={0} role="group" aria-label={title}>
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
        </div>
        <Link className={classes.all} to={all.to} onClick={() => onChange(false)}>
          {all.label}
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
