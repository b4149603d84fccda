import { Anchor } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CLIENT_COLUMNS, REQUIRED_COLUMNS, type ClientColumn } from '#contract/client-columns.ts'
import { failureText } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { useTouch } from '#web/ui/use-touch.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { FileDrop } from '#web/ui/inputs/FileDrop.tsx'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { csvFile } from '../csv-text.ts'
import classes from './ChooseFile.module.css'

type Props = { onPick: (file: File) => void; failure: Error | null }

/** The first step: choosing the file, with a description of its format. */
export function ChooseFile({ onPick, failure }: Props) {
  const touch = useTouch()
  const { t } = useTranslation('clientFiles')
  return (
    <Columns>
      <Card>
        <FileDrop
          label={t('choose.button')}
          title={t(touch ? 'choose.titleTouch' : 'choose.title')}
          hint={t('choose.hint')}
          accept=".csv,text/csv,text/plain"
          onPick={onPick}
        >
          {failure && <Refusal failure={failure} />}
        </FileDrop>
      </Card>
      <Card title={t('choose.columns')}>
        <p className={classes.hint}>{t('choose.columnsHint')}</p>
        <ul className={classes.names}>
          {CLIENT_COLUMNS.map((column) => (
            <li
              key={column}
              className={classes.name}
              data-required={REQUIRED_COLUMNS.includes(column) || undefined}
            >
              {t(`columns.${column}`)}
              {REQUIRED_COLUMNS.includes(column) && (
                <>
                  <span className={classes.asterisk} aria-hidden="true">
                    *
                  </span>
                  <span className="visually-hidden">{t('choose.required')}</span>
                </>
              )}
            </li>
          ))}
        </ul>
        <Template />
      </Card>
    </Columns>
  )
}

/** Why a file was refused; missing columns are named. */
function Refusal({ failure }: { failure: Error }) {
  const { t } = useTranslation('clientFiles')
  const missing =
    failure instanceof ApiFailure && failure.code === 'import.columns_missing'
      ? Object.keys(failure.fields ?? {}).map((column) => t(`columns.${column as ClientColumn}`))
      : []
  return (
    <FormError
      text={
        missing.length > 0
          ? t('choose.missing', { columns: missing.join(', ') })
          : failureText(failure, 'file')
      }
    />
  )
}

function Template() {
  const { t } = useTranslation('clientFiles')
  const save = () => {
    const example = CLIENT_COLUMNS.map((column) => t(`example.${column}`))
    saveFile(csvFile([CLIENT_COLUMNS.map((column) => t(`columns.${column}`)), example]), t('templateName'))
  }
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      className={`lone-link ${classes.template}`}
      onClick={save}
    >
      <IconDownload size={16} aria-hidden="true" />
      {t('choose.template')}
    </Anchor>
  )
}
