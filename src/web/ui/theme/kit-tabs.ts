// The kit's styles of tabs, and how ours differ: for the screens that have tabs.
import '@mantine/core/styles/Tabs.layer.css'
import './tabs.css'
