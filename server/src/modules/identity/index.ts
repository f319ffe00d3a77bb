// Public face of identity: principals, roles, passwords, tokens and the audit log.

export { type LinkedSource, momentText } from './audit-source.js';
export { proposeChange } from './change.js';
export { changeModule } from './change-routes.js';
export { changeReason, changeReply } from './change-schema.js';
export { recordFirstVersion, shipReferenceData } from './change-version.js';
export type { CustomerAccess, CustomerDirectory, OfficeDirectory } from './customer-directory.js';
export { identityEvents } from './event.js';
export { prepareCredentials } from './first-start.js';
export { refuseGuessable } from './guessable-password.js';
export { unlockUser } from './login-unlock.js';
export { type IdentityModule, identityModule } from './module.js';
export { isOwnWork, refuseOwnWork } from './own-work.js';
export { hashPassword } from './password.js';
export { makeLinkOnMachine } from './password-link.js';
export { makeClient } from './principal.js';
export { identityProblems } from './problems.js';
export { permissionsOf, ROLE_NAMES } from './role.js';
export { countPersons, holdsRole } from './role-held.js';
export type { SecurityMail } from './security-mail.js';
