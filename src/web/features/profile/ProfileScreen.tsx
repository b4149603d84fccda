import '@mantine/core/styles/RingProgress.layer.css'
import { RingProgress, Skeleton } from '@mantine/core'
import {
  IconAddressBook,
  IconAlertCircle,
  IconBell,
  IconChevronRight,
  IconCircleCheck,
  IconCreditCard,
  IconId,
  IconPalette,
  IconQuote,
  IconShieldLock,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { ProfilePage } from './ProfilePage.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { type HubSection, type SectionState, completenessOf } from './completeness.ts'
import { profileOf } from './profile.queries.ts'
import classes from './ProfileScreen.module.css'
import { percentText } from '#web/widgets/numbers.ts'

const ICONS: Record<HubSection, typeof IconId> = {
  info: IconId,
  contact: IconAddressBook,
  about: IconQuote,
  customization: IconPalette,
  account: IconShieldLock,
}

/** "Información Personal": how complete the profile is, with links to its sections (product §18). */
export function Component() {
  const { side, userId } = useViewer()
  const user = useSessionUser()
  const query = useQuery(profileOf(userId))
  return (
    <ProfilePage side={side}>
      <QueryView query={query} skeleton={<HubSkeleton />}>
        {(profile) => {
          const { percent, sections } = completenessOf(side, user, profile)
          return (
            <>
              <Summary percent={percent} />
              <ul className={classes.sections}>
                {sections.map((state) => (
                  <li key={state.section}>
                    <SectionCard state={state} />
                  </li>
                ))}
                <li>
                  <LinkCard section="notifications" />
                </li>
                {side === 'coach' && (
                  <li>
                    <LinkCard section="payment" />
                  </li>
                )}
              </ul>
            </>
          )
        }}
      </QueryView>
    </ProfilePage>
  )
}

function Summary({ percent }: { percent: number }) {
  const { t } = useTranslation('settings')
  const user = useSessionUser()
  return (
    <Card className={classes.summary}>
      <PersonAvatar name={user.fullName} lastName={user.lastName} src={user.photo?.fileURL} size={64} />
      <div className={classes.person}>
        <h2 className={classes.name}>{user.fullName}</h2>
        <p className={classes.email}>{user.email}</p>
        <p className={classes.say}>{t(percent === 100 ? 'hub.complete' : 'hub.incomplete')}</p>
      </div>
      <div role="img" aria-label={t('hub.ring', { percent: percentText(percent) })} className={classes.ring}>
        <RingProgress
          size={88}
          thickness={8}
          roundCaps
          sections={[{ value: percent, color: 'var(--norte-accent-text)' }]}
          label={<span className={classes.percent}>{percentText(percent)}</span>}
        />
      </div>
    </Card>
  )
}

function SectionCard({ state: { section, missing } }: { state: SectionState }) {
  const { t } = useTranslation('settings')
  const { side } = useViewer()
  const SectionIcon = ICONS[section]
  const isDone = missing.length === 0
  const StateIcon = isDone ? IconCircleCheck : IconAlertCircle
  const items = missing.map((item) => t(`items.${item}`)).join(', ')
  const text =
    section === 'about' && side === 'client'
      ? 'sections.about.textClient'
      : (`sections.${section}.text` as const)
  return (
    <Link to={paths.profileSection({ section })} className={classes.section}>
      <span className={classes.icon} aria-hidden="true">
        <SectionIcon size={22} />
      </span>
      <span className={classes.text}>
        <span className={classes.title}>{t(`sections.${section}.title`)}</span>
        <span className={classes.hint}>{t(text)}</span>
        <span className={classes.state} data-done={isDone || undefined}>
          <StateIcon size={16} aria-hidden="true" />
          {isDone ? t('hub.ready') : t('hub.missing', { items, count: missing.length })}
        </span>
      </span>
      <IconChevronRight size={18} aria-hidden="true" className={classes.chevron} />
    </Link>
  )
}

/** A section that is never incomplete. */
function LinkCard({ section }: { section: 'notifications' | 'payment' }) {
  const { t } = useTranslation('settings')
  const { icon: CardIcon, title, text } = LINKS[section]
  return (
    <Link to={paths.profileSection({ section })} className={classes.section}>
      <span className={classes.icon} aria-hidden="true">
        <CardIcon size={22} />
      </span>
      <span className={classes.text}>
        <span className={classes.title}>{t(title)}</span>
        <span className={classes.hint}>{t(text)}</span>
      </span>
      <IconChevronRight size={18} aria-hidden="true" className={classes.chevron} />
    </Link>
  )
}

/** `payment`: where a coach sees until when they have paid, and pays before a trial ends (product §5). */
const LINKS = {
  notifications: {
    icon: IconBell,
    title: 'sections.notifications.title',
    text: 'sections.notifications.text',
  },
  payment: { icon: IconCreditCard, title: 'payment.title', text: 'payment.text' },
} as const

function HubSkeleton() {
  return (
    <>
      <Skeleton height={130} radius={16} />
      <div className={classes.sections}>
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} height={116} radius={16} />
        ))}
      </div>
    </>
  )
}
