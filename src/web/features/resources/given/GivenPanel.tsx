import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceState } from '#contract/resources/resources.ts'
import { ResourcesDrawing } from '#web/ui/drawings/ResourcesDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import { CardHead } from '#web/ui/layout/Card.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { givenQuery } from '../resources.queries.ts'
import classes from './GivenPanel.module.css'
import { GivenRow } from './GivenRow.tsx'
import { LibraryButton } from './LibraryButton.tsx'
import { NothingGiven } from './NothingGiven.tsx'

const STATES = ['assigned', 'viewed', 'completed'] as const satisfies ResourceState[]

type PanelProps = {
  clientId: string
  /** The client's, for a coach. */
  name?: string
  /** In a tab, where no header above has the title, and no bar the button to give more. */
  inTab?: boolean
}

/** What a client has: Por revisar, Vistos, Completados (product §14). */
export function GivenPanel({ clientId, name, inTab = false }: PanelProps) {
  const { t } = useTranslation(['resources', 'common'])
  const [state, setState] = useState<ResourceState>('assigned')
  const query = useInfiniteQuery(givenQuery(clientId, state))
  const counts = query.data?.pages[0]?.counts
  const isTheirs = name !== undefined
  const tabs = isTheirs ? 'theirTabs' : 'tabs'
  const label = (each: ResourceState) =>
    counts ? t(`${tabs}.${each}Count`, { n: counts[each] }) : t(`${tabs}.${each}`)
  const hasAny = counts !== undefined && STATES.some((each) => counts[each] > 0)
  return (
    <div className={classes.panel}>
      {inTab && hasAny && (
        <div className={classes.head}>
          <CardHead title={t('title')} aside={<LibraryButton light />} />
        </div>
      )}
      <Segments
        label={t('tabs.label')}
        large
        options={STATES.map((value) => ({ value, label: label(value) }))}
        value={state}
        onChange={setState}
      />
      <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data)
          return rows.length === 0 ? (
            <Nothing state={state} isNew={counts?.viewed === 0 && counts.completed === 0} name={name} />
          ) : (
            <>
              <ul className={classes.list}>
                {rows.map((resource) => (
                  <li key={resource.id}>
                    <GivenRow resource={resource} />
                  </li>
                ))}
              </ul>
              <MoreButton query={query} label={t('more')} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

type NothingProps = { state: ResourceState; isNew: boolean | undefined; name: string | undefined }

function Nothing({ state, isNew, name }: NothingProps) {
  const { t } = useTranslation('resources')
  if (state !== 'assigned' || !isNew)
    return (
      <EmptyState
        drawing={<ResourcesDrawing />}
        text={t(`${name === undefined ? 'none' : 'theirNone'}.${state}`)}
      />
    )
  if (name !== undefined) return <NothingGiven name={name} />
  return (
    <EmptyState
      drawing={<ResourcesDrawing />}
      text={<TwoLines title={t('ownEmpty')} hint={t('ownEmptyHint')} />}
    />
  )
}
