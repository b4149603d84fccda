import { Button } from '@mantine/core'

type Props = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  label: string
}

/** Under a paginated list: loads the next page; absent when everything is loaded. */
export function MoreButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, label }: Props) {
  if (!hasNextPage) return null
  return (
    <Button
      variant="default"
      fullWidth
      mt="md"
      loading={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {label}
    </Button>
  )
}
