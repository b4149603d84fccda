import { ProfilePage } from './ProfilePage.tsx'
import { BrandEditor } from './components/BrandEditor.tsx'

/** The tab "Empresa" of the settings, where the practice's appearance is edited (product §1 D3). */
export function Component() {
  return (
    <ProfilePage side="coach">
      <BrandEditor />
    </ProfilePage>
  )
}
