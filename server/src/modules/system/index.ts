// Public face of system: the business date and the end of a day, events, jobs and data keys.

export { dataKeyModule, sealedTablesOf } from './data-key/routes.js';
export { endOfDayOf, systemModule } from './end-of-day/routes.js';
export { eventModule } from './event/routes.js';
export { jobModule } from './job/routes.js';
