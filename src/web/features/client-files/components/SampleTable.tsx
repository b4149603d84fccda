import '@mantine/core/styles/Table.layer.css'
import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportPreview } from '#contract/client-files.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import classes from './ImportTables.module.css'

type Props = Pick<ImportPreview, 'sample' | 'valid'>

/** The first rows to import, to check that the columns were recognized. */
export function SampleTable({ sample, valid }: Props) {
  const { t } = useTranslation('clientFiles')
  const heads = [t('problems.line'), t('columns.name'), t('columns.lastName'), t('columns.email')]
  return (
    <Card title={t('sample.title')}>
      {valid > sample.length && (
        <p className={classes.hint}>{t('sample.hint', { shown: sample.length, count: valid })}</p>
      )}
      <Table className={classes.table} verticalSpacing={10}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sample.map(({ line, name, lastName, email }) => (
            <Table.Tr key={line}>
              <Table.Td className={classes.line} data-label={heads[0]}>
                {line}
              </Table.Td>
              <Table.Td data-label={heads[1]}>{name}</Table.Td>
              <Table.Td data-label={heads[2]}>{lastName}</Table.Td>
              <Table.Td className={classes.value} data-label={heads[3]}>
                {email}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
