// The kit's styles of fields, and how ours differ: for the sign-in form, and with kit-rest.ts for every other one. The dashboards have none.
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import './fields.css'
