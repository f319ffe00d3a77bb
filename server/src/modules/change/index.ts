// Public face of change: proposals of changes to reference data, and their versions.

export { proposeChange } from './change.js';
export { changeEvents } from './event.js';
export { changeModule } from './routes.js';
export { changeReason, changeReply } from './schema.js';
export { recordFirstVersion, shipReferenceData } from './version.js';
