import '@mantine/core/styles/Table.layer.css'
import { Table } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionBrief } from '#contract/sessions/session-records.ts'
import { fromIso } from '#time/clock.ts'
import { formatShortDayMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { RATING_QUESTIONS } from '#web/features/sessions/record/rating-form.ts'
import classes from './Brief.module.css'

type Props = { ratings: SessionBrief['ratings']; timezone: string; named: boolean }

/** The ratings of the last sessions, newest first. */
export function BriefRatings({ ratings, timezone, named }: Props) {
  const { t } = useTranslation('records')
  if (ratings.length === 0) return <p className={classes.none}>{t('brief.noRatings')}</p>
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('brief.ratings')}>
      <Table className={classes.ratings}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('brief.when')}</Table.Th>
            {RATING_QUESTIONS.map((question) => (
              <Table.Th key={question}>{t(`rate.short.${question}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {ratings.map((rating) => (
            <Fragment key={`${rating.at} ${rating.name}`}>
              <Table.Tr>
                <Table.Th scope="row">
                  {formatShortDayMonth(fromIso(rating.at), timezone, currentLanguage())}
                  {named && ` · ${rating.name}`}
                </Table.Th>
                {RATING_QUESTIONS.map((question) => (
                  <Table.Td key={question}>{rating[question]}</Table.Td>
                ))}
              </Table.Tr>
              {/* Beside the numbers it would make the table wider than its card. */}
              {rating.comment !== '' && (
                <Table.Tr>
                  <Table.Td colSpan={RATING_QUESTIONS.length + 1} className={classes.said}>
                    {t('brief.comment', { comment: rating.comment })}
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
