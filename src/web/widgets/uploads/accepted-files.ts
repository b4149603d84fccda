const AUDIO = '.mp3,.m4a,.aac,.wav,.flac,.ogg,.oga,.opus'
const VIDEO = '.mp4,.m4v,.webm,.mov'
const DOCUMENTS = '.pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp,.doc,.xls,.ppt'

/** What the browser's dialog offers for each type of file, as in an input's `accept`. */
export const ACCEPT: Record<'file' | 'video' | 'audio', string> = {
  file: `${DOCUMENTS},.jpg,.jpeg,.png,.webp,.gif,.avif,${AUDIO},${VIDEO}`,
  video: VIDEO,
  audio: AUDIO,
}
