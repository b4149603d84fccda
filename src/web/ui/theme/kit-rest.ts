// The kit's styles for everything behind the first screens: dialogs, drawers, selects. They load with every lazy screen
// (app/load-screen.ts). Rare components (tables, date pickers, number inputs …) are imported by the screen that uses them.
import './kit-fields.ts'
import './kit-shell.ts'
import './wrong-fields.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Tooltip.layer.css'
import './floats.css'
import './dialogs.css'
