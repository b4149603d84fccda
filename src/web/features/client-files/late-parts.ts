// The parts of components/ClientFilesMenu.tsx, as one file of the build.
export { ClientFilesEntries } from './components/ClientFilesEntries.tsx'
