import { Button, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import { type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './SessionNextSteps.module.css'

/** Something to do next with a session, as a button or in the menu of the rest. */
export type Step = {
  key: string
  label: string
  icon: Icon
  /** What it does: opens a screen, an address outside in a new tab, or runs. */
  does: { to: string } | { href: string } | { run: () => void }
  /** The screen's one main button. */
  isMain?: boolean
  /** It destroys: red. */
  isNegative?: boolean
  /** The accessible name, where the label alone says too little. */
  name?: string
}

const lookOf = ({ icon: StepIcon, isNegative, name }: Step) => ({
  'leftSection': <StepIcon size={18} aria-hidden="true" />,
  'aria-label': name,
  ...(isNegative && { c: 'negative' }),
})

/** Leads outside of the product. */
const outside = (href: string) =>
  ({ component: 'a', href, target: '_blank', rel: 'noopener noreferrer' }) as const

export function StepButton({ step }: { step: Step }) {
  const { does, label, isMain = false } = step
  const look = { ...lookOf(step), variant: isMain ? 'filled' : 'default' }
  if ('to' in does) {
    return (
      <Button component={Link} to={does.to} {...look}>
        {label}
      </Button>
    )
  }
  if ('href' in does) {
    return (
      <Button {...outside(does.href)} {...look}>
        {label}
      </Button>
    )
  }
  return (
    <Button onClick={does.run} {...look}>
      {label}
    </Button>
  )
}

type Props = {
  /** The menu's button. */
  ref: Ref<HTMLButtonElement>
  steps: readonly Step[]
  /** Further items, above the steps. */
  children?: ReactNode
}

/** The menu of the steps that are no buttons; absent without any. */
export function MoreSteps({ ref, steps, children }: Props) {
  const { t } = useTranslation('moves')
  if (steps.length === 0 && !children) return null
  return (
    <div className={classes.more}>
      <Menu position="bottom-start" width={240} withinPortal={false}>
        <Menu.Target>
          <Button
            ref={ref}
            variant="default"
            fullWidth
            leftSection={<IconDots size={18} aria-hidden="true" />}
          >
            {t('more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          {children && steps.length > 0 && <Menu.Divider />}
          {steps.map((step) => (
            <StepItem key={step.key} step={step} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function StepItem({ step }: { step: Step }) {
  const { does, label } = step
  const look = lookOf(step)
  if ('to' in does) {
    return (
      <Menu.Item component={Link} to={does.to} {...look}>
        {label}
      </Menu.Item>
    )
  }
  if ('href' in does) {
    return (
      <Menu.Item {...outside(does.href)} {...look}>
        {label}
      </Menu.Item>
    )
  }
  return (
    <Menu.Item onClick={does.run} {...look}>
      {label}
    </Menu.Item>
  )
}
