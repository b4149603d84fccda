import { Anchor, Button, Group } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ContactKind } from '#contract/coaches.ts'
import { useViewer } from '#web/store/viewer.ts'
import { contactHref, opensTab } from '#web/widgets/shown-contacts.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { coachQuery } from '#web/widgets/queries/coach.queries.ts'
import { CONTACT_ICONS } from '#web/widgets/contact-icons.ts'

/** The ways that are for a word between sessions; the others are places to meet or to read. */
const TO_WRITE: readonly ContactKind[] = ['whatsapp', 'email', 'phone']

/** Ways to write to the coach (product §19): their room, and the contacts that the coach chose to show. */
export default function WriteToCoach() {
  const { t } = useTranslation('dashboard')
  const { coachId, clientId } = useViewer()
  const { data: coach } = useQuery(coachQuery(coachId))
  if (!coach) return null
  const ways = TO_WRITE.flatMap((kind) => {
    const contact = coach.contacts.find((each) => each.kind === kind)
    const href = contact && contactHref(contact, coach.country)
    return href === undefined ? [] : [{ kind, href }]
  })
  return (
    <Card
      title={t('write.title', { name: coach.name })}
      aside={
        <Anchor component={Link} to={paths.coach()} size="sm" className="lone-link">
          {t('write.more')}
        </Anchor>
      }
    >
      <Group gap={8}>
        <Button
          component={Link}
          to={paths.messages(clientId === null ? {} : { room: clientId })}
          variant="light"
          leftSection={<IconMessage size={18} aria-hidden="true" />}
        >
          {t('write.message')}
        </Button>
        {ways.map(({ kind, href }) => {
          const WayIcon = CONTACT_ICONS[kind]
          return (
            <Button
              key={kind}
              component="a"
              href={href}
              variant="default"
              leftSection={<WayIcon size={18} aria-hidden="true" />}
              {...(opensTab(href) && { target: '_blank', rel: 'noreferrer' })}
            >
              {t(`write.${kind as 'email'}`)}
            </Button>
          )
        })}
      </Group>
    </Card>
  )
}
