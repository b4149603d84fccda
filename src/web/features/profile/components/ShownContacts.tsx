import '#web/ui/theme/kit-switch.ts'
import { Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ContactKind } from '#contract/coaches.ts'
import { keysOf } from '#contract/keys-of.ts'
import { showFailure } from '#web/api/errors.ts'
import { useSessionUser } from '#web/store/store.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { CONTACT_ICONS } from '#web/widgets/contact-icons.ts'
import { coachQuery, useShownContacts } from '#web/widgets/queries/coach.queries.ts'
import classes from './ShownContacts.module.css'

/**
 * Which of the coach's contacts are shown to clients on the coach's page; each choice is saved at once (product §18).
 */
export function ShownContacts() {
  const { t } = useTranslation('settings')
  const { id } = useSessionUser()
  const query = useQuery(coachQuery(id))
  return (
    <Card title={t('shown.title')}>
      <p className={classes.hint}>{t('shown.hint')}</p>
      <QueryView query={query} skeleton={<Skeleton height={120} radius={10} />}>
        {({ shownContacts = [] }) => <Choice coachId={id} shown={shownContacts} />}
      </QueryView>
    </Card>
  )
}

function Choice({ coachId, shown }: { coachId: string; shown: readonly ContactKind[] }) {
  const { t } = useTranslation('settings')
  const user = useSessionUser()
  const save = useShownContacts(coachId)
  // Optimistic: shows the choice while it is saved.
  const chosen = save.isPending ? save.variables : shown
  const filled = keysOf(CONTACT_ICONS).filter((kind) => user[kind])
  const toggle = (kind: ContactKind, on: boolean) =>
    void save.mutateAsync(on ? [...chosen, kind] : chosen.filter((each) => each !== kind)).catch(showFailure)
  return (
    <ul className={classes.list}>
      {filled.map((kind) => {
        const KindIcon = CONTACT_ICONS[kind]
        return (
          <li key={kind} className={classes.contact}>
            <KindIcon size={20} aria-hidden="true" className={classes.icon} />
            <Switch
              label={kind === 'email' ? t('contact.email') : t(`links.${kind}`)}
              description={user[kind]}
              labelPosition="left"
              classNames={{ root: classes.switch, body: classes.body }}
              checked={chosen.includes(kind)}
              onChange={({ currentTarget }) => toggle(kind, currentTarget.checked)}
            />
          </li>
        )
      })}
    </ul>
  )
}
