import { IconFile, IconFileTypePdf, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react'

/** What kind of file it is. */
export function FileIcon({ mediaType, size }: { mediaType: string; size: number }) {
  const Icon = iconOf(mediaType)
  return <Icon size={size} stroke={1.6} aria-hidden="true" style={{ flex: 'none' }} />
}

function iconOf(mediaType: string) {
  if (mediaType === 'application/pdf') return IconFileTypePdf
  if (mediaType.startsWith('image/')) return IconPhoto
  if (mediaType.startsWith('video/')) return IconVideo
  return mediaType.startsWith('audio/') ? IconMusic : IconFile
}
