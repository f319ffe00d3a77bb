// The public interface of system: the business date and end-of-day processing, events, jobs and
// data keys.

export { dataKeyModule, sealedTablesOf } from './data-key/routes.js';
export { endOfDayOf, systemModule } from './end-of-day/routes.js';
export { eventModule } from './event/routes.js';
export { jobModule } from './job/routes.js';
