import { useSearchParams } from 'react-router'
import { type ClientList, readList, writeList } from './client-list.ts'

/** The list of the address. Going back leads from page to page; searching and filtering leave no trail. */
export function useClientList(): [list: ClientList, show: (list: ClientList) => void] {
  const [params, setParams] = useSearchParams()
  const list = readList(params)
  const show = (next: ClientList) =>
    setParams(writeList(next), { replace: next.page === list.page || next.page === 1 })
  return [list, show]
}
