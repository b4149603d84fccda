// The kit's styles of switches, and how ours differ: for the screens that have one.
import '@mantine/core/styles/Switch.layer.css'
import './switch.css'
