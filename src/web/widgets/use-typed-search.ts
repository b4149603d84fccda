import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

const SEARCH_PAUSE_MS = 250

/**
 * What stands in a search field whose text the address keeps: what is being typed, asked for after a pause, until the
 * address says something else, such as after a link.
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
    // By the step too: of two in quick succession the first may never be rendered, and then nothing here has changed.
  }, [current, key])
  return [
    typed,
    (text) => {
      setTyped(text)
      askSoon(text)
    },
  ]
}
