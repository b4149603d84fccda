import { userInfo } from 'node:os'

/** Who gives a command, for the audit log: the name they say, or that of the user of this machine. */
export const operatorName = (said = ''): string => said.trim() || userInfo().username
