import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'

type Props<T> = {
  query: UseQueryResult<T>
  /** Queries that are shown with it: those that failed too are tried again with it. */
  beside?: readonly Pick<UseQueryResult, 'isError' | 'refetch'>[]
  /** What is said without a connection, where there is more to say than that. */
  cutOff?: string
  /** Shown until the first answer; shaped like the content. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * A query on screen: its skeleton, its error with a retry button, or its data. Old data stays visible during a refetch.
 */
export function QueryView<T>({ query, beside = [], cutOff, skeleton, children }: Props<T>) {
  const { t } = useTranslation()
  // The first answer takes the place of the skeleton in slices, so that a tap meanwhile is answered between them.
  const isReady = useDeferredValue(query.data !== undefined)
  if (query.data !== undefined && isReady) return children(query.data)
  if (query.isError) {
    return (
      <ErrorState
        text={cutOff !== undefined && isCutOff(query.error) ? cutOff : failureText(query.error)}
        retryLabel={t('retry')}
        retrying={query.isFetching}
        onRetry={() => {
          for (const each of [query, ...beside]) if (each.isError) void each.refetch()
        }}
      />
    )
  }
  return skeleton ?? <ListSkeleton label={t('loading')} />
}

const isCutOff = (error: unknown) => error instanceof ApiFailure && error.code === 'network'
