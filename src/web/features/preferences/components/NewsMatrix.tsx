import '#web/ui/theme/kit-switch.ts'
import { Switch } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  NewsChannel,
  type NewsPreferences,
  type NewsPreferencesPart,
} from '#contract/account/news-preferences.ts'
import type { UserType } from '#contract/account/auth.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { rowsOf } from '../preferences.ts'
import classes from './Preferences.module.css'

type Props = {
  side: UserType
  kinds: NewsPreferences['kinds']
  onChange: (kinds: NonNullable<NewsPreferencesPart['kinds']>) => void
}

/** The matrix of news and channels. In the product everything shows, so its column has no switches. */
export function NewsMatrix({ side, kinds, onChange }: Props) {
  const { t } = useTranslation('preferences')
  return (
    <Card title={t('matrix.title')}>
      <p className={classes.hint}>{t('matrix.hint')}</p>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('matrix.about')}</th>
            <th scope="col">{t('channels.app')}</th>
            {NewsChannel.options.map((channel) => (
              <th key={channel} scope="col">
                {t(`channels.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(side).map(({ kind, channels }) => (
            <tr key={kind}>
              <th scope="row">{t(`kinds.${side}.${kind as 'messages'}`)}</th>
              <td>
                <IconCheck size={20} role="img" aria-label={t('matrix.always')} />
              </td>
              {NewsChannel.options.map((channel) => (
                <td key={channel}>
                  {channels.includes(channel) ? (
                    <Switch
                      aria-label={`${t(`kinds.${side}.${kind as 'messages'}`)}: ${t(`channels.${channel}`)}`}
                      classNames={{ body: classes.cell }}
                      checked={kinds[kind][channel]}
                      onChange={({ currentTarget }) =>
                        onChange({ [kind]: { [channel]: currentTarget.checked } })
                      }
                    />
                  ) : (
                    <IconMinus size={20} role="img" aria-label={t('matrix.none')} className={classes.none} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
