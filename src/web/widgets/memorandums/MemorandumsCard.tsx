import { Anchor, Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoacheeType } from '#contract/values.ts'
import { paths } from '#web/paths.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { memorandumsOfQuery } from '#web/widgets/queries/memorandum.queries.ts'
import { MemorandumCheck } from './MemorandumCheck.tsx'
import { useMemorandumMoves } from './use-memorandum-moves.ts'

/** As many as a card shows; the rest is in the list. */
const FEW = 4

type Props = { of: { type: CoacheeType; itemId: string } }

/** The coach's open memorandums about a person or a group; only they see them. */
export function MemorandumsCard({ of }: Props) {
  const { t } = useTranslation(['memorandums', 'common'])
  const query = useQuery(memorandumsOfQuery(of, FEW))
  const { toggle } = useMemorandumMoves()
  const target = of.type === 'Client' ? { clientId: of.itemId } : { groupId: of.itemId }
  return (
    <Card title={t('title')}>
      <QueryView
        query={query}
        skeleton={<ListSkeleton label={t('common:loading')} rows={1} avatars={false} />}
      >
        {({ data, total }) => (
          <>
            {data.length === 0 && <p data-nothing>{t('noneOpen')}</p>}
            {data.map((memorandum) => (
              <MemorandumCheck key={memorandum.id} memorandum={memorandum} withoutAbout onToggle={toggle} />
            ))}
            <Group justify="space-between" mt={data.length === 0 ? 0 : 8} gap="xs">
              <Button
                component={Link}
                to={paths.memorandumNew(target)}
                variant="subtle"
                size="compact-sm"
                ml={-8}
                leftSection={<IconPlus size={16} aria-hidden="true" />}
              >
                {t('new')}
              </Button>
              {total > FEW && of.type === 'Client' && (
                <Anchor
                  component={Link}
                  to={paths.memorandums({ clientId: of.itemId })}
                  size="sm"
                  className="lone-link"
                >
                  {t('seeRest', { count: total - FEW })}
                </Anchor>
              )}
            </Group>
          </>
        )}
      </QueryView>
    </Card>
  )
}
