// A node that takes jobs and never finishes them, for a test that kills it. Argument: database URL.

import { sql } from '../../src/platform/database/sql.js';
import { jobHandler } from '../../src/platform/jobs/job.js';
import { HANGS, startNode } from './job-node.js';

const [, , url = ''] = process.argv;

const hang = jobHandler({
  kind: HANGS,
  run: async ({ db }, { id }) => {
    await db.query(sql`insert into probe (job_id, node) values (${id}, 'killed')`);
    await new Promise(() => undefined);
  },
});
await startNode(url, [hang]);
