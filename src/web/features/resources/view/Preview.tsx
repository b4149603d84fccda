import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconExternalLink, IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type SyntheticEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceDetail, ResourceFileDto } from '#contract/resources/resources.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { lazyCard } from '#web/widgets/lazy-part.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { RichTextView } from '#web/widgets/rich-text/RichTextView.tsx'
import { TYPE_ICONS } from '../resource-look.tsx'
import { sizeText } from '#web/widgets/uploads/size-text.ts'
import { addressesQuery } from '../resources.queries.ts'
import classes from './Preview.module.css'

// Behind a click: the viewer is larger than the rest of the screen.
const PdfPages = lazyCard(() => import('#web/widgets/uploads/PdfPages.tsx'))

/** The resource itself: its text, its address, or its file as far as a browser shows it. `below`: the level of the title above it. */
export function Preview({ resource, below = 1 }: { resource: ResourceDetail; below?: 1 | 2 }) {
  const { t } = useTranslation('resources')
  const { title, body, url, file, given } = resource
  if (body !== null) {
    return (
      <Card>
        <div className={classes.text}>
          <RichTextView document={body} below={below} />
        </div>
      </Card>
    )
  }
  if (url !== null) {
    const Icon = TYPE_ICONS[resource.type]
    return (
      <Card>
        <div className={classes.link}>
          <Icon size={28} stroke={1.6} aria-hidden="true" />
          <p className={classes.address} title={url}>
            {new URL(url).hostname}
          </p>
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            variant={given ? 'filled' : 'light'}
            leftSection={<IconExternalLink size={18} aria-hidden="true" />}
          >
            {t('open')}
          </Button>
        </div>
      </Card>
    )
  }
  return file && <FilePreview resourceId={resource.id} title={title} file={file} />
}

type FileProps = { resourceId: string; title: string; file: ResourceFileDto }

function FilePreview({ resourceId, title, file }: FileProps) {
  const { t } = useTranslation('resources')
  const query = useQuery(addressesQuery(resourceId))
  return (
    <Card>
      <QueryView query={query} skeleton={<Skeleton height={240} radius={12} />}>
        {({ inline, attachment }) => (
          <div className={classes.file}>
            {inline !== null && <Shown key={file.id} file={file} newest={inline} title={title} />}
            <div className={classes.line}>
              <p className={classes.name} title={file.name}>
                {file.name} <span className={classes.size}>{sizeText(file.byteSize, currentLanguage())}</span>
              </p>
              <Button
                component="a"
                href={attachment}
                download={file.name}
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden="true" />}
              >
                {t('download')}
              </Button>
            </div>
          </div>
        )}
      </QueryView>
    </Card>
  )
}

type ShownProps = { file: ResourceFileDto; newest: string; title: string }

/** The address that was shown first stays, or what plays would start again with each newer one; it is replaced once it fails. */
function Shown({ file, newest, title }: ShownProps) {
  const [address, setAddress] = useState(newest)
  const [ended, setEnded] = useState<string>()
  // It may end before a newer one has come.
  if (address === ended && address !== newest) setAddress(newest)
  const place = useRef(0)
  const end = () => setEnded(address)
  const media = {
    'src': address,
    'controls': true,
    'preload': 'metadata',
    'aria-label': title,
    'onError': end,
    'onTimeUpdate': ({ currentTarget }: MediaEvent) => {
      place.current = currentTarget.currentTime
    },
    'onLoadedMetadata': ({ currentTarget }: MediaEvent) => {
      if (place.current > 0) currentTarget.currentTime = place.current
    },
  }
  switch (file.preview) {
    case 'image':
      return <img src={address} alt={title} className={classes.picture} onError={end} />
    case 'video':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- a coach's file, which has no captions beside it
      return <video {...media} className={classes.picture} />
    case 'audio':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the same
      return <audio {...media} className={classes.sound} />
    case 'pdf':
      return <Pdf newest={newest} title={title} />
    default:
      return null
  }
}

type MediaEvent = SyntheticEvent<HTMLMediaElement>

function Pdf({ newest, title }: Pick<ShownProps, 'newest' | 'title'>) {
  const { t } = useTranslation('resources')
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button
        variant="light"
        className={classes.see}
        leftSection={<IconEye size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('seePdf')}
      </Button>
    )
  }
  return (
    <Suspense fallback={<Skeleton height={480} radius={12} />}>
      <PdfPages newest={newest} title={title} />
    </Suspense>
  )
}
