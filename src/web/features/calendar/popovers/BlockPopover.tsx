import { Button } from '@mantine/core'
import { IconClock, IconPencil, IconRepeat, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockDto } from '#contract/calendar/time-blocks.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { AnchoredPopover } from '#web/ui/layout/AnchoredPopover.tsx'
import { spanFrom } from '#web/widgets/times/span.ts'
import { spanText } from '../span-text.ts'
import { BlockDialog } from '../days/BlockDialog.tsx'
import { DeleteBlock } from '../days/DeleteBlock.tsx'
import classes from './EntryPopover.module.css'
import { WholeTimes } from '#web/ui/layout/WholeTimes.tsx'

type Props = { block: BlockDto; at: DOMRect; onClose: () => void }

/** A summary of blocked time, with buttons to edit and delete it. */
export function BlockPopover({ block, at, onClose }: Props) {
  const { t } = useTranslation('calendar')
  const { timezone } = useViewer()
  const [doing, setDoing] = useState<'edit' | 'delete'>()
  if (doing === 'edit') return <BlockDialog block={block} onClose={onClose} />
  if (doing === 'delete') return <DeleteBlock block={block} onClose={onClose} />
  const title = block.title ?? t('blocked')
  return (
    <AnchoredPopover label={title} at={at} onClose={onClose}>
      <div className={classes.popover}>
        <h2 className={classes.title}>{title}</h2>
        <div className={classes.facts}>
          <p className={classes.fact}>
            <IconClock size={18} aria-hidden="true" />
            <WholeTimes text={spanText(spanFrom(block), timezone, currentLanguage(), t('wholeDay'))} />
          </p>
          {block.seriesId !== null && (
            <p className={classes.fact}>
              <IconRepeat size={18} aria-hidden="true" />
              {t(block.endless ? 'block.repeatsForEver' : 'block.repeats')}
            </p>
          )}
        </div>
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden="true" />}
            onClick={() => setDoing('edit')}
            data-autofocus
          >
            {t('block.editButton')}
          </Button>
          <Button
            variant="default"
            c="negative"
            leftSection={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => setDoing('delete')}
          >
            {t('block.delete')}
          </Button>
        </div>
      </div>
    </AnchoredPopover>
  )
}
