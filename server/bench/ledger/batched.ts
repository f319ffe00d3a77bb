// Posts journals of concurrent callers in batches, as the server does with requests. One statement
// posts all waiting journals and commits, like the floor's statement.

import { HTTP } from '../../src/limits.js';
import type { JournalDraft } from '../../src/modules/finance/index.js';
import { postJournalsCall } from '../../src/modules/finance/ledger/queries.js';
import { businessDate } from '../../src/platform/calendar/business-date.js';
import { batcher } from '../../src/platform/concurrency/batch.js';
import { openDatabase } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';

export interface BatchedRun {
  readonly url: string;
  readonly callers: number;
  readonly seconds: number;
  /** Returns the payer and payee accounts of the journal with the given number. */
  readonly accounts: (n: number) => readonly [bigint, bigint];
}

/** Returns journals per second. */
export async function measureBatched(run: BatchedRun): Promise<number> {
  const db = openDatabase({ connectionString: run.url });
  try {
    const write = async (drafts: readonly JournalDraft[]) => {
      const call = postJournalsCall({ dryRun: false }, drafts, []);
      await db.query(sql`select from ${call}`);
    };
    const post = batcher<JournalDraft, void>(
      {
        alone: (draft) => write([draft]),
        batch: async (drafts) => {
          await write(drafts);
          return drafts.map(() => ({ value: undefined }));
        },
      },
      HTTP.groupCommit,
    );
    let posted = 0;
    const until = performance.now() + run.seconds * 1_000;
    const call = async () => {
      while (performance.now() < until) {
        posted += 1;
        await post(draftOf(posted, run.accounts(posted)));
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: run.callers }, call));
    return (posted * 1_000) / (performance.now() - began);
  } finally {
    await db.close();
  }
}

const DAY = businessDate('2026-11-20');

function draftOf(n: number, [debit, credit]: readonly [bigint, bigint]): JournalDraft {
  return {
    officeId: 1n,
    transactionDate: DAY,
    valueDate: DAY,
    narration: 'measured',
    sourceType: 'BENCH',
    sourceId: BigInt(n),
    createdBy: 'bench',
    createdAt: '2026-11-20T10:00:00.000Z',
    lines: [
      { accountId: debit, amountMinor: 1n },
      { accountId: credit, amountMinor: -1n },
    ],
  };
}
