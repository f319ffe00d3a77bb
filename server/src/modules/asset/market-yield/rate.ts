// The list of market discount rates in force.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { codeIn } from '../../../platform/reference-data/code.js';
import { selectIssuesNamed } from './queries.js';
import { countRates, selectRates } from './rate-queries.js';
import type { rateList } from './rate-schema.js';

/** Lists rates in force, most recently recorded first. Refuses an unknown issue code. */
export async function listRates(
  call: Call,
  { i, sd, ed }: Pick<Static<typeof rateList>, 'i' | 'sd' | 'ed'>,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { issueId: i === undefined ? undefined : await issueOf(call, i), sd, ed };
  const { rows, nextAfter } = pageFrom(await selectRates(call.db, filter, page), page);
  return { count: await countRates(call.db, filter), result: rows, nextAfter };
}

async function issueOf({ db }: Call, code: string): Promise<bigint> {
  const [issue] = await selectIssuesNamed(db, [codeIn(code)]);
  if (issue !== undefined) return issue.id;
  throw refuseMember(
    commonProblems.UNKNOWN_REFERENCE,
    'i',
    'is not the code of a bill issue or commercial paper type',
  );
}
