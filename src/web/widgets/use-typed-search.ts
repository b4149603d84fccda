import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

const SEARCH_PAUSE_MS = 250

/**
 * The text of a search field that is mirrored in the URL: what is typed is applied after a pause, until the URL changes
 * otherwise, such as by a link.
 */
export function useTypedSearch(
  current: string,
  ask: (text: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(current)
  const asked = useRef(current)
  const { key } = useLocation()
  const askSoon = useDebouncedCallback((text: string) => {
    asked.current = text.trim()
    ask(text)
  }, SEARCH_PAUSE_MS)
  useEffect(() => {
    if (current === asked.current) return
    asked.current = current
    setTyped(current)
    // Compared by the navigation too: of two quick ones the first may never be rendered, so nothing changes here.
  }, [current, key])
  return [
    typed,
    (text) => {
      setTyped(text)
      askSoon(text)
    },
  ]
}
