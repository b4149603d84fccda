import { Input, Skeleton } from '@mantine/core'
import { Suspense, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldState } from '#web/widgets/forms/field-state.ts'
import { lazyCard, withTexts } from '#web/widgets/lazy-part.tsx'
import type { TextHandle } from '#web/widgets/rich-text/RichTextEditor.tsx'
import { fieldOfText, textOfField } from './resource-form.ts'

// The editor's library: only for texts.
const RichTextEditor = lazyCard(async () => ({
  default: (await withTexts(['editor'], import('#web/widgets/rich-text/RichTextEditor.tsx'))).RichTextEditor,
}))

type Props = {
  /** The document as JSON; empty for none. */
  value: string
  state: FieldState
  onChange: (value: string) => void
  onBlur: () => void
}

/** The text of a resource, with its formats. */
export function TextField({ value, state: { error, wrapperProps }, onChange, onBlur }: Props) {
  const { t } = useTranslation('resources')
  const label = t('form.body')
  const errorId = useId()
  const handle = useRef<TextHandle>(null)
  const document = useMemo(() => textOfField(value), [value])
  // What the editor has said is what it shows; another text came from the server.
  const said = useRef(value)
  useEffect(() => {
    if (value === said.current) return
    said.current = value
    handle.current?.replace(textOfField(value))
  }, [value])
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ onClick: () => handle.current?.focus() }}
      withAsterisk
      error={error}
      errorProps={{ id: errorId }}
      {...wrapperProps}
    >
      <Suspense fallback={<Skeleton height={280} radius={10} />}>
        <RichTextEditor
          ref={handle}
          document={document}
          label={label}
          frame={{ isWrong: error !== undefined, describedBy: error === undefined ? undefined : errorId }}
          onChange={(changed) => {
            said.current = fieldOfText(changed)
            onChange(said.current)
          }}
          onBlur={onBlur}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
