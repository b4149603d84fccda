import { ActionIcon } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ACCEPT } from '#web/widgets/uploads/accepted-files.ts'

/** Chooses files for a message. */
export function AttachButton({ onPick }: { onPick: (files: readonly File[]) => void }) {
  const { t } = useTranslation('messages')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        radius="xl"
        aria-label={t('files.add')}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip aria-hidden="true" />
      </ActionIcon>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT.file}
        aria-label={t('files.add')}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])])
          // Reset, so that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
