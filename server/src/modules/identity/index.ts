// Public face of identity: principals, roles, passwords, tokens and the audit log.

export { type ChainReport, extendAuditChain, verifyAuditChain } from './audit-chain.js';
export { type ChangeWish, proposeChange } from './change.js';
export { changeModule } from './change-routes.js';
export { changeReason, changeReply } from './change-schema.js';
export { recordFirstVersion, shipReferenceData } from './change-version.js';
export type { CustomerDirectory, CustomerLogin, OfficeDirectory } from './customer-directory.js';
export { identityEvents } from './event.js';
export { type FirstCredentials, type FirstUser, prepareCredentials } from './first-start.js';
export { type IdentityModule, identityModule } from './module.js';
export { isOwnWork, type Made, refuseOwnWork } from './own-work.js';
export { hashPassword, verifyPassword } from './password.js';
export { type Making, makeClient, makePrincipal, type PrincipalDraft } from './principal.js';
export { identityProblems } from './problems.js';
export { permissionsOf, permissionsWithoutRole, ROLE_NAMES, type RoleName } from './role.js';
export { countPersons, holdsRole } from './role-held.js';
export { rotateSigningKey } from './signing-key.js';
