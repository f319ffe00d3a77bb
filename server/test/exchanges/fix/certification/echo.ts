// An application that echoes what it receives, stores a security list in the database, and counts
// calls.

import type { FixApplication } from '../../../../src/exchanges/fix/session/application.js';
import { fieldOf } from '../../../../src/exchanges/fix/session/message/message.js';
import {
  isHeaderTag,
  isTrailerTag,
  MSG_TYPE,
  TAG,
} from '../../../../src/exchanges/fix/session/message/tag.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { sql } from '../../../../src/platform/database/sql.js';

export async function createReceivedTable(db: Database): Promise<void> {
  await db.query(sql`create table if not exists received (
    at bigint generated always as identity, session text not null, cl_ord_id text not null)`);
}

/** Books every message in the given transaction, and echoes orders and security definitions. */
export function echoApplication(name: string): FixApplication {
  return {
    onMessage: async (tx, message) => {
      const id = fieldOf(message, TAG.ClOrdID) ?? message.msgType;
      await tx.query(sql`insert into received (session, cl_ord_id) values (${name}, ${id})`);
      if (message.msgType !== MSG_TYPE.NewOrderSingle) return [];
      const body = message.fields.filter(([tag]) => !isHeaderTag(tag) && !isTrailerTag(tag));
      return [{ msgType: message.msgType, body: [...body].sort(([one], [two]) => one - two) }];
    },
  };
}

export async function receivedBy(db: Database, name: string): Promise<string[]> {
  const rows = await db.query<{ cl_ord_id: string }>(
    sql`select cl_ord_id from received where session = ${name} order by at`,
  );
  return rows.map((row) => row.cl_ord_id);
}
