// The public interface of change: proposals to change reference data, and the versions of that
// data.

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
