import { IconFile, IconFileTypePdf, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react'

const ICONS = {
  pdf: IconFileTypePdf,
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  file: IconFile,
}

/** What kind of file it is. */
export function FileIcon({ mediaType, size }: { mediaType: string; size: number }) {
  const Icon = ICONS[kindOf(mediaType)]
  return <Icon size={size} stroke={1.6} aria-hidden="true" style={{ flex: 'none' }} />
}

function kindOf(mediaType: string): keyof typeof ICONS {
  if (mediaType === 'application/pdf') return 'pdf'
  const [kind = ''] = mediaType.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file'
}
