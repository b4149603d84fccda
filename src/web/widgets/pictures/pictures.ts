/** The picture types that the server accepts (product §18). */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

/** Whether a file claims to be one of them; the server checks what it really is. */
export function isPicture(file: { type: string }): boolean {
  return PICTURE_TYPES.some((type) => type === file.type)
}

/** Whether this browser can display a file as a picture: not if it is damaged or another kind of file. */
export async function canOpen(file: Blob): Promise<boolean> {
  try {
    const picture = await createImageBitmap(file)
    picture.close()
    return true
  } catch {
    return false
  }
}

/** A crop in pixels of the original picture. */
export type Square = { x: number; y: number; side: number }

/** The longest side of a photo as it is sent: twice the largest size shown, and far below the limit. */
const LONGEST = 1024

/** The framed square in percent of the picture. */
export function squareOf(
  percent: { x: number; y: number; width: number; height: number },
  { width, height }: { width: number; height: number },
): Square {
  const side = Math.max(
    1,
    Math.min(Math.round((percent.width / 100) * width), Math.round((percent.height / 100) * height)),
  )
  const within = (start: number, length: number) => Math.min(Math.max(0, Math.round(start)), length - side)
  return {
    x: within((percent.x / 100) * width, width),
    y: within((percent.y / 100) * height, height),
    side,
  }
}

/**
 * The framed square as a separate picture, upright as the browser shows it. Its metadata (location, camera) is removed
 * (docs/decisions/012).
 */
export async function cut(image: HTMLImageElement, { x, y, side }: Square): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(side, LONGEST)
  canvas.height = canvas.width
  canvas.getContext('2d')!.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new Error('The canvas gave no picture')
  // A browser that cannot write WebP returns PNG instead.
  return new File([blob], `photo.${blob.type.split('/')[1]}`, { type: blob.type })
}
