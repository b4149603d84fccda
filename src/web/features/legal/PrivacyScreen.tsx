import { IconEyeOff, IconHeartHandshake, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Points, LegalDocument, Section } from './components/LegalDocument.tsx'
import { OperatorFacts } from './components/OperatorFacts.tsx'
import classes from './PrivacyScreen.module.css'

const SUMMARY = [
  ['use', IconHeartHandshake],
  ['private', IconEyeOff],
  ['rights', IconUserCheck],
] as const

/** /privacy: the six elements of a Mexican privacy notice (product §3), filled in by the operator. */
export function Component() {
  const { t } = useTranslation(['legal', 'common'])
  return (
    <LegalDocument
      title={t('common:privacyNotice')}
      lead={t('privacy.lead')}
      needs={['name', 'address', 'privacyEmail']}
    >
      <section className={classes.summary} aria-label={t('brief')}>
        {SUMMARY.map(([part, Icon]) => (
          <p key={part}>
            <Icon aria-hidden="true" />
            {t(`privacy.summary.${part}`)}
          </p>
        ))}
      </section>

      <Section number={1} title={t('privacy.responsible.title')}>
        <p>{t('privacy.responsible.intro')}</p>
        <OperatorFacts facts={['name', 'address', 'privacyEmail']} />
        <p>{t('privacy.responsible.coach')}</p>
      </Section>

      <Section number={2} title={t('privacy.data.title')}>
        <p>{t('privacy.data.intro')}</p>
        <Points
          texts={[
            t('privacy.data.identity'),
            t('privacy.data.access'),
            t('privacy.data.process'),
            t('privacy.data.payment'),
          ]}
        />
        <h3>{t('privacy.data.sensitiveTitle')}</h3>
        <p>{t('privacy.data.sensitive')}</p>
      </Section>

      <Section number={3} title={t('privacy.purposes.title')}>
        <h3>{t('privacy.purposes.necessaryTitle')}</h3>
        <p>{t('privacy.purposes.necessaryIntro')}</p>
        <Points
          texts={[
            t('privacy.purposes.account'),
            t('privacy.purposes.process'),
            t('privacy.purposes.notices'),
            t('privacy.purposes.charges'),
            t('privacy.purposes.law'),
          ]}
        />
        <h3>{t('privacy.purposes.voluntaryTitle')}</h3>
        <p>{t('privacy.purposes.voluntaryIntro')}</p>
        <Points texts={[t('privacy.purposes.news')]} />
      </Section>

      <Section number={4} title={t('privacy.limit.title')}>
        <p>{t('privacy.limit.text')}</p>
        <Points texts={[t('privacy.limit.news'), t('privacy.limit.write'), t('privacy.limit.consent')]} />
        <OperatorFacts facts={['privacyEmail']} />
      </Section>

      <Section number={5} title={t('privacy.arco.title')}>
        <p>{t('privacy.arco.self')}</p>
        <p>{t('privacy.arco.text')}</p>
        <OperatorFacts facts={['privacyEmail']} />
        <p>{t('privacy.arco.include')}</p>
        <Points texts={[t('privacy.arco.who'), t('privacy.arco.what')]} />
        <p>{t('privacy.arco.when')}</p>
        <p>{t('privacy.arco.authority')}</p>
      </Section>

      <Section number={6} title={t('privacy.changes.title')}>
        <p>{t('privacy.changes.text')}</p>
      </Section>

      <Section number={7} title={t('privacy.sharing.title')}>
        <p>{t('privacy.sharing.text')}</p>
      </Section>

      <Section number={8} title={t('privacy.devices.title')}>
        <p>{t('privacy.devices.text')}</p>
      </Section>
    </LegalDocument>
  )
}
