import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockDto } from '#contract/calendar/time-blocks.ts'
import { dateOf } from '#time/calendar-date.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { HoursDrawing } from '#web/ui/drawings/HoursDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { spanFrom } from '#web/widgets/times/span.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { comingTimeQuery } from '../calendar.queries.ts'
import { comingBlocks, type ComingBlock } from './coming-blocks.ts'
import { spanText } from '../span-text.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { DeleteBlock } from './DeleteBlock.tsx'
import classes from './Rows.module.css'
import { WholeTimes } from '#web/ui/layout/WholeTimes.tsx'

/** Rows shown before the rest is expanded. */
const FEW = 10

type Doing = { what: 'add' } | { what: 'edit' | 'delete'; block: BlockDto }

/** Blocked time from today on (product §8). */
export function BlocksCard() {
  const { t } = useTranslation('calendar')
  const viewer = useViewer()
  const query = useQuery(comingTimeQuery(viewer, dateOf(useNow(), viewer.timezone)))
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const add = (
    <Button
      variant="light"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => setDoing({ what: 'add' })}
    >
      {t('block.title')}
    </Button>
  )
  return (
    <Card title={t('blocks.title')} aside={add}>
      <QueryView query={query}>
        {({ blocks }) => <Rows blocks={comingBlocks(blocks)} onDo={setDoing} />}
      </QueryView>
      {doing?.what === 'add' && <BlockDialog onClose={close} />}
      {doing?.what === 'edit' && <BlockDialog block={doing.block} onClose={close} />}
      {doing?.what === 'delete' && <DeleteBlock block={doing.block} onClose={close} />}
    </Card>
  )
}

type RowsProps = { blocks: readonly ComingBlock[]; onDo: (doing: Doing) => void }

function Rows({ blocks, onDo }: RowsProps) {
  const { t } = useTranslation('calendar')
  const [isWhole, setWhole] = useState(false)
  if (blocks.length === 0) {
    return (
      <EmptyState
        drawing={<HoursDrawing />}
        beside
        text={<TwoLines title={t('blocks.empty')} hint={t('blocks.emptyHint')} />}
      />
    )
  }
  return (
    <>
      <ul className={classes.rows}>
        {blocks.slice(0, isWhole ? undefined : FEW).map((each) => (
          <Row key={each.next.id} coming={each} onDo={onDo} />
        ))}
      </ul>
      {!isWhole && blocks.length > FEW && (
        <Button variant="subtle" className={classes.more} onClick={() => setWhole(true)}>
          {t('blocks.more', { count: blocks.length - FEW })}
        </Button>
      )}
    </>
  )
}

function Row({ coming: { next, count, endless }, onDo }: { coming: ComingBlock; onDo: RowsProps['onDo'] }) {
  const { t } = useTranslation('calendar')
  const { timezone } = useViewer()
  const title = next.title ?? t('blocked')
  const when = spanText(spanFrom(next), timezone, currentLanguage(), t('wholeDay'))
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span className={classes.name}>{title}</span>
        <span className={classes.detail}>
          <WholeTimes text={when} />
          {endless && ` · ${t('blocks.endless')}`}
          {!endless && count > 1 && ` · ${t('blocks.ahead', { count })}`}
        </span>
      </div>
      <div className={classes.tools}>
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t('blocks.edit', { title, when })}
          onClick={() => onDo({ what: 'edit', block: next })}
        >
          <IconPencil size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="negative"
          size="lg"
          aria-label={t('blocks.delete', { title, when })}
          onClick={() => onDo({ what: 'delete', block: next })}
        >
          <IconTrash size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  )
}
