// The kit's styles of fields with several values, and how ours differ: imported by the screens that have one.
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import './pills.css'
