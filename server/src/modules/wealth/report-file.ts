// Writes reports to files, with a row for each record in a report's main list and a column for each
// member that is a single value.

import type { Static, TObject } from '@sinclair/typebox';
import type { Call } from '../../platform/context.js';
import { type Cell, memberCells, type SheetFormat } from '../../platform/files/sheet.js';
import { sheetFile } from '../../platform/files/sheet-file.js';
import { SHEET_TYPES } from '../../platform/http/reply/media-type.js';
import type { ProblemKind } from '../../platform/http/reply/problem.js';
import { type FileReply, type Route, read } from '../../platform/http/route.js';
import { membersOf } from './list-file.js';

/** A report that can be written to a file. */
interface FiledReport<Params extends TObject, Query extends TObject> {
  /** The path of the report. */
  readonly path: string;
  /** The name of the report's operation, to which CSV and XLSX are appended. */
  readonly operation: string;
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly summary: string;
  readonly problems: readonly ProblemKind[];
  readonly params: Params;
  readonly query: Query;
  /** The shape of a row. */
  readonly record: TObject;
  /** The member of the report that contains the rows. */
  readonly member: string;
  readonly report: (
    call: Call,
    input: { readonly params: Static<Params>; readonly query: Static<Query> },
  ) => Promise<object>;
  /** Converts a record of the report to a row; default: the record itself. */
  readonly rowOf?: (record: object) => object;
}

/** Returns the operations that write a report to a file, as CSV and as XLSX. */
export function reportFileRoutes<Params extends TObject, Query extends TObject>(
  filed: FiledReport<Params, Query>,
): readonly Route[] {
  const { path, operation, summary, problems, params, query } = filed;
  return (['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `${path}/${format}`,
      operation: `${operation}${format === 'csv' ? 'Csv' : 'Xlsx'}`,
      summary: `${summary}, as ${format.toUpperCase()}`,
      description:
        `One row for each record in \`${filed.member}\` of the report, in the same order. The ` +
        'last row contains END and the number of rows after the header, which is also in ' +
        'X-Row-Count.',
      permission: 'wealth.valuation.read',
      problems,
      params,
      query,
      produces: SHEET_TYPES[format],
      run: async (call, input) => fileOf(filed, await filed.report(call, input), format),
    }),
  );
}

function fileOf<Params extends TObject, Query extends TObject>(
  { name, record, member, rowOf = (row) => row }: FiledReport<Params, Query>,
  report: object,
  format: SheetFormat,
): Promise<FileReply> {
  const members = membersOf(record);
  const columns = members.map((title) => ({ title, width: 18 }));
  const found: unknown = Reflect.get(report, member);
  const rows = (Array.isArray(found) ? found : []).map((row: object) =>
    memberCells(rowOf(row), members, record),
  );
  return sheetFile({ name, columns, rows: inOrder(rows) }, format);
}

async function* inOrder(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly Cell[]> {
  yield* rows;
}
