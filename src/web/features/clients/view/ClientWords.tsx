import { useTranslation } from 'react-i18next'
import type { ClientDetail } from '#contract/clients.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { FoldedText } from '#web/ui/layout/FoldedText.tsx'
import classes from './ClientWords.module.css'

/** What a client wrote for their coach, if anything (product §18). */
export function ClientWords({ client }: { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  const written = (['aboutMe', 'expectations'] as const).filter((part) => client[part] !== null)
  if (written.length === 0) return null
  return (
    <Card title={t('words.title', { name: client.name })}>
      <dl className={classes.words}>
        {written.map((part) => (
          <div key={part}>
            <dt>{t(`words.${part}`)}</dt>
            <dd>
              <FoldedText text={client[part] ?? ''} moreLabel={t('words.more')} lessLabel={t('words.less')} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
