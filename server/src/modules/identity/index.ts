// The public interface of identity: principals, roles, passwords, tokens and the audit log.

export { type LinkedSource, momentText } from './audit/source-queries.js';
export { refuseGuessable } from './credential/guessable-password.js';
export { hashPassword } from './credential/password.js';
export type { CustomerAccess, CustomerDirectory, OfficeDirectory } from './customer-directory.js';
export { identityEvents } from './event.js';
export { unlockUser } from './login/unlock.js';
export { type IdentityModule, identityModule } from './module.js';
export { makeLinkOnMachine } from './password/link.js';
export { prepareCredentials } from './principal/first-start.js';
export { isOwnWork, refuseOwnWork } from './principal/own-work.js';
export { makeClient } from './principal/principal.js';
export { countPersons, holdsRole } from './principal/role-queries.js';
export { identityProblems } from './problems.js';
export { permissionsOf, ROLE_NAMES } from './role.js';
export type { SecurityMail } from './security-mail.js';
