import { useEffect, useMemo } from 'react'

/** An object URL of the chosen file, valid while that file is chosen. */
export function useObjectUrl(file: File | null): string | undefined {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file])
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url)
    },
    [url],
  )
  return url
}
