import { ProfilePage } from './ProfilePage.tsx'
import { BrandEditor } from './components/BrandEditor.tsx'

/** The tab "Empresa" of the settings: the same as /profile/customization (product §1 D3). */
export function Component() {
  return (
    <ProfilePage side="coach">
      <BrandEditor />
    </ProfilePage>
  )
}
