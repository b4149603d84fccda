import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { logFailure } from '#web/api/log.ts'
import { MessageScreen } from './MessageScreen.tsx'
import { ChunkFailure } from '../load-screen.ts'

/** A screen that could not be loaded or rendered. It offers to reload the page. */
export function CrashScreen({ framed = false }: { framed?: boolean }) {
  const { t } = useTranslation()
  const failure = useRouteError()
  useEffect(() => logFailure('screen', failure), [failure])
  const kind = failure instanceof ChunkFailure ? 'chunk' : 'crash'
  return (
    <MessageScreen title={t(`${kind}.title`)} text={t(`${kind}.text`)} framed={framed}>
      <Button onClick={() => location.reload()}>{t('reload')}</Button>
    </MessageScreen>
  )
}
