// Writes lists to files, with a row for each record and a column for each member that is a single
// value.

import type { Static, TObject } from '@sinclair/typebox';
import type { Call } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { onSnapshot } from '../../platform/database/snapshot.js';
import { type Cell, memberCells, type SheetFormat } from '../../platform/files/sheet.js';
import { sheetFile } from '../../platform/files/sheet-file.js';
import { SHEET_TYPES } from '../../platform/http/reply/media-type.js';
import type { PageRequest } from '../../platform/http/reply/paging.js';
import type { ProblemKind } from '../../platform/http/reply/problem.js';
import { type FileReply, type Page, type Route, read } from '../../platform/http/route.js';
import { WEALTH } from './limits.js';

/** A call that reads a list from the database or from one snapshot of it. */
export interface ListCall<On = Database | Tx> {
  readonly principal: Call['principal'];
  readonly db: On;
}

/** A list that can be written to a file. */
interface FiledList<Query extends TObject> {
  /** The path of the list. */
  readonly path: string;
  /** The noun in the operations' names, such as `PriceExceptions`. */
  readonly subject: string;
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly summary: string;
  readonly permission: string;
  readonly problems?: readonly ProblemKind[];
  /** The filters of the list. */
  readonly query: Query;
  readonly record: TObject;
  /** Reads a page of the list from one snapshot. */
  readonly page: (
    call: ListCall<Tx>,
    query: Static<Query>,
    page: PageRequest,
  ) => Promise<Page<object>>;
}

/** Returns the operations that write a list to a file, as CSV and as XLSX. */
export function fileRoutes<Query extends TObject>(list: FiledList<Query>): readonly Route[] {
  const { path, subject, summary, permission, problems = [], query } = list;
  return (['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `${path}/${format}`,
      operation: `export${subject}${format === 'csv' ? 'Csv' : 'Xlsx'}`,
      summary: `${summary}, as ${format.toUpperCase()}`,
      description:
        'All records that match the filters, in the order of the list. The last row contains ' +
        'END and the number of rows after the header, which is also in X-Row-Count.',
      permission,
      problems,
      query,
      produces: SHEET_TYPES[format],
      run: (call, input) => listFile(call, { list, query: input.query }, format),
    }),
  );
}

function listFile<Query extends TObject>(
  { db, principal }: Pick<Call, 'db' | 'principal'>,
  { list, query }: { readonly list: FiledList<Query>; readonly query: Static<Query> },
  format: SheetFormat,
): Promise<FileReply> {
  return onSnapshot(db, (tx) => {
    const members = membersOf(list.record);
    const columns = members.map((title) => ({ title, width: 18 }));
    const pageAt = (page: PageRequest) => list.page({ principal, db: tx }, query, page);
    return sheetFile({ name: list.name, columns, rows: rowsOf(pageAt, list.record) }, format);
  });
}

/** Returns the members of a record that are single values. */
export function membersOf({ properties }: TObject): readonly string[] {
  return Object.entries(properties).flatMap(([member, shape]) =>
    shape.type === 'array' || shape.type === 'object' ? [] : [member],
  );
}

async function* rowsOf(
  pageAt: (page: PageRequest) => Promise<Page<object>>,
  shape: TObject,
): AsyncGenerator<readonly Cell[]> {
  const members = membersOf(shape);
  let after: bigint | null = null;
  for (;;) {
    const page: Page<object> = await pageAt({ limit: WEALTH.exportedAtOnce, offset: 0, after });
    yield* page.result.map((record) => memberCells(record, members, shape));
    if (page.nextAfter === undefined) return;
    after = page.nextAfter;
  }
}
