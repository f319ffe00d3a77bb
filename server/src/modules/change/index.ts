// The public interface of change: proposed changes to reference data, and its versions.

export { proposeChange } from './change.js';
export { checkCodes } from './code.js';
export { differencesOf } from './difference.js';
export { changeEvents } from './event.js';
export { changeProblems } from './problems.js';
export { lockKind } from './queries.js';
export { versionsOf } from './read.js';
export { changeModule } from './routes.js';
export { changeReason, changeReply, versionReply } from './schema.js';
export { recordFirstVersion, recordVersion, shipReferenceData } from './version.js';
