import { Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttachmentDto } from '#contract/messages/attachments.ts'
import { showFailure } from '#web/api/errors.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { sizeText } from '#web/widgets/uploads/size-text.ts'
import { useRoom } from '../thread/room.ts'
import { FileIcon } from './FileIcon.tsx'
import classes from './MessageFiles.module.css'
import { addressesQuery } from './attachments.queries.ts'

const FileViewer = lazyDialog(() => import('./FileViewer.tsx'))

/** The files of a message: pictures as they are, everything else by its name. */
export function MessageFiles({ files }: { files: readonly AttachmentDto[] }) {
  const [shown, setShown] = useState<AttachmentDto | null>(null)
  if (files.length === 0) return null
  const pictures = files.filter(({ image }) => image !== null)
  return (
    <>
      {pictures.length > 0 && (
        <div className={classes.pictures} data-count={Math.min(pictures.length, 3)}>
          {pictures.map((file) => (
            <Picture key={file.id} file={file} onShow={() => setShown(file)} />
          ))}
        </div>
      )}
      {files
        .filter(({ image }) => image === null)
        .map((file) => (
          <FileLine key={file.id} file={file} onShow={() => setShown(file)} />
        ))}
      <Suspense>{shown && <FileViewer file={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  )
}

type FileProps = { file: AttachmentDto; onShow: () => void }

/** Its place has the size of the picture before that has come, so that nothing moves. */
function Picture({ file: { id, name, image }, onShow }: FileProps) {
  const { t } = useTranslation('messages')
  const { roomId } = useRoom()
  const { data, isError, refetch } = useQuery(addressesQuery(roomId, id))
  // The first address stays: with each newer one the picture would be fetched again.
  const [address, setAddress] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  const preview = data?.preview ?? undefined
  if (address === undefined && preview !== undefined) setAddress(preview)
  const failed = () => {
    if (preview !== undefined && preview !== address) return setAddress(preview)
    setBroken(true)
  }
  const isMissing = isBroken || (isError && address === undefined)
  const again = () => {
    setBroken(false)
    setAddress(undefined)
    void refetch()
  }
  return (
    <button
      type="button"
      className={classes.picture}
      style={image ? { aspectRatio: `${image.width} / ${image.height}` } : undefined}
      aria-label={t(isMissing ? 'files.again' : 'files.show', { name })}
      onClick={isMissing ? again : onShow}
    >
      {isMissing ? (
        <span className={classes.missing}>{t('files.notShown')}</span>
      ) : address === undefined ? (
        <Skeleton className={classes.image} />
      ) : (
        <img
          src={address}
          alt={name}
          loading="lazy"
          decoding="async"
          width={image?.width}
          height={image?.height}
          className={classes.image}
          onError={failed}
        />
      )}
    </button>
  )
}

function FileLine({ file, onShow }: FileProps) {
  const { t } = useTranslation('messages')
  const { roomId } = useRoom()
  const { id, name, byteSize, mediaType, preview } = file
  const save = () =>
    void queryClient
      .fetchQuery(addressesQuery(roomId, id))
      .then(({ attachment }) => location.assign(attachment), showFailure)
  return (
    <div className={classes.file}>
      <FileIcon mediaType={mediaType} size={28} />
      <button
        type="button"
        className={classes.open}
        aria-label={t(preview === null ? 'files.save' : 'files.show', { name })}
        onClick={preview === null ? save : onShow}
      >
        <span className={classes.name} title={name}>
          {name}
        </span>
        <span className={classes.size}>{sizeText(byteSize, currentLanguage())}</span>
      </button>
      {preview !== null && (
        <button
          type="button"
          className={classes.save}
          aria-label={t('files.save', { name })}
          title={t('files.save', { name })}
          onClick={save}
        >
          <IconDownload size={20} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
