import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionBrief } from '#contract/sessions/session-records.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { MemorandumCheck } from '#web/widgets/memorandums/MemorandumCheck.tsx'
import { useMemorandumMoves } from '#web/widgets/memorandums/use-memorandum-moves.ts'
import classes from './Brief.module.css'

/** The coach's memorandums about this session, its client or its group (product §9, "Ficha de la sesión"). */
export function BriefMemorandums({ brief: { session, memorandums } }: { brief: SessionBrief }) {
  const { t } = useTranslation('memorandums')
  const { toggle } = useMemorandumMoves()
  return (
    <Card title={t('title')}>
      {memorandums.length === 0 && <p data-nothing>{t('noneOpen')}</p>}
      {memorandums.map((memorandum) => (
        <MemorandumCheck key={memorandum.id} memorandum={memorandum} withoutAbout onToggle={toggle} />
      ))}
      <Button
        component={Link}
        to={paths.memorandumNew({ sessionId: session.id })}
        variant="subtle"
        size="compact-sm"
        mt={8}
        ml={-8}
        className={classes.onScreen}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
      >
        {t('new')}
      </Button>
    </Card>
  )
}
