import { useSearchParams } from 'react-router'
import { type ClientList, readList, writeList } from './client-list.ts'

/** The list in the URL. Pages are history entries; searches and filters replace the current one. */
export function useClientList(): [list: ClientList, show: (list: ClientList) => void] {
  const [params, setParams] = useSearchParams()
  const list = readList(params)
  const show = (next: ClientList) =>
    setParams(writeList(next), { replace: next.page === list.page || next.page === 1 })
  return [list, show]
}
