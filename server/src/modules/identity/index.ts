// Public face of identity: principals, roles, passwords, tokens and the audit log.

export type { CustomerDirectory, CustomerLogin } from './customer-directory.js';
export { hashPassword, verifyPassword } from './password.js';
