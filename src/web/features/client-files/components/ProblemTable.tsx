import '@mantine/core/styles/Table.layer.css'
import { Button, Table } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientColumn } from '#contract/client-columns.ts'
import type { ImportProblem } from '#contract/client-files.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Pages } from '#web/widgets/page/Pages.tsx'
import { csvFile } from '../csv-text.ts'
import classes from './ImportTables.module.css'

const SHOWN = 20

type Props = { problems: readonly ImportProblem[]; fileName: string }

/** Every refused row: line, column, value and reason; also as a file. */
export function ProblemTable({ problems, fileName }: Props) {
  const { t } = useTranslation('clientFiles')
  const [page, setPage] = useState(1)
  const columnOf = ({ column }: ImportProblem) =>
    column === null ? t('problems.wholeLine') : t(`columns.${column as ClientColumn}`)
  const heads = [t('problems.line'), t('problems.column'), t('problems.value'), t('problems.reason')]
  const save = () =>
    saveFile(
      csvFile([
        heads,
        ...problems.map((problem) => [
          String(problem.line),
          columnOf(problem),
          problem.value,
          problem.reason,
        ]),
      ]),
      t('problems.fileName', { name: fileName.replace(/\.[^.]*$/, '') }),
    )
  return (
    <Card
      title={t('problems.title')}
      aside={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={save}
        >
          {t('problems.save')}
        </Button>
      }
    >
      <p className={classes.hint}>{t('problems.hint')}</p>
      <Table className={classes.table} verticalSpacing={10}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {problems.slice((page - 1) * SHOWN, page * SHOWN).map((problem) => (
            <Table.Tr key={`${problem.line} ${problem.column}`}>
              <Table.Td className={classes.line} data-label={heads[0]}>
                {problem.line}
              </Table.Td>
              <Table.Td data-label={heads[1]}>{columnOf(problem)}</Table.Td>
              <Table.Td className={classes.value} data-label={heads[2]}>
                {problem.value === '' ? (
                  <span className={classes.none}>{t('problems.empty')}</span>
                ) : (
                  problem.value
                )}
              </Table.Td>
              <Table.Td className={classes.reason} data-label={heads[3]}>
                {problem.reason}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Pages
        list={{ total: problems.length, page, items: SHOWN }}
        label={t('problems.pages')}
        onChange={setPage}
      />
    </Card>
  )
}
