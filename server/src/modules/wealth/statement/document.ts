// Lists stored statements, returns their sealed PDFs, and checks seals.

import type { Call } from '../../../platform/context.js';
import { seesOffice } from '../../../platform/context.js';
import { pdfFile } from '../../../platform/files/pdf-file.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { networkOf } from '../../../platform/http/request/client-address.js';
import { createFailureCount, refuseTooMany } from '../../../platform/http/request/failure-count.js';
import { type FileReply, type Page, versioned } from '../../../platform/http/route.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { digestOf, isGenuine, maskedName, readCode } from '../../order/index.js';
import type { ListCall } from '../list-file.js';
import type { StatementContent } from './content.js';
import { drawStatementInBackground } from './drawing.js';
import { gainsRecord, statementRecord } from './record.js';
import {
  countStatements,
  type StatementFilter,
  type StatementRow,
  selectDocument,
  selectStatement,
  selectStatements,
} from './store-queries.js';

/** Lists statements, newest first. */
export async function listStatements(
  call: ListCall,
  filter: Omit<StatementFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const visible = { ...filter, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectStatements(call.db, visible, page), page);
  const count = await countStatements(call.db, visible);
  return { count, result: rows.map(statementRecord), nextAfter };
}

/**
 * Returns a statement with the gains of its document. Refuses with 404 if there is no such
 * statement or the caller may not see it.
 */
export async function readStatement(call: Call, id: bigint): Promise<object> {
  const row = await visibleRow(call, id);
  const sealed = await selectDocument(call.db, id);
  const gains = sealed && gainsRecord(readDocument(sealed.document).figures.gains);
  return versioned({ ...statementRecord(row), gains }, row.version);
}

async function visibleRow(call: Call, id: bigint): Promise<StatementRow> {
  const row = await selectStatement(call.db, id);
  if (row !== undefined && seesOffice(call.principal, row.office_id)) return row;
  throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
}

/** Returns the PDF of a statement, whose bytes never change. */
export async function statementPdf(call: Call, id: bigint): Promise<FileReply> {
  const row = await visibleRow(call, id);
  const sealed = await selectDocument(call.db, id);
  if (sealed === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  const { document, code, keyId } = sealed;
  const seal = { code, keyId, digest: digestOf(document), verifyUrl: verifyUrl(call, code) };
  return pdfFile(call, {
    fileName: `wealth-statement-${row.name}.pdf`,
    bytes: await drawStatementInBackground({ content: readDocument(document), seal }),
  });
}

/** Parses a stored document. Only this program writes such documents. */
function readDocument(text: string): StatementContent {
  const content: StatementContent = JSON.parse(text);
  return content;
}

function verifyUrl({ context: { config } }: Call, code: string): string {
  const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
  return `${base.replace(/\/+$/, '')}/api/v1/wealth/statement/verify?c=${code}`;
}

const wrongCodes = createFailureCount();

/**
 * Returns whether a code is genuine and, if so, enough data to compare with the printed statement.
 * The customer's name is masked. The answer is always the same for text that is not a genuine code.
 */
export async function verifyStatement(call: Call, text: string): Promise<object> {
  const code = readCode(text);
  const sealed = code && (await selectDocument(call.db, code.recordId));
  const row = code && sealed && (await selectStatement(call.db, code.recordId));
  if (!code || !sealed || !row || !isGenuine(code, 'wealth statement', sealed)) {
    const address = networkOf(call.request?.credentials.address ?? '');
    refuseTooMany(wrongCodes, address, call.context.clock.millis());
    return { genuine: false };
  }
  const { customer, figures, office, issuedAt } = readDocument(sealed.document);
  return {
    genuine: true,
    name: row.name,
    businessOffice: office.label,
    customerLabel: maskedName(customer.name),
    from: row.from_date,
    to: row.to_date,
    currency: row.currency,
    closingValue: new Decimal(figures.summary.closing),
    versionNo: row.version_no,
    state: row.state,
    outdatedDttm: row.outdated_at ?? undefined,
    replacedByName: row.replaced_by_name ?? undefined,
    sealedDttm: issuedAt,
  };
}
