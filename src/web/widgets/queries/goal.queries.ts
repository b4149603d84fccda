import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { CheckInBody } from '#contract/goals/check-ins.ts'
import type { CheckInId, CoacheeType } from '#contract/values.ts'
import { call, type Input } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'
import { keysOfCheckIns } from './check-in-keys.ts'

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

/** Notes progress. Until it has an answer, the same content has the same key: sent again, it is stored once. */
export const useCheckIn = (goalId: string) =>
  useMutation({
    mutationFn: async (body: Omit<CheckInBody, 'clientKey'>) => {
      const keys = keysOfCheckIns(goalId)
      const clientKey = keys.of(body)
      const answer = await call('POST /v1/goal/:goalId/checkin', {
        params: { goalId },
        body: { ...body, clientKey },
      })
      keys.forget()
      return answer
    },
  })

export const useTakeBackCheckIn = (goalId: string) =>
  useMutation({
    mutationFn: async (checkInId: CheckInId) => {
      const keys = keysOfCheckIns(goalId)
      const answer = await call('DELETE /v1/goal/:goalId/checkin/:checkInId', {
        params: { goalId, checkInId },
      })
      // With the key of what is taken back the same content would be stored no more.
      keys.forget()
      return answer
    },
  })

export const useRestoreCheckIn = (goalId: string) =>
  useMutation({
    mutationFn: (checkInId: CheckInId) =>
      call('POST /v1/goal/:goalId/checkin/:checkInId/restore', { params: { goalId, checkInId } }),
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
