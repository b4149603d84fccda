import { Skeleton } from '@mantine/core'
import { GlobalWorkerOptions, type PDFDocumentProxy, getDocument } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the bundler answers the address of the file
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import classes from './PdfPages.module.css'

GlobalWorkerOptions.workerSrc = workerUrl

/** Longer documents are saved instead. */
const MOST_PAGES = 50

type Opened = { document: PDFDocumentProxy } | 'failed' | null

type Props = {
  /** Read from the first one; another try takes the newest. */
  newest: string
  title: string
}

/** The pages of a PDF, each drawn when it comes near the window; the bytes are read in ranges. */
export default function PdfPages({ newest, title }: Props) {
  const { t } = useTranslation(['resources', 'common'])
  const [opened, setOpened] = useState<Opened>(null)
  const [{ address, tries }, setAttempt] = useState({ address: newest, tries: 0 })
  useEffect(() => {
    // No scripts of the document, and nothing that the page's policy forbids.
    const task = getDocument({ url: address, enableXfa: false, useWasm: false })
    let gone = false
    task.promise.then(
      (document) => gone || setOpened({ document }),
      () => gone || setOpened('failed'),
    )
    return () => {
      gone = true
      void task.destroy()
    }
  }, [address, tries])
  if (opened === 'failed') {
    const retry = () => {
      setOpened(null)
      setAttempt({ address: newest, tries: tries + 1 })
    }
    return <ErrorState text={t('pdfFailed')} retryLabel={t('common:retry')} onRetry={retry} />
  }
  if (opened === null) return <Skeleton height={480} radius={12} />
  const { document } = opened
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard (WCAG 2.1.1)
    <section className={classes.pages} aria-label={t('pdfOf', { title })} tabIndex={0}>
      {Array.from({ length: Math.min(document.numPages, MOST_PAGES) }, (_, index) => (
        <PdfPage key={index} document={document} number={index + 1} onFailed={() => setOpened('failed')} />
      ))}
      {document.numPages > MOST_PAGES && <p className={classes.rest}>{t('pdfMore', { n: MOST_PAGES })}</p>}
    </section>
  )
}

type PageProps = { document: PDFDocumentProxy; number: number; onFailed: () => void }

function PdfPage({ document, number, onFailed }: PageProps) {
  const { t } = useTranslation('resources')
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const node = canvas.current
    if (!node) return undefined
    let task: { cancel(): void } | undefined
    let gone = false
    const draw = async () => {
      const page = await document.getPage(number)
      const { width } = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: (node.clientWidth / width) * Math.min(devicePixelRatio, 2) })
      node.width = viewport.width
      node.height = viewport.height
      const drawing = page.render({ canvas: node, viewport })
      task = drawing
      // A page that was left before it was drawn.
      await drawing.promise.catch(() => undefined)
      node.dataset['drawn'] = 'yes'
    }
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        near.disconnect()
        // Its bytes could not be read, as when the address has ended.
        draw().catch(() => gone || onFailed())
      },
      { rootMargin: '600px' },
    )
    near.observe(node)
    return () => {
      gone = true
      near.disconnect()
      task?.cancel()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what a failure leads to is always the same
  }, [document, number])
  return <canvas ref={canvas} role="img" aria-label={t('pdfPage', { n: number })} className={classes.page} />
}
