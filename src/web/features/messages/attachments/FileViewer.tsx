import { Button, Group, Modal, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttachmentDto } from '#contract/messages/attachments.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { lazyCard, withTexts } from '#web/widgets/lazy-part.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { sizeText } from '#web/widgets/uploads/size-text.ts'
import { useRoom } from '../thread/room.ts'
import classes from './FileViewer.module.css'
import { addressesQuery } from './attachments.queries.ts'

const PdfPages = lazyCard(() => withTexts(['resources'], import('#web/widgets/uploads/PdfPages.tsx')))

type Props = { file: AttachmentDto; onClose: () => void }

/** A file of a message as large as the window allows. */
export default function FileViewer({ file, onClose }: Props) {
  const { t } = useTranslation(['messages', 'common'])
  const { roomId } = useRoom()
  const query = useQuery(addressesQuery(roomId, file.id))
  return (
    <Modal
      opened
      onClose={onClose}
      title={file.name}
      size="xl"
      radius={16}
      centered
      classNames={{ title: classes.title! }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <QueryView query={query} skeleton={<Skeleton height={320} radius={12} />}>
        {({ inline, attachment }) => (
          <>
            {inline !== null && <Shown file={file} newest={inline} />}
            <Group justify="space-between" mt="md">
              <span className={classes.size}>{sizeText(file.byteSize, currentLanguage())}</span>
              <Button
                component="a"
                href={attachment}
                download={file.name}
                variant="light"
                leftSection={<IconDownload size={18} aria-hidden="true" />}
              >
                {t('messages:files.download')}
              </Button>
            </Group>
          </>
        )}
      </QueryView>
    </Modal>
  )
}

function Shown({ file: { preview, name }, newest }: { file: AttachmentDto; newest: string }) {
  // The first address stays, or what plays would start again.
  const [address] = useState(newest)
  switch (preview) {
    case 'image':
      return <img src={address} alt={name} className={classes.picture} />
    case 'video':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- a file of a person, which has no captions beside it
      return <video src={address} controls preload="metadata" aria-label={name} className={classes.picture} />
    case 'audio':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the same
      return <audio src={address} controls preload="metadata" aria-label={name} className={classes.sound} />
    case 'pdf':
      return (
        <Suspense fallback={<Skeleton height={480} radius={12} />}>
          <PdfPages newest={newest} title={name} />
        </Suspense>
      )
    default:
      return null
  }
}
