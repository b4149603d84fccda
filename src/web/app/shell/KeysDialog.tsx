import { Kbd, Modal } from '@mantine/core'
import '@mantine/core/styles/Kbd.layer.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCreates } from '#web/store/store.ts'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { PALETTE_KEY } from '../palette/use-palette-key.ts'
import classes from './KeysDialog.module.css'

/** The keys by where they work, as they are written on a keyboard. */
const KEYS = {
  everywhere: { palette: [PALETTE_KEY], create: ['N'], help: ['?'], close: ['Esc'] },
  calendar: { today: ['T'], day: ['D'], week: ['W'], month: ['M'], step: ['←', '→'] },
} as const

/** The keys of the product, listed by "?" (design.md, "Behaviour"). */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const creates = useCreates()
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.title')}
      centered
      size={440}
      radius={16}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Keys title={t('keys.everywhere.title')}>
        <Key keys={KEYS.everywhere.palette} does={t('keys.everywhere.palette')} />
        {creates && <Key keys={KEYS.everywhere.create} does={t('keys.everywhere.create')} />}
        <Key keys={KEYS.everywhere.help} does={t('keys.everywhere.help')} />
        <Key keys={KEYS.everywhere.close} does={t('keys.everywhere.close')} />
      </Keys>
      <Keys title={t('keys.calendar.title')}>
        <Key keys={KEYS.calendar.today} does={t('keys.calendar.today')} />
        <Key keys={KEYS.calendar.day} does={t('keys.calendar.day')} />
        <Key keys={KEYS.calendar.week} does={t('keys.calendar.week')} />
        <Key keys={KEYS.calendar.month} does={t('keys.calendar.month')} />
        <Key keys={KEYS.calendar.step} does={t('keys.calendar.step')} />
      </Keys>
    </Modal>
  )
}

function Keys({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.keys}>{children}</dl>
    </section>
  )
}

function Key({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <div className={classes.row}>
      <dt>{does}</dt>
      <dd className={classes.on}>
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  )
}
