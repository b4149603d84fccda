import { Component, type ComponentType, type ReactNode, lazy, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { loadKit } from '#web/ui/theme/load-kit.ts'

/** A dialog that could not be opened has changed nothing, and says so where that is asked. */
type Closing = { onClose: (changed: false) => void }

type Load<Props> = () => Promise<{ default: (props: Props) => ReactNode }>

/** The code of a part did not arrive, or cannot be had: usually the network is away. */
class PartFailure extends Error {
  override readonly name = 'PartFailure'
}

/**
 * A part of a screen whose code is fetched when it is first shown, inside a `Suspense`. If it does not arrive, the part
 * says so in its place, and is tried again by a tap or when the network is back; the rest of the screen stays.
 */
export function lazyCard<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return lazyPart(load, CardFailed)
}

/** The code of a part with texts that its screen does without: both are fetched at once. */
export async function withTexts<Part>(namespaces: readonly string[], part: Promise<Part>): Promise<Part> {
  return (await Promise.all([part, loadTexts(namespaces)]))[0]
}

/**
 * The same for a dialog: it says in the toast that it could not be opened, and closes, so that another tap tries again.
 * It comes with the kit's styles of dialogs, which a first screen only has in the browser's cache.
 */
export function lazyDialog<Props extends Closing>(load: Load<Props>): ComponentType<Props> {
  return lazyPart(async () => (await Promise.all([load(), loadKit()]))[0], DialogFailed)
}

/** The same for what a screen can do without, as a notice above it: without its code it is left out until the next screen. */
export function lazyNotice<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return lazyPart(load, () => null)
}

function lazyPart<Props extends object>(
  load: Load<Props>,
  Failed: ComponentType<Props & { onRetry: () => void }>,
): ComponentType<Props> {
  const attempt = () =>
    lazy<ComponentType<Props>>(() =>
      load().catch((cause: unknown) => {
        throw new PartFailure('A part of the screen', { cause })
      }),
    )
  // React keeps what an attempt ended with, a failure too.
  let latest = attempt()
  return function LazyPart(props) {
    const [{ Part, tries }, setTried] = useState(() => ({ Part: latest, tries: 0 }))
    return (
      <PartBoundary
        key={tries}
        onFailure={() => (latest = attempt())}
        failed={<Failed {...props} onRetry={() => setTried({ Part: latest, tries: tries + 1 })} />}
      >
        <Part {...props} />
      </PartBoundary>
    )
  }
}

type BoundaryProps = { onFailure: () => void; failed: ReactNode; children: ReactNode }

/** Catches only code that did not arrive: a part that fails while it renders is the screen's failure. */
class PartBoundary extends Component<BoundaryProps, { failure: Error | null }> {
  override state: { failure: Error | null } = { failure: null }

  static getDerivedStateFromError(failure: Error): { failure: Error } {
    return { failure }
  }

  override componentDidCatch(): void {
    this.props.onFailure()
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === null) return this.props.children
    if (failure instanceof PartFailure) return this.props.failed
    throw failure
  }
}

function CardFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return <ErrorState text={t('part.card')} retryLabel={t('retry')} onRetry={onRetry} />
}

function DialogFailed({ onClose }: Closing) {
  const { t } = useTranslation()
  useEffect(() => {
    setAlert(t('part.dialog'), 'error')
    onClose(false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once, whatever the screen around it renders
  }, [])
  return null
}
