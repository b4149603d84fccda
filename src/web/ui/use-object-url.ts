import { useEffect, useMemo } from 'react'

/** An address under which the page can show a chosen file, for as long as it is the chosen one. */
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
