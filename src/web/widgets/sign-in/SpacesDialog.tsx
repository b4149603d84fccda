import { Loader, Modal } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Membership } from '#contract/account/auth.ts'
import { changeSpace } from '#web/api/auth-session.ts'
import { showFailure } from '#web/api/errors.ts'
import { meQuery } from '#web/widgets/queries/me.queries.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import classes from './SpacesDialog.module.css'
import { QueryView } from '#web/widgets/page/QueryView.tsx'

/** "Cambiar de espacio": every space the person belongs to, with the current one marked (product §1 D19). */
export function SpacesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  useFocusBack()
  const query = useQuery(meQuery)
  const [going, setGoing] = useState<Membership['id'] | null>(null)
  const [error, setError] = useState<string>()
  const go = async (id: Membership['id']) => {
    setGoing(id)
    setError(undefined)
    try {
      await changeSpace(id)
    } catch (failure) {
      showFailure(failure, { dialog: setError })
      setGoing(null)
    }
  }
  return (
    <Modal
      opened
      // While switching, the dialog cannot be closed; an error is shown here.
      onClose={going === null ? onClose : () => undefined}
      title={t('spaces.title')}
      centered
      size={420}
      radius={16}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p className={classes.text}>{t('spaces.text')}</p>
      <QueryView query={query}>
        {(spaces) => (
          <ul className={classes.list}>
            {spaces.map((space) => (
              <li key={space.id}>
                <Space
                  space={space}
                  isGoing={going === space.id}
                  disabled={going !== null}
                  onChoose={() => void go(space.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <FormError text={error} />
    </Modal>
  )
}

type SpaceProps = { space: Membership; isGoing: boolean; disabled: boolean; onChoose: () => void }

function Space({ space, isGoing, disabled, onChoose }: SpaceProps) {
  const { t } = useTranslation('shell')
  const { userType, coachName, companyName, role, current } = space
  const name = companyName ?? coachName
  const own = t(`roles.${role ?? userType}`)
  return (
    <button
      type="button"
      className={classes.space}
      aria-current={current || undefined}
      disabled={disabled || current}
      onClick={onChoose}
    >
      <PersonAvatar name={name} size={40} />
      <span className={classes.names}>
        <span className={classes.name}>{name}</span>
        <span className={classes.role}>
          {userType === 'client' && companyName !== null
            ? t('spaces.with', { role: own, coach: coachName })
            : own}
        </span>
      </span>
      {isGoing && <Loader size={18} />}
      {current && (
        <span className={classes.current}>
          <IconCheck size={16} aria-hidden="true" />
          {t('spaces.current')}
        </span>
      )}
    </button>
  )
}
