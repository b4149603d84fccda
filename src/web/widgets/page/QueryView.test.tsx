import type { UseQueryResult } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiFailure, type FailureCode } from '#web/api/failure.ts'
import { show } from '#test/support/web/show.tsx'
import { QueryView } from './QueryView.tsx'

const failed = (code: FailureCode, status: number) =>
  ({
    data: undefined,
    isError: true,
    error: new ApiFailure(code, status, 'El error'),
  }) as unknown as UseQueryResult<string>

test.each<[FailureCode, number, string]>([
  ['network', 0, 'Estos días no están guardados.'],
  ['server.error', 500, 'El error'],
])('a screen that has more to say without a connection says it then alone: %s', (code, status, text) => {
  show(
    <QueryView query={failed(code, status)} cutOff="Estos días no están guardados.">
      {(data) => data}
    </QueryView>,
  )
  expect(screen.getByRole('alert').textContent).toContain(text)
})
