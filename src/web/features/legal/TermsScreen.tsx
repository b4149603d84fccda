import { useTranslation } from 'react-i18next'
import { Points, LegalDocument, Section } from './components/LegalDocument.tsx'
import { OperatorFacts } from './components/OperatorFacts.tsx'

/** /terms: the rules of use in short form (product §3), filled in by the operator. */
export function Component() {
  const { t } = useTranslation(['legal', 'common'])
  return (
    <LegalDocument
      title={t('common:termsOfUse')}
      lead={t('terms.lead')}
      needs={['name', 'address', 'supportEmail']}
    >
      <Section number={1} title={t('terms.operator.title')}>
        <p>{t('terms.operator.text')}</p>
        <OperatorFacts facts={['name', 'address']} />
      </Section>
      <Section number={2} title={t('terms.account.title')}>
        <Points texts={[t('terms.account.real'), t('terms.account.password'), t('terms.account.age')]} />
      </Section>
      <Section number={3} title={t('terms.coaching.title')}>
        <Points
          texts={[t('terms.coaching.relation'), t('terms.coaching.health'), t('terms.coaching.confidential')]}
        />
      </Section>
      <Section number={4} title={t('terms.payment.title')}>
        <Points texts={[t('terms.payment.coaches'), t('terms.payment.clients'), t('terms.payment.unpaid')]} />
      </Section>
      <Section number={5} title={t('terms.content.title')}>
        <Points texts={[t('terms.content.own'), t('terms.content.lawful')]} />
      </Section>
      <Section number={6} title={t('terms.service.title')}>
        <Points texts={[t('terms.service.care'), t('terms.service.leave')]} />
      </Section>
      <Section number={7} title={t('terms.law.title')}>
        <Points texts={[t('terms.law.changes'), t('terms.law.mexico')]} />
      </Section>
      <Section number={8} title={t('terms.contact.title')}>
        <p>{t('terms.contact.text')}</p>
        <OperatorFacts facts={['supportEmail']} />
      </Section>
    </LegalDocument>
  )
}
