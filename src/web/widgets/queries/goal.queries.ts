import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { CoacheeType } from '#contract/values.ts'
import { call, type Input } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** Whose goals. */
export type GoalOwner = { type: CoacheeType; itemId: string }

const PAGE = 50

/** A person's or group's open or closed goals; a person's with those of their groups. */
export const goalsQuery = ({ type, itemId }: GoalOwner, status: 'open' | 'closed') =>
  infiniteQueryOptions({
    queryKey: queryKey('goal', type, itemId, status),
    queryFn: ({ pageParam: page, signal }) => {
      const query = { status, items: PAGE, page }
      return type === 'Client'
        ? call('GET /v1/goal/Client/:clientId', { params: { clientId: itemId }, query }, { signal })
        : call('GET /v1/goal/Group/:groupId', { params: { groupId: itemId }, query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
  })

/** One goal with everything around it. */
export const goalQuery = (goalId: string) =>
  queryOptions({
    queryKey: queryKey('goal', 'one', goalId),
    queryFn: ({ signal }) => call('GET /v1/goal/:goalId', { params: { goalId } }, { signal }),
  })

export const useAddGoal = () =>
  useMutation({ mutationFn: (body: Input<'POST /v1/goal'>['body']) => call('POST /v1/goal', { body }) })

export const useSaveGoal = (goalId: string) =>
  useMutation({
    mutationFn: (body: Input<'PUT /v1/goal/:goalId'>['body']) =>
      call('PUT /v1/goal/:goalId', { params: { goalId }, body }),
  })

export const useCheckIn = (goalId: string) =>
  useMutation({
    mutationFn: (body: Input<'POST /v1/goal/:goalId/checkin'>['body']) =>
      call('POST /v1/goal/:goalId/checkin', { params: { goalId }, body }),
  })

export const useSetGoalStatus = (goalId: string) =>
  useMutation({
    mutationFn: (body: Input<'PUT /v1/goal/:goalId/status'>['body']) =>
      call('PUT /v1/goal/:goalId/status', { params: { goalId }, body }),
  })

export const useDeleteGoal = () =>
  useMutation({ mutationFn: (goalId: string) => call('DELETE /v1/goal/:goalId', { params: { goalId } }) })

export const useRestoreGoal = () =>
  useMutation({
    mutationFn: (goalId: string) => call('POST /v1/goal/:goalId/restore', { params: { goalId } }),
  })
