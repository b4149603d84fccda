import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { keepScheme } from '#web/app/color-scheme.ts'

type Props = { className?: string | undefined; iconOnly?: boolean }

/** Light or dark. Without a choice the page follows the system. */
export function SchemeToggle({ className, iconOnly = false }: Props) {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const label = t(dark ? 'scheme.toLight' : 'scheme.toDark')
  const toggle = () => {
    const next = dark ? 'light' : 'dark'
    setColorScheme(next)
    void keepScheme(next)
  }
  const Icon = dark ? IconSun : IconMoon
  return (
    <button
      type="button"
      className={className}
      aria-label={iconOnly ? label : undefined}
      title={iconOnly ? label : undefined}
      onClick={toggle}
    >
      <Icon aria-hidden="true" />
      {!iconOnly && <span>{label}</span>}
    </button>
  )
}
