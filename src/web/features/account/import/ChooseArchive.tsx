import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proof } from '#contract/account/accounts.ts'
import type { DataImportDto } from '#contract/account/data-imports.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { useSessionUser } from '#web/store/store.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { FileButton } from '#web/ui/inputs/DropZone.tsx'
import { ProofDialog } from '#web/widgets/sign-in/ProofDialog.tsx'
import { SendingFile } from '#web/widgets/uploads/SendingFile.tsx'
import { sizeText } from '#web/widgets/uploads/size-text.ts'
import { useUpload } from '#web/widgets/uploads/use-upload.ts'
import classes from '../components/Account.module.css'
import {
  beginImport,
  cancelImport,
  dataImportQuery,
  finishImport,
  useCancelImport,
} from './import.queries.ts'

type Props = {
  /** One whose bytes have not all come, such as after the page was closed. */
  unfinished: DataImportDto | null
  mostBytes: number
}

/** Chooses an archive, asks for the password, and sends it. */
export function ChooseArchive({ unfinished, mostBytes }: Props) {
  const { t } = useTranslation('account')
  const person = useSessionUser()
  const client = useQueryClient()
  const hintId = useId()
  const [chosen, setChosen] = useState<File>()
  const [tooLarge, setTooLarge] = useState<string>()
  const begun = useRef<DataImportDto>(null)
  const isWanted = useRef(true)
  const { sending, problem, pick, resume, cancel } = useUpload({
    transfer: {
      begin: () => Promise.resolve(begun.current!),
      finish: (importId) => finishImport(person.id, importId),
      // Who leaves the page goes on later; only who says so gives it up.
      cancel: (importId) => (isWanted.current ? Promise.resolve() : cancelImport(person.id, importId)),
      address: (importId) => paths.importUpload({ importId }),
    },
    reasons: { gone: t('import.gone'), refused: t('import.refused') },
    onDone: (state) => {
      client.setQueryData(
        dataImportQuery(person.id).queryKey,
        (before) => before && { ...before, import: state },
      )
    },
  })
  const forget = useCancelImport(person.id)
  const language = currentLanguage()
  const choose = (file: File) => {
    const isTooLarge = file.size > mostBytes
    setTooLarge(isTooLarge ? t('import.tooLarge', { size: sizeText(mostBytes, language) }) : undefined)
    setChosen(isTooLarge ? undefined : file)
  }
  const begin = async (proof: Proof) => {
    begun.current = await beginImport(person.id, { ...proof, byteSize: chosen!.size })
    isWanted.current = true
    pick(chosen!)
  }
  if (sending) {
    return (
      <div className={classes.all}>
        <SendingFile
          sending={sending}
          labels={{
            sending: (values) => t('import.sending', values),
            cut: (values) => t('import.cut', values),
            checking: t('import.checking'),
            resume: t('import.resume'),
            cancel: t('import.cancel'),
            progress: t('import.sent'),
          }}
          onResume={resume}
          onCancel={() => {
            isWanted.current = false
            cancel()
          }}
        />
        <p className={classes.hint}>{t('import.stay')}</p>
      </div>
    )
  }
  return (
    <div className={classes.all}>
      {unfinished && (
        <p className={classes.value}>
          {t('import.unfinished', {
            received: sizeText(unfinished.received, language),
            size: sizeText(unfinished.byteSize, language),
          })}
        </p>
      )}
      <div className={classes.choices}>
        <FileButton
          label={t(unfinished ? 'import.goOn' : 'import.choose')}
          accept=".zip,application/zip"
          onPick={choose}
          aria-describedby={hintId}
          variant="default"
        />
        {unfinished && (
          <Button
            variant="subtle"
            loading={forget.isPending}
            onClick={() => void forget.mutateAsync(unfinished.id).catch(showFailure)}
          >
            {t('import.cancel')}
          </Button>
        )}
      </div>
      <p id={hintId} className={`${classes.hint} ${classes.below}`}>
        {t('import.chooseHint', { size: sizeText(mostBytes, language) })}
      </p>
      <FormError text={tooLarge ?? problem} />
      <ProofDialog
        person={person}
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        icon={<IconFileImport />}
        title={t('import.askTitle')}
        subtitle={t('import.askText', { name: chosen?.name ?? '' })}
        accept={t('import.ask')}
        run={begin}
      />
    </div>
  )
}
